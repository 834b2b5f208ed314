/**
 * Panels are no part of the script before the first answer: each is fetched when it is first opened, and all of them
 * once the store has answered and the page has nothing else to do, so that a page that then loses its network still has
 * them.
 */
import { idle } from '../shared/idle.ts';

let asked = false;

/**
 * Called with every answer, and works once: while the engine starts, the page is idle too, and its script would come behind
 * theirs. One after the other, each in an idle moment of its own: all at once they stood before the keys of whoever had
 * begun to type. What cannot be fetched now is asked for again, and told of, when it is opened.
 */
export async function loadPanelsWhenIdle(panels: readonly (() => Promise<unknown>)[]): Promise<void> {
  if (asked) return;
  asked = true;
  for (const load of panels) {
    await idle();
    await load().catch(() => {});
  }
}
