import { writeZip } from '../../src/testing/archive-writer.ts';
import { encryptedPdf } from '../../src/testing/document-samples.ts';
import { expect, test } from '../fixtures.ts';
import { NOTES, openElement } from './fake-client.ts';
import { dropFiles, openRealElement } from './real-element.ts';

const LANGUAGES = [
  {
    language: 'de',
    dir: 'ltr',
    pdf: 'Die PDF-Datei ist verschlüsselt: Speichern Sie sie ohne Passwort',
    zip: 'Kein vollständiges Zip-Archiv; bitte noch einmal herunterladen oder kopieren',
  },
  {
    language: 'ar',
    dir: 'rtl',
    pdf: 'ملف PDF مشفّر: احفظه بلا كلمة مرور',
    zip: 'ليس أرشيف zip كاملًا؛ نزّله أو انسخه مرة أخرى',
  },
] as const;

for (const { language, dir, pdf, zip } of LANGUAGES) {
  test(`${language}: says in its language what can’t be read, and loads the sentences with the panel`, async ({
    page,
    baseUrl,
  }) => {
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(new URL(request.url()).pathname));
    const sentences = (): string[] => scripts.filter((path) => path.includes('/problems-'));
    await openRealElement(page, baseUrl, { name: `problems-${language}`, 'model-load': 'manual', lang: language });
    // All panels are fetched in the background. The sentences come only when the panel is shown.
    await expect.poll(() => scripts.includes('/import-panel.js')).toBe(true);
    expect(sentences()).toEqual([]);
    const files = {
      'locked.pdf': encryptedPdf(),
      'cut.zip': writeZip([{ path: 'a.md', data: '# A' }]).slice(0, -30),
    };
    await page.evaluate(
      (given) => {
        const dataTransfer = new DataTransfer();
        for (const [name, base64] of given)
          dataTransfer.items.add(new File([Uint8Array.from(atob(base64!), (char) => char.charCodeAt(0))], name!));
        const frame = window.element.shadowRoot!.querySelector('.list')!;
        frame.dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, composed: true, dataTransfer }));
      },
      Object.entries(files).map(([name, content]) => [name, Buffer.from(content).toString('base64')]),
    );
    const problems = page.locator('hs-import-panel .problems');
    await expect(problems.getByRole('listitem').filter({ hasText: 'locked.pdf' })).toContainText(pdf);
    await expect(problems.getByRole('listitem').filter({ hasText: 'cut.zip' })).toContainText(zip);
    for (const sentence of await problems.locator('.what').all()) await expect(sentence).toHaveAttribute('dir', dir);
    expect(sentences().filter((path) => /problems-[a-z]{2}\.js$/.test(path))).toHaveLength(1);
    expect(sentences().join()).toContain(`problems-${language}.js`);
    await page.evaluate(() => {
      window.element.strings = { problems: { 'encrypted-pdf': 'PDF!' } };
    });
    await expect(problems.getByRole('listitem').filter({ hasText: 'locked.pdf' })).toContainText('PDF!');
  });
}

test('an import that fails, and one that can’t be removed, are explained in German', async ({ page, baseUrl }) => {
  await openElement(page, baseUrl, NOTES, { language: 'de' });
  await page.evaluate(() => {
    const refuse = async (): Promise<never> => {
      const brand = { code: 'storage', [Symbol.for('hybrid-search.error')]: true };
      throw Object.assign(new Error('The storage failed'), brand);
    };
    const counts = { added: 3, updated: 0, unchanged: 0 };
    const record = { ...counts, id: 'i1', name: 'old.md', files: 1, startedAt: 0, endedAt: 1, contents: [] };
    Object.assign(window.fake, { preview: refuse, removeImport: refuse, imports: async () => [record] });
  });
  await page.getByRole('button', { name: 'Importieren' }).click();
  const panel = page.locator('hs-import-panel');
  await panel.getByRole('button', { name: 'Diesen Import entfernen: old.md' }).click();
  await panel.getByRole('button', { name: 'Endgültig entfernen' }).click();
  await expect(panel.getByRole('status')).toHaveText(
    'Der Import konnte nicht entfernt werden. Versuchen Sie es noch einmal.',
  );
  const chooser = page.waitForEvent('filechooser');
  await panel.getByRole('button', { name: 'Dateien auswählen' }).click();
  await (await chooser).setFiles([{ name: 'a.md', mimeType: 'text/markdown', buffer: Buffer.from('# A') }]);
  await expect(panel.getByRole('alert')).toHaveText('Der Import ist fehlgeschlagen.');
  await expect(panel).toContainText('Importieren Sie dieselben Dateien noch einmal');
  await expect(panel).not.toContainText('The storage failed');
});

test('in Arabic, the line about a format runs from right to left, although the format’s name doesn’t', async ({
  page,
  baseUrl,
}) => {
  await openRealElement(page, baseUrl, { name: 'format-line', 'model-load': 'manual', language: 'ar' });
  await dropFiles(page, { 'plans.md': '# Plans\n\nHeat pump.' });
  const line = page.locator('hs-import-found .kind > *');
  await expect(line).toContainText('Markdown:');
  await expect(line).toHaveCSS('direction', 'rtl');
});
