/** Finds the element that a part shares a session with: the `<hybrid-search>` around it, or the one whose id it names. */
import type { Words } from '../strings/words.ts';
import type { Session } from './session.ts';

export interface Share {
  /** Whether parts inside the element share its session. */
  readonly around: boolean;
  readonly words: Words;
  /** Resolves with the session, once there is one. */
  session(): Promise<Session>;
}

const shares = new WeakMap<Node, Share>();

export function offerShare(element: Element, share: Share): void {
  shares.set(element, share);
}

/** Returns what the nearest enclosing `<hybrid-search>` shares. Crosses shadow roots. */
export function shareAround(element: Element): { share: Share; host: Element } | null {
  for (let at = parentOf(element); at; at = parentOf(at)) {
    const share = shares.get(at);
    if (share?.around) return { share, host: at as Element };
  }
  return null;
}

/** Returns what the element with this id shares. Looks in the same tree first, then in the document. */
export async function shareOf(from: Element, id: string): Promise<Share | null> {
  const root = from.getRootNode() as Document | ShadowRoot;
  // The element may come later in the page, so wait until the page is parsed.
  if (document.readyState === 'loading')
    await new Promise((resolve) => document.addEventListener('DOMContentLoaded', resolve, { once: true }));
  const target = root.getElementById?.(id) ?? document.getElementById(id);
  if (!target?.localName.includes('-')) return null;
  await customElements.whenDefined(target.localName);
  return shares.get(target) ?? null;
}

function parentOf(node: Node): Node | null {
  return node instanceof ShadowRoot ? node.host : (node.parentNode ?? null);
}
