import type { Page } from '@playwright/test';

/** Confirms the import in its preview. */
export const importFound = (page: Page): Promise<void> =>
  page.getByRole('button', { name: /^Import [\d,]+ notes?$/ }).click();
