import { expect, type Locator, type Page } from '@playwright/test';

export const listed = (page: Page): Locator => page.locator('hybrid-search-results');
export const rows = (page: Page): Locator => listed(page).getByRole('option');
export const titles = (page: Page): Locator => listed(page).locator('.title');

export async function answeredByMeaning(page: Page): Promise<void> {
  await expect(page.locator('hybrid-search-status')).toContainText('Word and meaning');
  await expect(listed(page).locator('.summary .time')).toBeVisible();
  await expect(listed(page).locator('.list')).toHaveAttribute('aria-busy', 'false');
}
