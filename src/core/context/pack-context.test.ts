import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { ContextCandidate } from './context.ts';
import { estimateTokens } from './estimate-tokens.ts';
import { type CountTokens, packContext } from './pack-context.ts';

const DAY = new Date(2026, 4, 3, 12).getTime();
const words: CountTokens = (texts) => texts.map((text) => text.split(/\s+/).filter(Boolean).length);

const note = (id: string, text: string, more: Partial<ContextCandidate> = {}): ContextCandidate => ({
  id,
  text,
  start: 0,
  end: text.length,
  type: 'note',
  createdAt: DAY,
  label: 'likely',
  relevance: 0.5,
  ...more,
});
const message = (id: string, text: string, minute: number, more: Partial<ContextCandidate> = {}): ContextCandidate =>
  note(id, text, { type: 'conversation', role: 'user', session: 's', createdAt: DAY + minute * 60_000, ...more });

afterEach(() => {
  vi.restoreAllMocks();
});

test('the day of a heading is in the person’s time zone', async () => {
  const late = note('a', 'Call the plumber', { createdAt: Date.UTC(2026, 4, 4, 2) });
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(240);
  expect((await packContext([late], 100, words)).text).toBe('2026-05-03\n[1] Call the plumber');
  vi.spyOn(Date.prototype, 'getTimezoneOffset').mockReturnValue(-120);
  expect((await packContext([late], 100, words)).text).toBe('2026-05-04\n[1] Call the plumber');
  const last = note('a', 'x', { createdAt: 8.64e15 });
  expect((await packContext([last], 100, words)).text).toContain('[1] x');
});

describe('packContext', () => {
  test('takes the best first, and skips one that does not fit', async () => {
    const packed = await packContext(
      [note('a', 'one two three'), note('b', 'a text of far too many words for it'), note('c', 'four five')],
      12,
      words,
    );
    expect(packed.passages.map(({ id }) => id)).toEqual(['a', 'c']);
    expect(packed.omitted).toBe(1);
    expect(packed.tokens).toBeLessThanOrEqual(12);
  });

  test('keeps messages of a session together in order, at the place of the best passage', async () => {
    const packed = await packContext(
      [
        message('late', 'Tuesday it is', 9),
        note('n', 'Bring the map', { title: 'Trip' }),
        message('early', 'When?', 1),
      ],
      100,
      words,
    );
    expect(packed.text).toBe(
      '2026-05-03\n[1] user: When?\n[2] user: Tuesday it is\n2026-05-03 Trip\n[3] Bring the map',
    );
    expect(packed.passages.map(({ id, citation }) => [id, citation])).toEqual([
      ['early', 1],
      ['late', 2],
      ['n', 3],
    ]);
  });

  test('names threads if there are several', async () => {
    const packed = await packContext(
      [message('a', 'Hello', 1, { thread: 'Ann' }), message('b', 'Hi', 2, { thread: 'Ben' })],
      100,
      words,
    );
    expect(packed.text).toContain('2026-05-03 Ann\n');
    expect(packed.text).toContain('2026-05-03 Ben\n');
  });

  test('packs and counts nothing if nothing was found', async () => {
    expect(await packContext([], 100, words)).toEqual({ text: '', passages: [], tokens: 0, omitted: 0 });
    expect((await packContext([note('a', 'one two three')], 1, words)).text).toBe('');
  });

  test('stays within the budget although a counter finds more in the whole than in its parts', async () => {
    const greedy: CountTokens = (texts) => texts.map((text) => estimateTokens(text) + text.split('\n').length ** 2);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.string({ maxLength: 40 }), fc.boolean(), fc.nat(3)), { maxLength: 20 }),
        fc.integer({ min: 1, max: 120 }),
        async (given, budget) => {
          const candidates = given.map(([text, talk, minute], index) =>
            talk ? message(`m${index}`, text, minute) : note(`n${index}`, text),
          );
          const packed = await packContext(candidates, budget, greedy);
          expect(packed.tokens).toBeLessThanOrEqual(budget);
          expect(packed.passages.length + packed.omitted).toBe(candidates.length);
          expect(packed.passages.map(({ citation }) => citation)).toEqual(packed.passages.map((_, index) => index + 1));
          for (const { citation } of packed.passages) expect(packed.text).toContain(`[${citation}] `.trim());
        },
      ),
    );
  });
});
