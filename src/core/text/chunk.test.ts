import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ChunkInput, type ChunkOptions, type ChunkRange, chunkPrefix, chunkRanges, passageText } from './chunk.ts';

const count = (text: string): number => text.match(/[\p{L}\p{N}]{1,4}|[^\s\p{L}\p{N}]/gu)?.length ?? 0;
const options: ChunkOptions = { count, maxTokens: 64 };

function chunk(input: Partial<ChunkInput>, more: Partial<ChunkOptions> = {}): ChunkRange[] {
  return [...chunkRanges({ title: '', text: '', context: '', ...input }, { ...options, ...more })];
}
const texts = (text: string, ranges: ChunkRange[]): string[] => ranges.map(({ start, end }) => text.slice(start, end));
const paragraph = (word: string, sentences: number): string =>
  Array.from({ length: sentences }, (_, i) => `The ${word} of part ${i} is kept dry.`).join(' ');

const line = fc.oneof(
  fc.lorem({ maxCount: 12, mode: 'sentences' }),
  fc.constantFrom(
    '',
    '',
    '# Heading',
    '## Sub',
    '```js',
    '```',
    '~~~',
    '- item one',
    '备用钥匙挂在走廊蓝色柜子后面。今天天气好。',
    'กุญแจสำรอง',
    '   ',
  ),
  fc.string({ unit: 'grapheme', maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.string({
    unit: fc.constantFrom('a', '🇩🇪', '👩‍👩‍👧', 'e\u0301', '\u0301', ' ', '\u0600', '각', 'क्षि', '\r\n', 'ﷺ'),
    maxLength: 200,
  }),
);
const document = fc.array(line, { maxLength: 40 }).map((lines) => lines.join('\n'));
const anyInput = fc.record({
  title: fc.oneof(fc.constant(''), fc.lorem({ maxCount: 60 }), fc.string({ unit: 'grapheme' })),
  text: document,
  context: fc.constantFrom('', '8 May 2023, Caroline:'),
});

describe('chunks', () => {
  it('cover every visible character with exact, ordered offsets', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        const ranges = chunk(input);
        const covered = new Uint8Array(input.text.length);
        let last = { start: -1, end: 0 };
        for (const range of ranges) {
          expect(range.start).toBeGreaterThan(last.start);
          expect(range.end).toBeGreaterThanOrEqual(last.end);
          covered.fill(1, range.start, range.end);
          last = range;
        }
        for (let i = 0; i < input.text.length; i++) {
          if (/\S/.test(input.text[i]!)) expect(covered[i]).toBe(1);
        }
      }),
    );
  });

  it('begin after one another, even if one fills its window', () => {
    const ranges = chunk({ text: 'a🇩🇪\r\n\na👩‍👩‍👧\n\n🇩🇪' }, { maxTokens: 10 });
    const starts = ranges.map(({ start }) => start);
    expect(starts).toEqual([...new Set(starts)].sort((a, b) => a - b));
  });

  it('are the same every time', () => {
    fc.assert(
      fc.property(anyInput, (input) => {
        expect(chunk(input)).toEqual(chunk(input));
      }),
    );
  });

  it('keep to the token cap, with prefix and overhead, except for a single grapheme', () => {
    fc.assert(
      fc.property(anyInput, fc.integer({ min: 0, max: 6 }), (input, overhead) => {
        const prefix = chunkPrefix(input, count);
        for (const range of chunk(input, { overhead, maxTokens: 96 })) {
          const tokens = count(passageText(input, range, prefix)) + overhead;
          const clusters = [...new Intl.Segmenter('und').segment(input.text.slice(range.start, range.end))].length;
          expect(tokens <= 96 || clusters === 1).toBe(true);
        }
      }),
    );
  });

  it('never split a grapheme cluster', () => {
    fc.assert(
      fc.property(document, (text) => {
        const boundaries = new Set([0, text.length]);
        for (const { index } of new Intl.Segmenter('und').segment(text)) boundaries.add(index);
        for (const { start, end } of chunk({ text }, { maxTokens: 32 })) {
          expect(boundaries.has(start) && boundaries.has(end)).toBe(true);
        }
      }),
    );
  });

  it('begin at headings, which stay with their text', () => {
    const keys = `# Keys\n\n${paragraph('key', 4)}`;
    const spare = `## Spare\n\n### Old\n\n${paragraph('drawer', 4)}`;
    const text = `${keys}\n\n${spare}\n`;
    expect(texts(text, chunk({ text }))).toEqual([keys, spare]);
    expect(texts(text, chunk({ text }, { maxTokens: 256 }))).toEqual([text.trim()]);
  });

  it('keep a code block whole if it fits, and otherwise cut it at lines', () => {
    const code = (lines: number): string => `\`\`\`sh\n${'run --all now\n'.repeat(lines)}\`\`\``;
    const fits = `${paragraph('rope', 5)}\n\n${code(8)}`;
    expect(texts(fits, chunk({ text: fits }))).toContain(code(8));
    const long = code(60);
    for (const part of texts(long, chunk({ text: long }))) expect(part).toMatch(/^(```|run)[\s\S]*(now|```)$/);
  });

  it('overlap within a long paragraph by about the given share, in whole sentences', () => {
    const text = paragraph('rope', 60);
    const ranges = chunk({ text }, { maxTokens: 128 });
    expect(ranges.length).toBeGreaterThan(3);
    for (const [i, { start, end }] of ranges.entries()) {
      expect(text.slice(start, end)).toMatch(/^The [\s\S]*dry\.$/);
      if (i === 0) continue;
      const shared = count(text.slice(start, ranges[i - 1]!.end));
      expect(shared).toBeGreaterThan(0);
      if (i < ranges.length - 1) expect(shared).toBeLessThan(0.25 * 128);
    }
  });

  it.each([
    ['sentences of one paragraph', ' '],
    ['short paragraphs', '\n\n'],
  ])('of a stretch end with one that is at least half full: %s', (_name, between) => {
    fc.assert(
      fc.property(fc.integer({ min: 18, max: 200 }), (sentences) => {
        const text = Array.from({ length: sentences }, (_, i) => `The rope of part ${i} is dry.`).join(between);
        const all = texts(text, chunk({ text }, { maxTokens: 128 }));
        expect(all.length).toBeGreaterThan(1);
        expect(count(all.at(-1)!)).toBeGreaterThanOrEqual(0.5 * 126);
      }),
    );
  });

  it('of the other paragraphs stay the same when one is edited', () => {
    const edits = fc.record({
      lengths: fc.array(fc.integer({ min: 1, max: 14 }), { minLength: 12, maxLength: 60 }),
      at: fc.nat(),
      added: fc.integer({ min: 0, max: 9 }),
    });
    fc.assert(
      fc.property(edits, ({ lengths, at, added }) => {
        const paragraphs = lengths.map((sentences, i) => paragraph(`thing${i}`, sentences));
        const edited = at % paragraphs.length;
        const before = paragraphs.join('\n\n');
        paragraphs[edited] += ` ${paragraph('edit', added + 1)}`;
        const after = paragraphs.join('\n\n');
        const known = new Set(texts(before, chunk({ text: before })));
        const changed = texts(after, chunk({ text: after })).filter((passage) => !known.has(passage));
        // The second of two strong paragraphs in a row always starts a window, so an edit changes no window beyond it.
        const strong = (i: number): boolean => i !== edited && lengths[i]! >= 7;
        const isStart = (i: number): boolean => strong(i) && strong(i - 1);
        let from = edited;
        while (from > 0 && !isStart(from)) from--;
        let to = edited + 1;
        while (to < paragraphs.length && !isStart(to)) to++;
        for (const passage of changed) {
          const touched = paragraphs.slice(from, to).some((p) => p.includes(passage.slice(0, 24)));
          expect(touched).toBe(true);
        }
        expect(changed.length).toBeGreaterThan(0);
      }),
    );
  });

  it('include a short title and the context, unless the passage begins with its title', () => {
    const input = { title: 'Spare key', text: '# Spare key\n\nBehind the cupboard.', context: '' };
    const prefix = chunkPrefix(input, count);
    expect(prefix).toBe('Spare key\n');
    expect(passageText(input, chunk(input)[0]!, prefix)).toBe(input.text);
    const message = { title: 'Chat', text: 'In the hall.', context: '8 May 2023, Caroline:' };
    expect(passageText(message, chunk(message)[0]!, chunkPrefix(message, count))).toBe(
      'Chat\n8 May 2023, Caroline: In the hall.',
    );
    const long = { title: paragraph('rope', 20), text: 'x', context: '' };
    expect(count(chunkPrefix(long, count))).toBeLessThanOrEqual(32);
    expect(chunkPrefix(long, count)).toMatch(/^The rope of part 0/);
  });

  it('of a memory without text: one for its title, none without one', () => {
    expect(chunk({ title: 'Spare key', text: ' \n' })).toEqual([{ start: 0, end: 0 }]);
    expect(chunk({ text: '\n\n' })).toEqual([]);
  });

  it.each([
    ['no spaces', 'x'.repeat(1_000_000)],
    ['no spaces, dictionary script', '备用钥匙挂在走廊'.repeat(125_000)],
    ['one long paragraph', paragraph('rope', 27_000)],
    ['line ends only', '\n'.repeat(1_000_000)],
    ['combining marks', `e${'\u0301'.repeat(200_000)}`],
    ['short paragraphs', 'A key.\n\n'.repeat(125_000)],
  ])('of a long text are found by counting few characters: %s', (_name, text) => {
    let counted = 0;
    const ranges = chunk(
      { text },
      {
        maxTokens: 256,
        count: (part) => {
          counted += part.length;
          return count(part);
        },
      },
    );
    expect(counted).toBeLessThan(8 * text.length + 100);
    expect(ranges.length).toBeLessThan(text.length / 50 + 2);
  });
});
