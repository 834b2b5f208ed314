/** A page that goes offline after the first answer still has its panels. */
import { idle } from '../shared/idle.ts';

let asked = false;

/**
 * Call it after the first answer: the page is also idle while the engine starts, and panels would compete with its
 * scripts. Loading them all at once delayed the keystrokes of someone who had started to type. If one can't be fetched,
 * opening it tries again and reports the error.
 */
export async function loadPanelsWhenIdle(panels: readonly (() => Promise<unknown>)[]): Promise<void> {
  if (asked) return;
  asked = true;
  for (const load of panels) {
    await idle();
    await load().catch(() => {});
  }
}
