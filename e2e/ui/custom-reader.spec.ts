import { expect, test } from '../fixtures.ts';
import { importFound } from './import-look.ts';
import { openRealElement } from './real-element.ts';

const MAY = '2026-05-02 3.20 Bread\n2026-05-03 ? Milk\n2026-05-04 9.90 Honey\n';

test('a dropped file of a registered format is read like one of a built-in format', async ({ page, baseUrl }) => {
  await openRealElement(page, baseUrl, { name: 'custom-reader', 'model-load': 'manual' });
  await page.evaluate(async () => {
    const client = await window.element.ready;
    client.registerReader({
      name: 'Ledger',
      extensions: ['ledger'],
      async *read(file) {
        for (const line of (await file.text()).trim().split('\n')) {
          const [date, amount, what] = line.split(' ');
          if (amount === '?') yield { problem: `No amount for ${what}` };
          else yield { memory: { text: what!, createdAt: date!, metadata: { amount: Number(amount) } } };
        }
      },
    });
  });
  const drop = (content: string): Promise<void> =>
    page.evaluate((content) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([content], 'may.LEDGER'));
      dataTransfer.items.add(new File(['no text'], '.DS_Store'));
      const frame = window.element.shadowRoot!.querySelector('.list')!;
      frame.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, composed: true, dataTransfer }));
    }, content);
  const count = (): Promise<number> => page.evaluate(async () => (await window.element.ready).count());

  await drop(MAY);
  const panel = page.locator('hs-import-panel');
  await expect(panel).toContainText('Ledger: 2 notes, 2026');
  await expect(panel.getByRole('listitem').filter({ hasText: 'No amount for Milk' })).toContainText(
    'may.LEDGER, line 2',
  );
  await expect(panel).toContainText('1 other file left out');
  expect(await count()).toBe(0);
  await importFound(page);
  await expect(panel).toContainText('2 added, 0 updated, 0 unchanged');

  await drop(`${MAY}2026-05-05 1.00 Tea\n`);
  await importFound(page);
  await expect(panel).toContainText('1 added, 0 updated, 2 unchanged');
  expect(await count()).toBe(3);
});
