import v8 from 'node:v8';
import vm from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Scope } from '../../core/filter/scope.ts';
import { parseQuery } from '../../core/query/parse.ts';
import type { Ordinal } from '../../core/record/memory.ts';
import { runAtOnce } from '../../core/steps.ts';
import { distractors } from '../../testing/distractors.ts';
import { fuzzQueries } from '../../testing/fuzz-queries.ts';
import { createKeywordIndex } from './bm25-index.ts';
import type { KeywordDocument, KeywordIndex, KeywordResult } from './keyword-index.ts';

const document = (ordinal: number, text: string, more: Partial<KeywordDocument> = {}): KeywordDocument => ({
  ordinal: ordinal as Ordinal,
  title: '',
  text,
  tags: [],
  aliases: [],
  links: [],
  ...more,
});
const everything = (size: number): Scope => ({ size, allowed: null, count: size });
const EXACT = { prefix: false, typoTolerance: true };

function indexOf(texts: readonly string[]): KeywordIndex {
  const index = createKeywordIndex();
  texts.forEach((text, ordinal) => {
    index.add(document(ordinal, text));
  });
  return index;
}

function hits(result: KeywordResult): number[] {
  return [...result.scores.keys()]
    .filter((ordinal) => result.scores[ordinal]! > 0)
    .sort((a, b) => result.scores[b]! - result.scores[a]!);
}

describe('scores', () => {
  it('match BM25 with k1 1.2 and b 0.75 for one exact word', () => {
    const index = createKeywordIndex({ stemming: 'none', stemWeight: 1, exactWeight: 0, k1: 1.2, b: 0.75, delta: 0 });
    ['kettle kettle tea', 'kettle', 'tea cup saucer spoon'].forEach((text, ordinal) => {
      index.add(document(ordinal, text));
    });
    const { scores, sd, count } = index.search(parseQuery('kettle'), everything(3), EXACT);
    const idf = Math.log(1 + (3 - 2 + 0.5) / (2 + 0.5));
    const average = 8 / 3;
    const bm25 = (frequency: number, length: number): number =>
      (idf * frequency * 2.2) / (frequency + 1.2 * (0.25 + (0.75 * length) / average));
    expect(scores[0]).toBeCloseTo(bm25(2, 3), 5);
    expect(scores[1]).toBeCloseTo(bm25(1, 1), 5);
    expect(scores[2]).toBe(0);
    expect(count).toBe(2);
    const mean = (bm25(2, 3) + bm25(1, 1)) / 3;
    expect(sd).toBeCloseTo(Math.sqrt((bm25(2, 3) ** 2 + bm25(1, 1) ** 2) / 3 - mean ** 2), 5);
  });

  it('rank the word as typed above its inflections', () => {
    const index = indexOf(['three farms here', 'three farm here', 'three farming here']);
    expect(hits(index.search(parseQuery('farm'), everything(3), EXACT))[0]).toBe(1);
  });

  it('grow with the share of the query that a memory contains, and never exceed the maximum', () => {
    const index = indexOf(['iron farm', 'iron', 'nothing of it']);
    const result = index.search(parseQuery('iron farm'), everything(3), EXACT);
    expect(result.coverage[0]).toBeCloseTo(1);
    expect(result.coverage[1]).toBeGreaterThan(0);
    expect(result.coverage[1]).toBeLessThan(1);
    expect(result.coverage[2]).toBe(0);
    expect(Math.max(...result.scores)).toBeLessThanOrEqual(result.highestPossible);
  });

  it('count function words little, unless the query has nothing else', () => {
    const index = indexOf(['what is this', 'the kettle']);
    expect(hits(index.search(parseQuery('what is the kettle'), everything(2), EXACT))[0]).toBe(1);
    expect(hits(index.search(parseQuery('what is'), everything(2), EXACT))).toEqual([0]);
  });
});

describe('scope', () => {
  const index = indexOf(['kettle secretword', 'kettle blue', 'kettle red', 'kettle green']);
  const scope: Scope = { size: 4, allowed: Uint8Array.of(0, 1, 1, 1), count: 3 };

  it("hides other viewers' memories in hits, counts, rarity and corrections", () => {
    const result = index.search(parseQuery('kettle'), scope, EXACT);
    expect(hits(result)).not.toContain(0);
    expect(result.count).toBe(3);
    expect(index.documentFrequency('secretword', scope)).toBe(0);
    expect(index.search(parseQuery('secretwort'), scope, EXACT).corrections).toEqual([]);
    expect(index.search(parseQuery('secretwort'), everything(4), EXACT).corrections).toEqual([
      { from: 'secretwort', to: 'secretword' },
    ]);
  });

  it("scores as if hidden memories didn't exist", () => {
    const alone = createKeywordIndex();
    ['kettle blue', 'kettle red', 'kettle green'].forEach((text, at) => {
      alone.add(document(at + 1, text));
    });
    const within = index.search(parseQuery('kettle blue'), scope, EXACT);
    const only = alone.search(parseQuery('kettle blue'), { size: 4, allowed: null, count: 3 }, EXACT);
    expect([...within.scores].map((score) => score.toFixed(5))).toEqual(
      [...only.scores].map((score) => score.toFixed(5)),
    );
  });
});

describe('excluded', () => {
  const index = indexOf(['iron farm', 'gold farm', 'iron shed', 'lake']);
  const excluded = (query: string): number[] | null => {
    const result = index.search(parseQuery(query), everything(4), EXACT);
    return result.excluded && [...result.excluded.keys()].filter((ordinal) => result.excluded![ordinal] === 1);
  };

  it.each<[string, number[] | null]>([
    ['farm', null],
    ['farm shed', null],
    ['farm -iron', [0, 2]],
    ['+farm iron', [2, 3]],
    ['"iron farm"', [1, 2, 3]],
    ['iron AND farm', [1, 2, 3]],
    ['"iron farm" OR "gold farm"', [2, 3]],
    ['"iron farm" OR lake', null],
    ['-"iron farm"', [0]],
    ['NOT (iron OR gold)', [0, 1, 2]],
    ['title:farm', [0, 1, 2, 3]],
  ])('%s', (query, expected) => {
    expect(excluded(query)).toEqual(expected);
  });
});

describe('containing', () => {
  const index = indexOf([
    'Region D40',
    'Region D41',
    'see 75.1725 now',
    'at x:1000, z:-500',
    'iron farm',
    'farm iron',
    '500 64 200',
  ]);
  it.each<[string, number[]]>([
    ['d40', [0]],
    ['75.1725', [2]],
    ['-500', [3]],
    ['500', [6]],
    ['iron farm', [4]],
    ['1000', [3]],
    ['nothing', []],
    ['', []],
  ])('%s', (text, expected) => {
    const found = index.containing(text, everything(7));
    expect([...found.keys()].filter((ordinal) => found[ordinal] === 1)).toEqual(expected);
  });
});

describe('removal, snapshot, vacuum', () => {
  const memories = distractors(300).map((memory, at) =>
    document(at, memory.text, { title: memory.title ?? '', tags: memory.tags ?? [] }),
  );
  const queries = ['the image', '"the image"', 'cahce', 'sen', 'tag -image', 'title:the'].map(parseQuery);
  const answers = (index: KeywordIndex): number[][] =>
    queries.map((query) =>
      [...index.search(query, everything(300), { prefix: true, typoTolerance: true }).scores].map((score) =>
        Math.round(score * 1e4),
      ),
    );

  it('leaves nothing of a removed memory', () => {
    const index = createKeywordIndex();
    for (const memory of memories) index.add(memory);
    index.add(document(5, 'xylophonist solo', { title: 'Zanzibar', tags: ['quokka'] }));
    index.remove(5 as Ordinal);
    const bytes = new TextDecoder('latin1').decode(runAtOnce(index.toBytes()));
    for (const word of ['xylophonist', 'zanzibar', 'quokka']) {
      expect(index.documentFrequency(word, everything(300))).toBe(0);
      expect(bytes).not.toContain(word);
    }
    expect(index.size).toBe(299);
  });

  it('gives the same answers after adding in another order, a snapshot and a vacuum', () => {
    const index = createKeywordIndex();
    for (const memory of memories) index.add(memory);
    const expected = answers(index);
    for (const memory of memories.slice(0, 150)) index.remove(memory.ordinal);
    for (const memory of memories.slice(0, 150).reverse()) index.add(memory);
    expect(answers(index)).toEqual(expected);
    index.vacuum();
    expect(answers(index)).toEqual(expected);
    const loaded = createKeywordIndex();
    loaded.loadBytes(runAtOnce(index.toBytes()));
    expect(answers(loaded)).toEqual(expected);
    expect(loaded.size).toBe(300);
  });

  it('reads snapshots of former formats: parts in another order, then without the order of terms', () => {
    const index = createKeywordIndex();
    for (const memory of memories) index.add(memory);
    const bytes = runAtOnce(index.toBytes());
    const [, count, ...lengths] = new Uint32Array(bytes.slice(0, 32).buffer);
    let end = 32;
    const [postings, streams, dictionary, terms, documents, order] = lengths.map((length) => {
      end += length;
      return bytes.subarray(end - length, end);
    }) as [Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array];
    const former = [dictionary, terms, documents, streams, postings, order];
    for (const [magic, parts] of [
      [0x4b575333, former],
      [0x4b575332, former.slice(0, 5)],
    ] as const) {
      const header = new Uint8Array(Uint32Array.of(magic, count!, ...parts.map(({ length }) => length)).buffer);
      const loaded = createKeywordIndex();
      loaded.loadBytes(new Uint8Array(Buffer.concat([header, ...parts])));
      expect(answers(loaded)).toEqual(answers(index));
    }
  });

  it('is saved without a second copy of its bytes', () => {
    v8.setFlagsFromString('--expose-gc');
    const collect = vm.runInNewContext('gc') as () => void;
    const index = createKeywordIndex();
    for (let at = 0; at < 2_000; at++) index.add(document(at, `${memories[at % memories.length]!.text} ${at % 40}`));
    // V8 frees the buffers of a collection in the background. The next collection waits for that.
    collect();
    collect();
    const before = process.memoryUsage().arrayBuffers;
    const { length } = runAtOnce(index.toBytes());
    const allocated = process.memoryUsage().arrayBuffers - before;
    expect(allocated).toBeGreaterThanOrEqual(length);
    expect(allocated).toBeLessThan(2 * length);
  });

  it('is saved in many steps', () => {
    const index = createKeywordIndex();
    for (const memory of memories) index.add(memory);
    const count = 3_000;
    for (let at = 0; at < count; at++) index.add(document(1_000 + at, `${memories[at % memories.length]!.text} ${at}`));
    const steps = [...index.toBytes()].length;
    expect(steps).toBeGreaterThan(10);
  });

  it('keeps nothing of a text that was analyzed and not added', () => {
    const index = createKeywordIndex();
    for (const memory of memories) index.add(memory);
    const loaded = createKeywordIndex();
    loaded.loadBytes(runAtOnce(index.toBytes()));
    for (const _ of loaded.analyze(document(900, 'xylophonist and theremin')));
    const again = createKeywordIndex();
    again.loadBytes(runAtOnce(loaded.toBytes()));
    expect(answers(again)).toEqual(answers(index));
    expect(again.documentFrequency('xylophonist', everything(900))).toBe(0);
    expect(new TextDecoder('latin1').decode(runAtOnce(loaded.toBytes()))).not.toContain('xylophonist');
  });

  it('analyzes a long document in many short steps with the same result as in one, even with a vacuum in between', () => {
    const long = document(
      0,
      memories
        .map(({ title, text }) => `${title} ${text} B-17`)
        .join('\n')
        .repeat(8),
      {
        title: 'Everything',
        links: Array.from({ length: 5_000 }, (_, at) => `link${at}`),
      },
    );
    const index = createKeywordIndex();
    index.add(long);
    const expected = answers(index);
    for (const vacuumed of [false, true]) {
      const sliced = createKeywordIndex();
      sliced.add(document(7, 'gone before'));
      const steps = sliced.analyze(long);
      let count = 0;
      let step = steps.next();
      for (; !step.done; step = steps.next()) {
        expect(sliced.documentFrequency('everything', everything(300))).toBe(0);
        count++;
      }
      expect(count).toBeGreaterThanOrEqual(Math.floor(long.text.length / 20_000) + 4);
      sliced.remove(7 as Ordinal);
      if (vacuumed) sliced.vacuum();
      sliced.add(long, step.value);
      expect(answers(sliced)).toEqual(expected);
    }
  });

  it('applies changes after a snapshot as if it had never been saved', () => {
    const whole = createKeywordIndex();
    for (const memory of memories) whole.add(memory);
    const before = createKeywordIndex();
    for (const memory of memories.slice(0, 200)) before.add(memory);
    before.add(document(250, 'tag the image xylophonist', { title: 'The sentinel', tags: ['tag'] }));
    const loaded = createKeywordIndex();
    loaded.loadBytes(runAtOnce(before.toBytes()));
    loaded.remove(250 as Ordinal);
    for (const memory of memories.slice(200)) loaded.add(memory);
    expect(answers(loaded)).toEqual(answers(whole));
    expect(new TextDecoder('latin1').decode(runAtOnce(loaded.toBytes()))).not.toContain('xylophonist');
  });

  it("rejects bytes that aren't a snapshot, and keeps its contents", () => {
    const index = indexOf(['kettle']);
    const bytes = runAtOnce(index.toBytes());
    for (const broken of [new Uint8Array(0), new Uint8Array(40), bytes.slice(0, bytes.length - 2)]) {
      expect(() => index.loadBytes(broken)).toThrow();
    }
    expect(index.size).toBe(1);
  });
});

describe('properties', () => {
  const memories = distractors(400).map((memory, at) => document(at, memory.text, { title: memory.title ?? '' }));
  const index = createKeywordIndex();
  for (const memory of memories) index.add(memory);

  it('answers every fuzzed query', () => {
    for (const query of fuzzQueries(11, 2000)) {
      const result = index.search(parseQuery(query), everything(400), { prefix: true, typoTolerance: true });
      expect(result.scores.every((score) => score >= 0 && Number.isFinite(score))).toBe(true);
      expect(result.coverage.every((share) => share >= 0 && share <= 1)).toBe(true);
    }
  });

  it('finds the same memories in NFC, NFD, NFKC and NFKD', () => {
    const unicode = indexOf(['Café Müßiggang', '한국어 도서관', 'ﬁne Ａ１', 'Ёжик', 'がぎぐ']);
    const words = fc.constantFrom(
      'Café',
      'Müßiggang',
      '도서관',
      'ﬁne',
      'Ａ１',
      'Ёжик',
      'がぎ',
      '"ぎぐ"',
      '-한국',
      '+café',
    );
    fc.assert(
      fc.property(fc.array(words, { maxLength: 4 }), (parts) => {
        const query = parts.join(' ');
        const expected = hits(unicode.search(parseQuery(query), everything(5), EXACT));
        for (const form of ['NFC', 'NFD', 'NFKC', 'NFKD'] as const) {
          expect(hits(unicode.search(parseQuery(query.normalize(form)), everything(5), EXACT))).toEqual(expected);
        }
      }),
    );
  });

  it('finds a memory by each of its words, however the index was built', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 399 }), (ordinal) => {
        for (const word of memories[ordinal]!.text.split(' ').slice(0, 6)) {
          const query = parseQuery(`"${word.replaceAll('"', '')}"`);
          if (query.blank) continue;
          expect(hits(index.search(query, everything(400), EXACT))).toContain(ordinal);
        }
      }),
      { numRuns: 40 },
    );
  });
});

describe('completions of a prefix', () => {
  const TYPING = { prefix: true, typoTolerance: true };
  const crowd = Array.from({ length: 600 }, (_, at) => `har${String.fromCharCode(97 + (at % 26))}${at}`);

  it('come only from existing memories, however many were deleted', () => {
    const index = indexOf([...crowd, 'the harbor at night']);
    for (let ordinal = 0; ordinal < crowd.length; ordinal += 1) index.remove(ordinal as Ordinal);
    expect(hits(index.search(parseQuery('harb'), everything(601), TYPING))).toEqual([600]);
    expect(hits(index.search(parseQuery('har'), everything(601), TYPING))).toEqual([600]);
  });

  it('come only from memories that the viewer may see', () => {
    const index = indexOf([...crowd, 'the harbor at night']);
    const allowed = new Uint8Array(601);
    allowed[600] = 1;
    expect(hits(index.search(parseQuery('har'), { size: 601, allowed, count: 1 }, TYPING))).toEqual([600]);
  });

  it('come from titles if the prefix is short, however many texts contain others', () => {
    const index = createKeywordIndex();
    crowd.forEach((text, ordinal) => {
      index.add(document(ordinal, text));
    });
    index.add(document(600, 'at night', { title: 'Harbor' }));
    expect(hits(index.search(parseQuery('ha'), everything(601), TYPING))).toEqual([600]);
  });
});

describe('names', () => {
  const allowed = Uint8Array.of(1, 1, 0);
  const scope: Scope = { size: 3, allowed, count: 2 };

  it("aren't stemmed, unless only a hidden memory has them", () => {
    const index = indexOf(['a layoff is near', 'more layoffs']);
    expect(hits(index.search(parseQuery('layoffs'), scope, EXACT)).sort()).toEqual([0, 1]);
    index.add(document(2, 'secret', { title: 'Layoffs' }));
    expect(hits(index.search(parseQuery('layoffs'), scope, EXACT)).sort()).toEqual([0, 1]);
    expect(hits(index.search(parseQuery('layoffs'), everything(3), EXACT)).sort()).toEqual([1, 2]);
    index.remove(2 as Ordinal);
    index.add(document(1, 'more layoffs', { links: ['layoffs'] }));
    expect(hits(index.search(parseQuery('layoffs'), scope, EXACT))).toEqual([1]);
  });
});
