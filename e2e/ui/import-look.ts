import type { Page } from '@playwright/test';

/** Confirms the preview. */
export const importFound = (page: Page): Promise<void> =>
  page.getByRole('button', { name: /^Import [\d,]+ notes?$/ }).click();
