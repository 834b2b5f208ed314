/**
 * Finds the element whose session a part shares: the `<hybrid-search>` around the part, or the element whose id the
 * part names.
 */
import type { Words } from '../strings/words.ts';
import type { Session } from './session.ts';

export interface SessionProvider {
  readonly around: boolean;
  readonly words: Words;
  session(): Promise<Session>;
}

const providers = new WeakMap<Node, SessionProvider>();

export function provideSession(element: Element, provider: SessionProvider): void {
  providers.set(element, provider);
}

export function enclosingProvider(element: Element): { provider: SessionProvider; host: Element } | null {
  for (let at = parentOf(element); at; at = parentOf(at)) {
    const provider = providers.get(at);
    if (provider?.around) return { provider, host: at as Element };
  }
  return null;
}

export async function providerById(from: Element, id: string): Promise<SessionProvider | null> {
  const root = from.getRootNode() as Document | ShadowRoot;
  // The element may come later in the page, so wait until the page is parsed.
  if (document.readyState === 'loading')
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
  const target = root.getElementById?.(id) ?? document.getElementById(id);
  if (!target?.localName.includes('-')) return null;
  await customElements.whenDefined(target.localName);
  return providers.get(target) ?? null;
}

function parentOf(node: Node): Node | null {
  return node instanceof ShadowRoot ? node.host : (node.parentNode ?? null);
}
