/**
 * Threads of the runtime, and trials of a device, are workers of this same script, started by its address: where Trusted
 * Types are required, a bare address is refused. A worker has the content policy of its own response, so it needs a policy
 * of its own, and that one lets through this script alone.
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

/**
 * Does nothing where there are no Trusted Types.
 *
 * @returns False where the policy may not be made: no worker can be started then, and one thread has to do.
 */
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
