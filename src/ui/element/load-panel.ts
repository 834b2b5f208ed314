/**
 * Loads panels, whose scripts aren't needed for the first answer. Each is fetched when it's first opened, or once the
 * store has answered and the page is idle, so that a page that then goes offline still has them.
 */
import { idle } from '../shared/idle.ts';

let asked = false;

/**
 * Loads the panels; later calls do nothing. Call it after the first answer, because the page is also idle while the
 * engine starts, and panels would compete with the engine's scripts. Panels load one at a time, each when the page is
 * idle. Loading them all at once delayed the keystrokes of someone who had started to type. If
 * one can't be fetched, opening it tries again and reports the error.
 */
export async function loadPanelsWhenIdle(panels: readonly (() => Promise<unknown>)[]): Promise<void> {
  if (asked) return;
  asked = true;
  for (const load of panels) {
    await idle();
    await load().catch(() => {});
  }
}
