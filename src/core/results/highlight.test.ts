import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AnalyzeOptions, analyze } from '../text/analyze.ts';
import { createMarker, type MatchRange } from './highlight.ts';
import type { MatchedTerm } from './matched-term.ts';

const english: AnalyzeOptions = { stemming: 'en' };

function term(typed: string, more: Partial<MatchedTerm> = {}): MatchedTerm {
  const tokens = analyze(typed, english);
  return {
    typed,
    exact: tokens.map(({ exact }) => exact),
    stems: tokens.flatMap(({ stem }) => stem ?? []),
    prefix: null,
    ...more,
  };
}

const marked = (text: string, ranges: readonly MatchRange[]) => ranges.map(({ start, end }) => text.slice(start, end));
const mark = (text: string, terms: readonly MatchedTerm[], phrases: readonly string[] = []) =>
  marked(text, createMarker(terms, phrases, english).ranges(text));

describe('createMarker', () => {
  it('marks words, other forms of their stem, corrections and prefixes', () => {
    expect(mark('Running shoes: he runs, a runner rests.', [term('run')])).toEqual(['Running', 'runs']);
    expect(mark('OptiFine is installed', [term('optifnie', { exact: ['optifine'], stems: [] })])).toEqual(['OptiFine']);
    expect(mark('Minecraft mining', [term('mine', { prefix: 'mine', exact: [], stems: [] })])).toEqual(['Minecraft']);
  });

  it('marks the completions of one or two letters only in titles', () => {
    const marker = createMarker([term('mi', { prefix: 'mi', titlesOnly: true })], [], english);
    expect(marked('Minecraft', marker.ranges('Minecraft', 'title'))).toEqual(['Minecraft']);
    expect(marker.ranges('Minecraft')).toEqual([]);
    expect(marked('mi Minecraft', marker.ranges('mi Minecraft'))).toEqual(['mi']);
  });

  it('marks identifiers whole and by their parts', () => {
    expect(mark('see 30 CFR 75.1725 there', [term('75.1725')])).toEqual(['75.1725']);
    expect(mark('call foo.bar() now', [term('bar')])).toEqual(['bar']);
  });

  it('marks a phrase with its spaces, and only if its words are consecutive', () => {
    const text = 'A creeper farm. The farm of a creeper. Creeper  Farm!';
    expect(mark(text, [], ['creeper farm'])).toEqual(['creeper farm', 'Creeper  Farm']);
  });

  it('joins the bigrams of scripts without spaces', () => {
    expect(mark('私は東京都に住む', [term('東京都')])).toEqual(['東京都']);
    expect(mark('私は東京都に住む', [term('東京都', { exact: ['東京都'], stems: [] })])).toEqual(['東京都']);
  });

  it('finds a word across composed, decomposed and unaccented forms, in the offsets of the original', () => {
    for (const form of ['NFC', 'NFD'] as const) {
      const text = 'Un café, ÉCOLE'.normalize(form);
      expect(mark(text, [term('cafe'), term('école'.normalize('NFD'))])).toEqual([
        'café'.normalize(form),
        'ÉCOLE'.normalize(form),
      ]);
    }
  });

  it('marks function words of the query only if nothing else matched', () => {
    const text = 'What is the plan for the farm?';
    expect(mark(text, [term('the'), term('farm')])).toEqual(['farm']);
    expect(mark(text, [term('the'), term('castle')])).toEqual(['the', 'the']);
    expect(mark(text, [], ['the plan'])).toEqual(['the plan']);
  });

  it('says which terms a range contains', () => {
    const ranges = createMarker([term('creeper'), term('farm')], ['creeper farm'], english).ranges(
      'farm and creeper farm',
    );
    expect(ranges.map(({ terms }) => terms)).toEqual([0b010, 0b111]);
  });

  it('marks nothing if nothing is asked or nothing matches', () => {
    expect(mark('some text', [])).toEqual([]);
    expect(mark('', [term('text')], ['text'])).toEqual([]);
    expect(mark('some text', [term('other')])).toEqual([]);
  });

  it('gives sorted, disjoint ranges inside the text and between graphemes, for any text', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        'creeper',
        'Farm',
        'farm',
        'the',
        ' ',
        '  ',
        '. ',
        '\r\n',
        '東京',
        '都',
        'e\u0301',
        '\u0301',
        '👩‍👩‍👧',
        '🇩🇪',
      ),
      fc.constantFrom('fármş', 'ﬁne', '\u200d', '\ud800', 'x:1000', '75.1725', 'ห้อง', '각'),
      fc.string({ unit: 'grapheme', maxLength: 4 }),
    );
    const texts = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));
    const segmenter = new Intl.Segmenter('und', { granularity: 'grapheme' });
    fc.assert(
      fc.property(
        texts,
        fc.array(piece, { maxLength: 5 }),
        fc.array(texts, { maxLength: 2 }),
        (text, words, phrases) => {
          const boundaries = new Set([...segmenter.segment(text)].map(({ index }) => index)).add(text.length);
          const terms = words.map((word, i) => term(word, i === 0 && word ? { prefix: word.toLowerCase() } : {}));
          let previous = -1;
          for (const { start, end, terms: bits } of createMarker(terms, phrases, english).ranges(text)) {
            expect(start).toBeGreaterThan(previous);
            expect(end).toBeGreaterThan(start);
            expect(boundaries.has(start) && boundaries.has(end)).toBe(true);
            expect(bits).not.toBe(0);
            previous = end;
          }
          expect(previous).toBeLessThanOrEqual(text.length);
        },
      ),
      { numRuns: 400 },
    );
  });

  it('marks every token whose exact form was asked for, for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), fc.nat(), (text, choice) => {
        const tokens = analyze(text, english);
        fc.pre(tokens.length > 0);
        const wanted = tokens[choice % tokens.length]!;
        const ranges = createMarker([term('x', { exact: [wanted.exact], stems: [] })], [], english).ranges(text);
        for (const { exact, start, end } of tokens) {
          if (exact !== wanted.exact) continue;
          expect(ranges.some((range) => range.start <= start && end <= range.end)).toBe(true);
        }
      }),
      { numRuns: 300 },
    );
  });
});
