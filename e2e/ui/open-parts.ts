import type { Page } from '@playwright/test';
import type { HybridSearchClient } from '../../src/client/public-types.ts';

export type PartElement = HTMLElement & { ready: Promise<HybridSearchClient> };

export const NOTES = [
  { id: 'iron', title: 'Iron farm', text: 'Ten villagers and a bell. The golem appears at dusk.', tags: ['farms'] },
  { id: 'gold', title: 'Gold farm', text: 'Above the portal. Mind the iron doors, they stick.', tags: ['farms'] },
  { id: 'bread', title: 'Bread', text: 'Flour, water, salt. Bake in an iron pot.', tags: ['kitchen'] },
];

export async function openParts(
  page: Page,
  baseUrl: string,
  markup: string,
  notes: { [store: string]: object[] } = {},
) {
  // Keeps the model from loading, for which parts have no attribute. With the model, answers would get further rows.
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'connection', { configurable: true, value: { saveData: true } }),
  );
  await page.goto(`${baseUrl}/blank`);
  await page.evaluate(
    async ([html, filled]) => {
      const [element, client] = ['/define.js', '/client.js'];
      const { createHybridSearch } = await import(client);
      for (const [name, inputs] of Object.entries(filled)) {
        const store = createHybridSearch({ name, modelLoad: 'manual' });
        await store.addMany(inputs);
        await store.close();
      }
      await import(element);
      document.body.innerHTML = html;
      const parts = [...document.body.querySelectorAll<PartElement>('*')].filter(({ localName }) =>
        localName.startsWith('hybrid-search'),
      );
      await Promise.all(parts.map((part) => part.ready));
    },
    [markup, notes] as const,
  );
}
