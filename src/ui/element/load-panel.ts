/**
 * Panels aren't part of the script before the first answer. Each is fetched when it's first opened, and all of them
 * once the store has answered and the page is idle, so that a page that then goes offline still has them.
 */
import { idle } from '../shared/idle.ts';

let asked = false;

/**
 * Called with every answer, and works once. Not earlier: the page is also idle while the engine starts, and panels
 * would compete with the engine's scripts. They load one after the other, each in its own idle moment, because all at
 * once they delayed the keys of a person who had started to type. One that can't be fetched is requested again, and
 * reported, when it's opened.
 */
export async function loadPanelsWhenIdle(panels: readonly (() => Promise<unknown>)[]): Promise<void> {
  if (asked) return;
  asked = true;
  for (const load of panels) {
    await idle();
    await load().catch(() => {});
  }
}
