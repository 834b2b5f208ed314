import type { Page } from '@playwright/test';

export const importFound = (page: Page): Promise<void> =>
  page.getByRole('button', { name: /^Import [\d,]+ notes?$/ }).click();
