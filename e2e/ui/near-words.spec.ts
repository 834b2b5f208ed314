/** Whether a near word is offered depends on the labels, and these depend on the model. */
import { expect, test } from '../fixtures.ts';
import { ask, keepAnswers, openRealElement } from './real-element.ts';

const NOTES = [
  {
    id: 'boiler',
    title: 'Boiler loses pressure',
    text: 'Filled to 1.4 bar by the loop under the sink. The plumber who repairs the boiler is Mr. Adeyemi.',
  },
  { id: 'compost', title: 'Compost', text: 'Green and brown waste, well mixed, turned twice before the winter.' },
  { id: 'router', title: 'Router', text: 'The router in the hall restarts every night at four in the morning.' },
  { id: 'choir', title: 'Choir', text: 'Rehearsals moved to Thursdays at seven, in the old gymnasium.' },
];

test('a near word is offered if no match is strong, and not above a strong one', async ({ page, baseUrl }) => {
  await openRealElement(page, baseUrl, { name: 'near-words', lang: 'en', model: 'bge-small-en-v1.5' });
  await page.evaluate(async (notes) => {
    const client = await window.element.ready;
    await client.addMany(notes);
    await client.idle();
  }, NOTES);
  await expect(page.getByText('Word and meaning')).toBeVisible();
  await keepAnswers(page);
  const offer = page.getByText('Did you mean');
  await ask(page, 'fixed gear');
  await expect(offer).toContainText('mixed gear');
  await ask(page, 'who fixed the boiler pressure');
  await expect(page.getByRole('option').first()).toContainText('Boiler loses pressure');
  await expect(page.locator('.rows .label').first()).toHaveText('Strong match');
  await expect(offer).toHaveCount(0);
});
