/** A `fetch` for Node that enforces CORS as a browser does. */
const SIMPLE_HEADERS: ReadonlySet<string> = new Set(['accept', 'accept-language', 'content-language']);
/** Readable without `Access-Control-Expose-Headers`. */
const SIMPLE_ANSWERS: readonly string[] = [
  'cache-control',
  'content-language',
  'content-length',
  'content-type',
  'expires',
  'last-modified',
  'pragma',
];
const SIMPLE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);

/** A test may replace the global `fetch` with `corsFetch`. */
const send = globalThis.fetch;

export function corsFetch(origin: string): typeof fetch {
  return async (address, init = {}) => {
    if (init.mode === 'no-cors') {
      await send(address, init);
      return Response.error();
    }
    const method = init.method ?? 'GET';
    const own = [...new Headers(init.headers).keys()].filter((name) => !SIMPLE_HEADERS.has(name));
    if (own.length > 0 || !SIMPLE_METHODS.has(method)) {
      const preflight = await send(address, { method: 'OPTIONS', headers: { origin } });
      const allowed = (name: string): string[] =>
        (preflight.headers.get(`access-control-allow-${name}`) ?? '')
          .split(',')
          .map((each) => each.trim().toLowerCase());
      const isAllowed =
        preflight.ok &&
        mayRead(preflight, origin) &&
        own.every((name) => allowed('headers').includes(name)) &&
        (SIMPLE_METHODS.has(method) || allowed('methods').includes(method.toLowerCase()));
      if (!isAllowed) throw new TypeError('Failed to fetch');
    }
    const answer = await send(address, {
      ...init,
      headers: { ...Object.fromEntries(new Headers(init.headers)), origin },
    });
    if (!mayRead(answer, origin)) throw new TypeError('Failed to fetch');
    return readable(answer);
  };
}

function readable({ body, status, statusText, headers }: Response): Response {
  const exposed = (headers.get('access-control-expose-headers') ?? '').toLowerCase().split(/\s*,\s*/);
  const shown = [...headers].filter(([name]) => exposed.includes(name) || SIMPLE_ANSWERS.includes(name));
  return new Response(body, { status, statusText, headers: shown });
}

const mayRead = ({ headers }: Response, origin: string): boolean =>
  ['*', origin].includes(headers.get('access-control-allow-origin') ?? '');
