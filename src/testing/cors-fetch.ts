/** Node doesn't enforce the CORS rules of a browser. */
const SIMPLE_HEADERS: ReadonlySet<string> = new Set(['accept', 'accept-language', 'content-language']);
const SIMPLE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);

export function corsFetch(origin: string): typeof fetch {
  return async (address, init = {}) => {
    if (init.mode === 'no-cors') return fetch(address, init);
    const method = init.method ?? 'GET';
    const own = [...new Headers(init.headers).keys()].filter((name) => !SIMPLE_HEADERS.has(name));
    if (own.length > 0 || !SIMPLE_METHODS.has(method)) {
      const preflight = await fetch(address, { method: 'OPTIONS', headers: { origin } });
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
    const answer = await fetch(address, {
      ...init,
      headers: { ...Object.fromEntries(new Headers(init.headers)), origin },
    });
    if (!mayRead(answer, origin)) throw new TypeError('Failed to fetch');
    return answer;
  };
}

const mayRead = ({ headers }: Response, origin: string): boolean =>
  ['*', origin].includes(headers.get('access-control-allow-origin') ?? '');
