import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { NOTES, openElement } from './fake-client.ts';

const parameters = (page: Page): string[][] => [...new URL(page.url()).searchParams];

test('the open note is in the address, and a reload opens it again', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, NOTES, { 'deep-link': '' });
  await page.getByRole('combobox').fill('bread');
  await page.getByRole('option', { name: /Bread/ }).click();
  await expect(page.getByRole('heading', { name: 'Bread' })).toBeFocused();
  await expect
    .poll(() => parameters(page))
    .toEqual([
      ['q', 'bread'],
      ['note', 'bread'],
    ]);
  await openElement(page, baseUrl, NOTES, { 'deep-link': '' }, '/blank?note=bread');
  await expect(page.getByRole('heading', { name: 'Bread' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect.poll(() => parameters(page)).toEqual([]);
});

test('a copied link to a note opens it whatever the query was', async ({ page, baseUrl, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openElement(page, baseUrl, NOTES, { 'deep-link': 'find' }, '/blank?page=2');
  await page.getByRole('combobox').fill('iron');
  await page.getByRole('option', { name: /Gold farm/ }).click();
  await page.getByRole('button', { name: 'Copy link' }).click();
  await expect(page.locator('.toast')).toContainText('Copied');
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toBe(`${baseUrl}/blank?page=2&find-note=gold`);
});

test('a link to a missing note says so', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, NOTES, { 'deep-link': '' }, '/blank?note=elsewhere');
  await expect(page.locator('.toast')).toContainText('isn’t in this browser');
  await expect(page.getByRole('option')).toHaveCount(5);
});

test('without the attribute the address is left alone', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, NOTES, {}, '/blank?note=bread');
  await page.getByRole('option', { name: /Gold farm/ }).click();
  await expect(page.getByRole('heading', { name: 'Gold farm' })).toBeFocused();
  await expect(page.getByRole('button', { name: 'Copy link' })).toHaveCount(0);
  expect(parameters(page)).toEqual([['note', 'bread']]);
});

test('a query that the page sets is in the address', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, NOTES, { 'deep-link': '' });
  await page.evaluate(() => {
    window.element.query = 'bread';
  });
  await expect.poll(() => parameters(page)).toEqual([['q', 'bread']]);
});

test('everything else works in a document whose address cannot be changed', async ({ page, baseUrl }) => {
  const failures: string[] = [];
  page.on('pageerror', ({ message }) => failures.push(message));
  await openElement(page, baseUrl, NOTES, { 'deep-link': '' });
  await page.evaluate(() => {
    // As in an `srcdoc` frame.
    history.replaceState = () => {
      throw new DOMException('A history state object cannot be created in this document.', 'SecurityError');
    };
  });
  await page.getByRole('combobox').fill('bread');
  await page.getByRole('option', { name: /Bread/ }).click();
  await expect(page.getByRole('heading', { name: 'Bread' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(page.locator('hs-memory-view')).toHaveCount(0);
  expect(failures).toEqual([]);
});
