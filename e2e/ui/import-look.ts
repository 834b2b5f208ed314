/** Handles the preview between choosing files and importing them. */
import type { Page } from '@playwright/test';

/** Imports what the preview found. */
export const importFound = (page: Page): Promise<void> =>
  page.getByRole('button', { name: /^Import [\d,]+ notes?$/ }).click();
