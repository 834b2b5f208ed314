import type { Page } from '@playwright/test';
import type { HybridSearchElement, SearchResponse } from '../../src/index.ts';

declare global {
  interface Window {
    answer?: SearchResponse;
  }
}

export async function openRealElement(
  page: Page,
  baseUrl: string,
  attributes: { [name: string]: string },
): Promise<void> {
  await page.goto(`${baseUrl}/blank`);
  await page.evaluate(async (given) => {
    const module = '/define.js';
    await import(module);
    const element = document.createElement('hybrid-search') as HybridSearchElement;
    for (const [name, value] of Object.entries(given)) element.setAttribute(name, value);
    window.element = element;
    document.body.append(element);
    await element.ready;
    await element.updateComplete;
  }, attributes);
}

export async function dropFiles(page: Page, files: { [name: string]: Uint8Array | string }): Promise<void> {
  const given = Object.entries(files).map(([name, content]) => [name, Buffer.from(content).toString('base64')]);
  await page.evaluate((given) => {
    const dataTransfer = new DataTransfer();
    for (const [name, base64] of given)
      dataTransfer.items.add(new File([Uint8Array.from(atob(base64!), (char) => char.charCodeAt(0))], name!));
    const frame = window.element.shadowRoot!.querySelector('.list')!;
    frame.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, composed: true, dataTransfer }));
  }, given);
}

export async function keepAnswers(page: Page): Promise<void> {
  await page.evaluate(() => {
    window.element.addEventListener('hs-search', ({ response }) => {
      window.answer = response;
    });
  });
}

/** Needs `keepAnswers`. */
export async function ask(page: Page, query: string): Promise<void> {
  await page.getByRole('combobox').fill(query);
  await answered(page, query);
}

/** Needs `keepAnswers`. Waits for the complete answer to the whole query, not to one that's half typed. */
export async function answered(page: Page, query: string): Promise<void> {
  await page.waitForFunction((asked) => window.answer?.query === asked && !window.answer.partial, query);
  await page.evaluate(() => window.element.updateComplete);
}

/** The returned function lets the script arrive. */
export async function openWaitingElement(page: Page, url: string, script: string): Promise<() => void> {
  let arrive = (): void => {};
  const gate = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route(`**/${script}`, async (route) => {
    await gate;
    await route.continue();
  });
  await page.goto(url);
  await addElement(page);
  return arrive;
}

export async function addElement(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const module = '/define.js';
    await import(module);
    document.body.append(document.createElement('hybrid-search'));
  });
}
