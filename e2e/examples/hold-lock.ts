import type { Page } from '@playwright/test';

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
