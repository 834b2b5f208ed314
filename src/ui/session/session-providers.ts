/** A part inside a `<hybrid-search>` shares its session. This finds that element. */
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

export const providerOf = (element: Element): SessionProvider | null => providers.get(element) ?? null;

function parentOf(node: Node): Node | null {
  return node instanceof ShadowRoot ? node.host : (node.parentNode ?? null);
}
