/**
 * The start of each worker, written as bundlers know it: the literal `new Worker(new URL(…, import.meta.url), …)` with no
 * other word in it. Anything computed they take for an asset, or for nothing (A2). And why one does not start (A3).
 */
import { HybridSearchError } from '../core/errors.ts';

export interface StartedWorker {
  worker: Worker;
  /** Of its script, wherever a bundler has put it. */
  url: string;
}

export const startEngineWorker = (): StartedWorker =>
  started(() => new Worker(new URL('../engine/worker.ts', import.meta.url), { type: 'module' }));

export const startEmbeddingWorker = (): StartedWorker =>
  started(() => new Worker(new URL('../embedding/worker.ts', import.meta.url), { type: 'module' }));

export const startTransferWorker = (): StartedWorker =>
  started(() => new Worker(new URL('../transfer/worker.ts', import.meta.url), { type: 'module' }));

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): unknown };
}

/** To be listed under `trusted-types` where a page requires them; the embedding worker has one of the same name. */
const POLICY_NAME = 'hybrid-search';
let policy: ReturnType<TrustedTypes['createPolicy']> | null | undefined;

/** Null where there are no Trusted Types, or where the page does not let the policy be made. */
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

/**
 * The literal leaves no room for a policy, nor does it tell the address that a bundler has put in it. So for the moment of
 * the call, in which nothing else can run, `Worker` is one that hands both on.
 */
export function started(start: () => Worker): StartedWorker {
  const Original = globalThis.Worker;
  if (!Original) throw new HybridSearchError('unsupported', 'no web workers here');
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

/** A worker that could not even be made. */
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

/** Why a worker's script did not load; asked of the server, since the browser's event says nothing. */
export async function whyNotLoaded(url: string): Promise<HybridSearchError> {
  let answer: Response;
  try {
    answer = await fetch(url);
  } catch (cause) {
    return new HybridSearchError('missing-file', 'the server cannot be reached', { url, cause });
  }
  // Vite before 8 bundles the module for development and leaves the workers behind.
  const mend = /\/(?:\.vite|vite(?:\/client)?)\/deps\//.test(url)
    ? "list hybrid-search-element under Vite's optimizeDeps.exclude"
    : 'npx hybrid-search-assets DIR copies it beside the module';
  if (!answer.ok) return new HybridSearchError('missing-file', `status ${answer.status}; ${mend}`, { url });
  const type = answer.headers.get('content-type') ?? '';
  if (/html/i.test(type)) return new HybridSearchError('missing-file', `a page came instead; ${mend}`, { url });
  if (!/javascript|ecmascript/i.test(type)) {
    return new HybridSearchError('wrong-mime-type', `${type || 'none'} instead of text/javascript`, { url });
  }
  return new HybridSearchError('blocked-by-policy', "worker-src, or script-src, must allow 'self'", { url });
}
