/** On pages that require Trusted Types, a worker can be started only from a URL that a policy created. */
const POLICY_NAME = 'hybrid-search';

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): unknown };
}

let policy: ReturnType<TrustedTypes['createPolicy']> | null | undefined;

/** The policy allows only this origin, because no other URL is needed. */
export function trustedUrl(url: string): string {
  if (policy === undefined) {
    const { trustedTypes, location } = globalThis as { trustedTypes?: TrustedTypes; location: { origin: string } };
    try {
      policy =
        trustedTypes?.createPolicy(POLICY_NAME, {
          createScriptURL(given) {
            if (new URL(given).origin !== location.origin) throw new TypeError(`${given} is of another origin`);
            return given;
          },
        }) ?? null;
    } catch {
      policy = null;
    }
  }
  return (policy?.createScriptURL(url) ?? url) as string;
}
