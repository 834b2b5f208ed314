import type { Page } from '@playwright/test';
import { expect, test } from '../fixtures.ts';
import { openRealElement } from './real-element.ts';

const GERMAN = [
  { id: 'zahn', text: 'Die Zahnärztin hat die Füllung gemacht und will mich in einem halben Jahr wieder sehen.' },
  { id: 'kuchen', text: 'Für den Apfelkuchen die Äpfel schälen und mit Zimt und Zucker auf dem Teig verteilen.' },
  { id: 'schnee', text: 'Wir müssen den Schnee vor dem Haus bis sieben Uhr geräumt haben, sonst gibt es Ärger.' },
];
const ENGLISH = [
  { id: 'tyres', text: 'The bicycle tyres need four bars at the front and four and a half at the back.' },
  { id: 'router', text: 'The router in the hall restarts every night at four in the morning.' },
];

async function openNotes(page: Page, baseUrl: string, { lang = 'en', load = 'auto' } = {}): Promise<void> {
  const attributes = { name: 'unread', lang, model: 'bge-small-en-v1.5', 'model-load': load };
  await openRealElement(page, baseUrl, attributes);
  await page.evaluate(
    async (notes) => {
      await (await window.element.ready).addMany(notes);
    },
    [...GERMAN, ...ENGLISH],
  );
}

const isReady = (page: Page) => expect(page.getByText('Word and meaning')).toBeVisible();

const offer = (page: Page) => page.locator('[part=language-offer]');

test('offers the model that reads the notes, and finds them across languages with it', async ({ page, baseUrl }) => {
  await openNotes(page, baseUrl);
  await isReady(page);
  await expect(offer(page)).toContainText('3 of your notes are in German, which the model doesn’t read.');
  const box = page.getByRole('combobox');
  const missing = page.getByText('The model doesn’t read German, so answers in it may be missing.');
  await box.fill('clear the snow');
  await expect(page.getByRole('option')).not.toHaveCount(0);
  await expect(missing.first()).toBeVisible();
  await box.fill('how to make apple pie');
  await expect(page.getByRole('heading', { name: 'Nothing relevant' })).toBeVisible();
  await expect(missing.first()).toBeVisible();

  await page.getByRole('button', { name: 'Read them too (40 MB)' }).click();
  await expect(offer(page)).toHaveCount(0);
  await expect(box).toBeFocused();
  await isReady(page);
  await expect(page.getByRole('option').first()).toContainText('Apfelkuchen');
  await expect(missing).toHaveCount(0);
  expect(await page.evaluate(async () => (await (await window.element.ready).stats()).unread)).toEqual({});
});

test('says so if the model does not read the language of the query', async ({ page, baseUrl }) => {
  await openNotes(page, baseUrl);
  await isReady(page);
  await page.getByRole('combobox').fill('我的猫粮在哪里');
  await expect(page.getByText('The model doesn’t read Chinese, so answers in it may be missing.')).toBeVisible();
});

test('an offer is made before any model is loaded, with the runtime in its size, and stays away once postponed', async ({
  page,
  baseUrl,
}) => {
  await page.setViewportSize({ width: 320, height: 640 });
  await openNotes(page, baseUrl, { load: 'ask' });
  const accept = offer(page).getByRole('button', { name: 'Read them too (54 MB)' });
  await expect(accept).toBeVisible();
  // A tenth of the window.
  expect((await offer(page).boundingBox())!.height).toBeLessThan(64);
  await offer(page).getByRole('button', { name: 'Later' }).click();
  await expect(offer(page)).toHaveCount(0);
  await openNotes(page, baseUrl, { load: 'ask' });
  await expect(page.getByRole('option')).toHaveCount(5);
  await expect(page.getByText('5 notes', { exact: true }).last()).toBeVisible();
  await expect(offer(page)).toHaveCount(0);
});

const OFFERS: [lang: string, sentence: string][] = [
  ['de', '3 Ihrer Notizen sind auf Deutsch. Das Modell liest sie nicht.'],
  ['fr', '3 de vos notes sont en allemand, que le modèle ne lit pas.'],
  ['es', '3 de tus notas están en alemán, que el modelo no lee.'],
  ['zh', '您有 3 条笔记使用德语，此模型无法识别。'],
  ['ar', 'لديك 3 ملاحظات بلغة لا يقرؤها النموذج: \u2068الألمانية\u2069.'],
];
for (const [lang, sentence] of OFFERS) {
  test(`makes the offer in the language of the page: ${lang}`, async ({ page, baseUrl }) => {
    await openNotes(page, baseUrl, { lang, load: 'ask' });
    await expect(offer(page)).toContainText(sentence);
  });
}
