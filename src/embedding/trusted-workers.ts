/**
 * Threads of the runtime and trials of a device are workers that run this same script. They start from a plain URL,
 * which pages that require Trusted Types reject. A worker has the content policy of its own response, so it needs its
 * own Trusted Types policy, which only allows this script.
 */
const POLICY_NAME = 'hybrid-search';

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): unknown };
}

interface Scope {
  Worker: typeof Worker;
  location: { href: string };
  trustedTypes?: TrustedTypes;
}

/** If false, no worker can start, so only one thread may be used. */
export function trustOwnWorkers(scope: Scope = globalThis as unknown as Scope): boolean {
  const script = scope.location.href;
  let policy: ReturnType<TrustedTypes['createPolicy']> | undefined;
  try {
    policy = scope.trustedTypes?.createPolicy(POLICY_NAME, {
      createScriptURL(url) {
        if (url !== script) throw new TypeError(`${url} is not the script of this worker`);
        return url;
      },
    });
  } catch {
    return false;
  }
  if (!policy) return true;
  const { createScriptURL } = policy;
  scope.Worker = new Proxy(scope.Worker, {
    construct: (target, [address, options]: [URL | string, WorkerOptions | undefined]) =>
      new target(createScriptURL.call(policy, String(address)) as string, options),
  });
  return true;
}
