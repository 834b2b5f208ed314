/** Loads the scripts of panels early, so that they still open if the page goes offline after the first answer. */
import { idle } from '../shared/idle.ts';

const requested = new Set<() => Promise<unknown>>();

/**
 * Call it only after the first answer, because panels would compete with the engine's scripts. Loading all panels
 * together delayed the keystrokes of someone who had started to type.
 */
export async function loadPanelsWhenIdle(panels: readonly (() => Promise<unknown>)[]): Promise<void> {
  const wanted = panels.filter((load) => !requested.has(load));
  for (const load of wanted) requested.add(load);
  for (const load of wanted) {
    await idle();
    await load().catch(() => {});
  }
}
