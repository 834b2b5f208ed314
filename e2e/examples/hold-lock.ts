/** A gate in a page: takes one of its Web Locks, so that what needs the lock waits until the test lets go. */
import type { Page } from '@playwright/test';

/** Resolves when the lock is held, with the function that lets go. */
export async function holdLock(page: Page, name: string): Promise<() => Promise<void>> {
  await page.evaluate(
    (asked) =>
      new Promise<void>((isHeld, failed) => {
        const hold = () =>
          new Promise<void>((letGo) => {
            Object.assign(window, { letGo });
            isHeld();
          });
        navigator.locks.request(asked, hold).catch(failed);
      }),
    name,
  );
  return () => page.evaluate(() => (window as unknown as { letGo(): void }).letGo());
}
