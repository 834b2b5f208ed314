/** Checks that rows show a word that their note matched by. */
import { expect, type Page } from '@playwright/test';
import { ask, keepAnswers, openRealElement } from './real-element.ts';

export interface MarkedRows {
  /** Rows of notes that matched by words. */
  matched: number;
  /** Ids of the matched notes whose row shows no mark. */
  hidden: string[];
}

/**
 * Gives the element this width, in CSS pixels. Its rows depend on nothing else in the window.
 * Don't name functions inside, because esbuild wraps them in a helper that the page lacks.
 */
export const markedRows = (page: Page, width: number): Promise<MarkedRows> =>
  page.evaluate(async (inlineSize) => {
    window.element.style.inlineSize = `${inlineSize}px`;
    // The rows learn of their width in the first frame, and are drawn for it before the second one.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    await window.element.updateComplete;
    const { hits, weak } = window.answer!;
    const rows = [...window.element.renderRoot.querySelectorAll('.option')];
    const matched = [...hits, ...weak]
      .map(({ id, highlights }, at) => ({ id, highlights, row: rows[at] }))
      .filter(({ row, highlights }) => row && highlights.some(({ kind }) => kind === 'keyword'));
    const hidden = matched.filter(
      ({ row }) =>
        ![...row!.querySelectorAll('mark')].some((mark) => {
          const seen = mark.closest('.title, .passage')!.getBoundingClientRect();
          return [...mark.getClientRects()].some(
            ({ left, right, top, bottom }) =>
              left >= seen.left - 1 && right <= seen.right + 1 && top >= seen.top - 1 && bottom <= seen.bottom + 4,
          );
        }),
    );
    return { matched: matched.length, hidden: hidden.map(({ id }) => id) };
  }, width);

/** Opens an element without a model, and adds the notes. */
export async function openNotes(
  page: Page,
  baseUrl: string,
  notes: readonly { id: string; title?: string; text: string }[],
): Promise<void> {
  await openRealElement(page, baseUrl, { 'model-load': 'manual' });
  await keepAnswers(page);
  await page.evaluate(async (all) => {
    await (await window.element.ready).addMany(all);
  }, notes);
}

/** Asks a question, and shows its rows even if all are weak. Returns false if nothing matches by words. */
export async function askForMarks(page: Page, question: string): Promise<boolean> {
  await ask(page, question);
  const [hits, words] = await page.evaluate(() => {
    const { hits: likely, weak } = window.answer!;
    const byWords = [...likely, ...weak].filter(({ highlights }) => highlights.some(({ kind }) => kind === 'keyword'));
    return [likely.length, byWords.length];
  });
  if (words === 0) return false;
  // If all hits are weak, their rows appear only after a click on this button.
  if (hits === 0) await page.getByRole('button', { name: /^Show .* loose match/ }).click();
  await expect(page.getByRole('option').first()).toBeVisible();
  return true;
}
