/** Bundlers recognise only the literal `new Worker(new URL(…, import.meta.url), …)`, with nothing computed in it. */
import { HybridSearchError } from '../core/errors.ts';

/** `notLoaded` is set if the worker's script didn't load. */
export type OnLoss = (reason: string, notLoaded?: HybridSearchError) => void;

export const startEngineWorker = (lost: OnLoss): Worker =>
  watched(() => new Worker(new URL('../engine/worker.ts', import.meta.url), { type: 'module' }), lost);

export const startEmbeddingWorker = (lost: OnLoss): Worker =>
  watched(() => new Worker(new URL('../embedding/worker.ts', import.meta.url), { type: 'module' }), lost);

export const startTransferWorker = (lost: OnLoss): Worker =>
  watched(() => new Worker(new URL('../transfer/worker.ts', import.meta.url), { type: 'module' }), lost);

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): unknown };
}

/**
 * Pages that require Trusted Types list this name under `trusted-types`. The policies in the embedding and transfer
 * workers have the same name.
 */
const POLICY_NAME = 'hybrid-search';
let policy: ReturnType<TrustedTypes['createPolicy']> | null | undefined;

/** Returns null if the browser lacks Trusted Types or the page doesn't allow the policy. */
function trustedPolicy(): typeof policy {
  if (policy === undefined) {
    const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
    try {
      policy = trustedTypes?.createPolicy(POLICY_NAME, { createScriptURL: (url) => url }) ?? null;
    } catch {
      policy = null;
    }
  }
  return policy;
}

export function watched(start: () => Worker, lost: OnLoss): Worker {
  const { worker, url } = started(start);
  worker.onerror = (event) => {
    if (event.message) lost(event.message);
    else void whyNotLoaded(url).then((error) => lost(error.message, error));
  };
  worker.onmessageerror = () => lost('a message could not be read');
  return worker;
}

/**
 * Bundlers need a literal `new Worker(…)` in `start`. It can't pass its URL through a Trusted Types policy, or tell us
 * the URL. So a proxy replaces `Worker`, but only during this call, when nothing else can run.
 */
function started(start: () => Worker): { worker: Worker; url: string } {
  const Original = globalThis.Worker;
  if (!Original) throw new HybridSearchError('unsupported', 'web workers are missing');
  let url = '';
  globalThis.Worker = new Proxy(Original, {
    construct(target, [address, options]: [URL | string, WorkerOptions | undefined]) {
      url = String(address);
      return new target((trustedPolicy()?.createScriptURL(url) ?? url) as string, options);
    },
  });
  try {
    return { worker: start(), url };
  } catch (cause) {
    throw refusal(url, cause);
  } finally {
    globalThis.Worker = Original;
  }
}

function refusal(url: string, cause: unknown): HybridSearchError {
  const options = { url, cause };
  if (globalThis.origin === 'null') return new HybridSearchError('sandboxed', undefined, options);
  if (cause instanceof TypeError && 'trustedTypes' in globalThis) {
    return new HybridSearchError('blocked-by-policy', `list ${POLICY_NAME} under trusted-types`, options);
  }
  if (URL.canParse(url, location.href) && new URL(url, location.href).origin !== location.origin) {
    return new HybridSearchError('cross-origin', undefined, options);
  }
  return new HybridSearchError('blocked-by-policy', "worker-src must allow 'self'", options);
}

/** The browser's event doesn't say why the script didn't load. */
export async function whyNotLoaded(url: string): Promise<HybridSearchError> {
  let answer: Response;
  try {
    answer = await fetch(url);
  } catch (cause) {
    return new HybridSearchError('missing-file', 'the server can’t be reached', { url, cause });
  }
  // Before version 8, Vite's development server bundles the module but not its workers.
  const mend = /\/(?:\.vite|vite(?:\/client)?)\/deps\//.test(url)
    ? "list hybrid-search-element under Vite's optimizeDeps.exclude"
    : 'npx hybrid-search-assets DIR copies it next to the module';
  if (!answer.ok) return new HybridSearchError('missing-file', `status ${answer.status}; ${mend}`, { url });
  const type = answer.headers.get('content-type') ?? '';
  if (/html/i.test(type)) return new HybridSearchError('missing-file', `a page came instead; ${mend}`, { url });
  if (!/javascript|ecmascript/i.test(type)) {
    return new HybridSearchError('wrong-mime-type', `${type || 'none'} instead of text/javascript`, { url });
  }
  return new HybridSearchError('blocked-by-policy', "worker-src, or script-src, must allow 'self'", { url });
}
