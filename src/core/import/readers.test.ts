import { createHash } from 'node:crypto';
import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, test } from 'vitest';
import { APP_SAMPLES } from '../../testing/app-exports.ts';
import type { MemoryInput } from '../record/memory.ts';
import { checkMemory } from '../record/validate-memory.ts';
import { createRowReader } from './csv.ts';
import { createReader, TEXT_FORMATS, type TextFormat } from './format.ts';
import type { ImportOrigin, ImportReader, ImportRow } from './report.ts';

const origin: ImportOrigin = {
  path: 'folder/My note.md',
  hash: (text) => createHash('sha256').update(text).digest('hex'),
  split: false,
};

type Row = Exclude<ImportRow, { pause: true }>;

function run(reader: ImportReader, pieces: readonly string[]): Row[] {
  const rows = [...pieces.flatMap((piece) => [...reader.push(piece)]), ...reader.end()];
  return rows.filter((row): row is Row => !('pause' in row));
}

function read(format: TextFormat, text: string, changes: Partial<ImportOrigin> = {}): Row[] {
  return run(createReader(format, { ...origin, ...changes }), [text]);
}

function inputs(rows: readonly ImportRow[]): MemoryInput[] {
  return rows.flatMap((row) => ('input' in row ? [row.input] : []));
}

function only(format: TextFormat, text: string, changes: Partial<ImportOrigin> = {}): MemoryInput {
  const [input, ...rest] = inputs(read(format, text, changes));
  expect(rest).toEqual([]);
  return input!;
}

function problems(rows: readonly ImportRow[]): [number, string][] {
  return rows.flatMap((row): [number, string][] => ('code' in row ? [[row.line, row.code]] : []));
}

const SAMPLES: { readonly [format in TextFormat]: string } = {
  ...APP_SAMPLES,
  json: '{"memories": [{"text": "a,]}\\"[", "n": [1, {"b": "}"}]},\n {"text": 2}, 7, {"text": "ü"} ], "x": {"y": [1]}}\n{"text": "b"}',
  jsonl: '{"text": "a\\n"}\r\n\n{"text": broken\n[1]\n{"text": "ü😀"}',
  markdown: '---\ntitle: T\ntags: [a, b]\n---\r\n# Heading\n\nText #tag [[Link]]\n',
  csv: 'title,text,"odd ""name"""\r\na,"b\n""c""",1\n\nd,e\nf,g,h,i\n',
  bookmarks:
    '<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><H3>F</H3><DL><p><DT><A HREF="https://a.b/?x=1&amp;y=2">A</A></DL></DL>',
  text: 'line one\nline two\n',
};

describe('every reader', () => {
  test.each(TEXT_FORMATS)('%s gives the same rows for any division of the text', (format) => {
    const whole = read(format, SAMPLES[format]);
    expect(inputs(whole).length).toBeGreaterThan(0);
    fc.assert(
      fc.property(fc.array(fc.nat(SAMPLES[format].length), { maxLength: 12 }), (cuts) => {
        const ends = [0, ...cuts.sort((left, right) => left - right), SAMPLES[format].length];
        const pieces = ends.slice(1).map((end, index) => SAMPLES[format].slice(ends[index], end));
        expect(run(createReader(format, origin), pieces)).toEqual(whole);
      }),
    );
  });

  test.each(TEXT_FORMATS)('%s never throws, whatever the text', (format) => {
    const noise = fc.stringMatching(/^[[\]{}":,\\<>/A-Za-z#\n\r\t -]{0,120}$/);
    fc.assert(
      fc.property(fc.oneof(noise, fc.string({ unit: 'binary' }), fc.json()), (text) => {
        for (const row of read(format, text)) expect(row.line).toBeGreaterThanOrEqual(0);
      }),
      { numRuns: 200 },
    );
  });

  test.each(TEXT_FORMATS)('%s gives the same ids on a second read', (format) => {
    const ids = inputs(read(format, SAMPLES[format])).map(({ id }) => id);
    expect(inputs(read(format, SAMPLES[format], { lastModified: 5 })).map(({ id }) => id)).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => /^[0-9a-f]{32}$/.test(id!))).toBe(true);
  });
});

/** Each took minutes with a backtracking regular expression. The runner's own limit is enough of an assertion. */
test.each<[TextFormat, string]>([
  ['markdown', `# ${'**a '.repeat(100_000)}`],
  ['markdown', `# ${'[a'.repeat(150_000)}`],
  ['markdown', `# a${' #'.repeat(100_000)}x`],
  ['markdown', `---\n${'---\n'.repeat(100_000)}`],
  ['markdown', '[['.repeat(150_000)],
  ['bookmarks', '<a '.repeat(100_000)],
  ['bookmarks', `<A HREF="https://x.y">${'<'.repeat(300_000)}`],
  ['bookmarks', `<A ${'b'.repeat(300_000)}>`],
])('hostile %s is read in linear time (case %#)', (format, text) => {
  expect(read(format, text).length).toBeLessThanOrEqual(1);
});

describe('JSON', () => {
  test.each([
    ['[{"text": "a"}, {"text": "b"}]', ['a', 'b']],
    ['{"memories": [{"text": "a"}], "version": 1}', ['a']],
    ['{"version": {"memories": [{"text": "no"}]}, "memories": [{"text": "a"}]}', ['a']],
    ['{"text": "a"}', ['a']],
    ['{"text": "a"}\n{"text": "b"}', ['a', 'b']],
    ['[]', []],
    ['{"memories": []}', []],
    ['[{"text": "a"}][{"text": "b"}]', ['a', 'b']],
    ['{"text": "\\"memories\\": ["}', ['"memories": [']],
    ['{"text": "a", "\\"memories": [{"text": "no"}]}', ['a']],
    ['{"memories" : 1, "text": "a", "x": ["memories"]}', ['a']],
  ])('%s', (text, texts) => {
    const rows = read('json', text);
    expect(inputs(rows).map((input) => input.text)).toEqual(texts);
    expect(problems(rows)).toEqual([]);
  });

  test('reads any list of records as JSON.parse does', () => {
    const record = fc.record({ id: fc.string({ minLength: 1 }), text: fc.string(), metadata: fc.object() });
    fc.assert(
      fc.property(fc.array(record), fc.constantFrom(0, 2), (records, indent) => {
        const text = JSON.stringify(records, null, indent);
        expect(inputs(read('json', text))).toEqual(JSON.parse(text));
      }),
    );
  });

  test('a bad record fails alone, and names its line', () => {
    const rows = read('json', '[\n{"text": "a"},\n{"text": oops},\n"string",\n{"text": "b"}\n]');
    expect(inputs(rows).map(({ text }) => text)).toEqual(['a', 'b']);
    expect(problems(rows)).toEqual([
      [3, 'invalid-json'],
      [4, 'invalid-json'],
    ]);
  });

  test.each([
    ['[{"text": "a"}, {"text": "b"', ['a'], 1],
    ['[{"text": "a"},\n{"text": "b}]', ['a'], 2],
    ['[{"text": "a"}', ['a'], 1],
    ['hello', [], 1],
    ['[{"text": "a"}, }', ['a'], 1],
  ])('a broken end is reported, and everything before it kept: %s', (text, texts, line) => {
    const rows = read('json', text);
    expect(inputs(rows).map((input) => input.text)).toEqual(texts);
    expect(problems(rows)[0]).toEqual([line, 'invalid-json']);
  });

  test('unknown fields go to metadata, next to what is there', () => {
    const input = only('json', '{"text": "a", "colour": "red", "a": 2, "metadata": {"a": 1}, "contentHash": "x"}');
    expect(input).toMatchObject({ text: 'a', metadata: { a: 1, a_2: 2, colour: 'red' } });
    expect(input).not.toHaveProperty('contentHash');
    expect(only('json', '{"text": "a", "metadata": "m"}').metadata).toEqual({ metadata: 'm' });
  });

  test('__proto__ stays data', () => {
    const input = only('json', '{"text": "a", "__proto__": {"polluted": 1}, "metadata": {"__proto__": 2}}');
    expect(JSON.stringify(input.metadata)).toBe('{"__proto__":2,"__proto___2":{"polluted":1}}');
    expect(({} as { polluted?: number }).polluted).toBeUndefined();
  });

  test('recognises other programs’ field names', () => {
    const text = '{"_id": 7, "content": "c", "name": "n", "keywords": "a, b", "created_at": 1700000000.5}';
    const expected = { id: '7', text: 'c', title: 'n', tags: ['a', 'b'], createdAt: 1_700_000_000_500 };
    expect(only('json', text)).toMatchObject(expected);
    expect(only('json', '{"text": "t", "content": "c"}')).toMatchObject({ text: 't', metadata: { content: 'c' } });
  });

  test('a record without an id gets one from its content', () => {
    const [one, two, three] = inputs(read('json', '[{"text":"a","x":1,"y":2},{"y":2,"x":1,"text":"a"},{"text":"b"}]'));
    expect(one!.id).toBe(two!.id);
    expect(one!.id).not.toBe(three!.id);
  });
});

/** 20,000 levels, more than any stack allows. */
const ABYSS = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;

describe('a record that is nested too deeply fails alone', () => {
  test.each<[TextFormat, string]>([
    ['json', `[{"text":"a"},\n{"text":"deep","x":${ABYSS}},\n{"text":"b"}]`],
    ['jsonl', `{"text":"a"}\n{"text":"deep","x":${ABYSS}}\n{"text":"b"}`],
  ])('%s', (format, text) => {
    const rows = read(format, text);
    expect(inputs(rows).map((input) => input.text)).toEqual(['a', 'b']);
    expect(problems(rows)).toEqual([[2, 'invalid-json']]);
  });

  test('stays text in a table’s metadata', () => {
    const cell = `{""x"":${ABYSS}}`;
    const rows = read('csv', `text,metadata\na,\ndeep,"${cell}"\nb,\n`);
    expect(inputs(rows).map((input) => input.text)).toEqual(['a', 'deep', 'b']);
  });

  test.each([
    ['brackets', `a: ${'['.repeat(6_000)}`],
    ['dashes', '- '.repeat(6_000)],
    ['keys', '? '.repeat(6_000)],
    ['an anchor in itself', 'a: &x\n  - *x'],
    ['indentation', Array.from({ length: 400 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')],
  ])('front matter of %s stays text, and does not end the process', (_, yaml) => {
    const rows = read('markdown', `---\n${yaml}\n---\nbody`);
    expect(problems(rows).map(([, code]) => code)).toEqual(['invalid-front-matter']);
    expect(inputs(rows).map(({ text }) => text.endsWith('body'))).toEqual([true]);
  });
});

describe('JSON Lines', () => {
  test('a broken line fails alone', () => {
    const rows = read('jsonl', '{"text":"a"}\n{"text":\n\n5\n{"text":"b"}');
    expect(inputs(rows).map(({ text }) => text)).toEqual(['a', 'b']);
    expect(problems(rows)).toEqual([
      [2, 'invalid-json'],
      [4, 'invalid-json'],
    ]);
  });

  test('a backup of a newer version is refused as a whole', () => {
    const rows = read('jsonl', '{"format":"hybrid-search-backup","version":99}\n{"text":"a"}\n');
    expect(problems(rows)).toEqual([[1, 'unsupported-format']]);
    expect(inputs(rows)).toEqual([]);
  });
});

describe('CSV', () => {
  test('reads the cells that a writer wrote', () => {
    const cell = fc.stringMatching(/^[a"',;\n \t|é😀]{0,6}$/u);
    const table = fc.array(fc.array(cell, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 6 });
    const newline = fc.constantFrom('\n', '\r\n');
    fc.assert(
      fc.property(table, newline, fc.boolean(), (cells, lineBreak, quotes) => {
        const text = Papa.unparse([['x', 'y', 'z'], ...cells], { newline: lineBreak, quotes });
        const rows: string[][] = [];
        const reader = createRowReader((row) => {
          rows.push(row);
          return [];
        });
        run(reader, [text]);
        expect(rows).toEqual([['x', 'y', 'z'], ...cells]);
      }),
    );
  });

  test('columns become fields, the others metadata', () => {
    const text = 'Title;TEXT;tags;Importance;createdat;Colour\nT;hello;a, b;7;2026-01-02;red\n';
    const expected = {
      title: 'T',
      text: 'hello',
      tags: ['a', 'b'],
      importance: 7,
      createdAt: '2026-01-02',
      metadata: { Colour: 'red' },
    };
    expect(only('csv', text)).toMatchObject(expected);
  });

  test('a table without a text column gets its text from all cells', () => {
    expect(only('csv', 'name,phone\nAnn,123\n')).toMatchObject({ title: 'Ann', text: 'name: Ann\nphone: 123' });
  });

  test('names the line on which a row begins, after values that span lines', () => {
    const rows = read('csv', 'text,n\r\n"a\r\nb",1\r\nc,2,3\r\nd,4\r\n');
    expect(rows.map(({ line }) => line)).toEqual([2, 4, 5]);
    expect(problems(rows)).toEqual([[4, 'invalid-csv']]);
  });

  test('reports a quote that is never closed', () => {
    expect(problems(read('csv', 'text\na\n"b\nc\n'))).toEqual([[3, 'invalid-csv']]);
  });

  test('reports a misplaced quote, and keeps the row as it reads', () => {
    const rows = read('csv', 'text,n\n"a"b,1\n"c",2\n');
    expect(problems(rows)).toEqual([[2, 'invalid-csv']]);
    expect(
      inputs(rows)
        .map(({ text }) => text)
        .join('\n'),
    ).toContain('a"b');
  });

  test.each(['\n', '\r\n', '\r'])('lines may end with %j, the last one without', (end) => {
    const rows = read('csv', `text,n${end}a,"1"${end}"b",2`);
    expect(inputs(rows).map(({ text, metadata }) => [text, metadata])).toEqual([
      ['a', { n: '1' }],
      ['b', { n: '2' }],
    ]);
    expect(rows.map(({ line }) => line)).toEqual([2, 3]);
  });

  test('numbers equal column names, and leaves out a short row’s missing values', () => {
    const rows = read('csv', 'text,a,a,a_2,,\nx,1,2,3,4,5\ny,1\n');
    const names = { a: '1', a_2: '2', a_2_2: '3', 'column 5': '4', 'column 6': '5' };
    expect(inputs(rows).map(({ metadata }) => metadata)).toEqual([names, { a: '1' }]);
  });

  test('gives up a table without line breaks, or a row without end, at a limit', () => {
    const long = 'a,'.repeat(1_048_576);
    const pieces = Array.from({ length: 6 }, () => long);
    const ofHeader = run(createReader('csv', origin), pieces);
    expect(problems(ofHeader)).toEqual([[1, 'too-large']]);
    const ofRow = run(createReader('csv', origin), ['text\n"', ...pieces]);
    expect(problems(ofRow)).toEqual([[2, 'too-large']]);
  });

  test.each([',', ';', '\t', '|'])('delimiter %j', (delimiter) => {
    expect(only('csv', `text${delimiter}x\na${delimiter}1\n`)).toMatchObject({ text: 'a', metadata: { x: '1' } });
  });
});

describe('Markdown', () => {
  test('front matter fills the fields, and the rest is metadata', () => {
    const input = only(
      'markdown',
      '---\ntitle: My title\ntags: [one, "#two"]\naliases: Other\nlang: de\ndate: 2026-01-02\nupdated: 2026-02-03\nrating: 5\nnested: {a: [1, .nan]}\n---\n# Heading\n\nBody\n',
    );
    expect(input).toEqual({
      id: expect.any(String),
      title: 'My title',
      text: '# Heading\n\nBody\n',
      tags: ['one', 'two'],
      source: 'import',
      links: [],
      aliases: ['Other', 'My note'],
      lang: 'de',
      createdAt: '2026-01-02',
      updatedAt: '2026-02-03',
      metadata: { path: 'folder/My note.md', rating: 5, nested: { a: [1, 'NaN'] } },
    });
    expect(() => checkMemory(input)).not.toThrow();
  });

  test.each([
    ['# First *heading* with [[a|link]] ##\n## Second', 'First heading with link'],
    ['text\n\n### `code` [x](y)', 'code x'],
    ['```\n# no heading\n```\n# Yes', 'Yes'],
    ['#nospace', 'My note'],
    ['text', 'My note'],
    ['---\ntitle: 2026\n---\nx', '2026'],
  ])('title of %j is %s', (text, title) => {
    expect(only('markdown', text).title).toBe(title);
  });

  test('wiki links become links, except in headings, shown texts, attachments and code', () => {
    const text = '[[A]] [[B#part]] [[C|shown]] ![[image.png]] [[A]] `[[no]]`\n```\n[[no]]\n```\n[[D e]]';
    expect(only('markdown', text).links).toEqual(['A', 'B', 'C', 'D e']);
  });

  test('inline tags become tags, except in headings, numbers, colours, anchors and code', () => {
    const text = '# H\n#one #two/three (#four) #12 #ff0000 a#b https://x.y/#z `#no` #größe #2026-goal\n~~~\n#no\n~~~';
    expect(only('markdown', text).tags).toEqual(['one', 'two/three', 'four', 'größe', '2026-goal']);
  });

  test('the file’s own name is an alias, because wiki links name files', () => {
    expect(only('markdown', '# Title').aliases).toEqual(['My note']);
    expect(only('markdown', '# my NOTE').aliases).toEqual([]);
  });

  test('invalid front matter is reported and kept as text', () => {
    const text = '---\na: [1\n---\nBody';
    const rows = read('markdown', text);
    expect(problems(rows)[0]![1]).toBe('invalid-front-matter');
    expect(inputs(rows)[0]!.text).toBe(text);
  });

  test('front matter that would expand without end is refused', () => {
    const bomb = [
      'a: &a [x,x,x,x,x,x,x,x,x]',
      ...'bcdefgh'
        .split('')
        .map((name, index) => `${name}: &${name} [${Array(9).fill(`*${'abcdefg'[index]}`).join()}]`),
    ];
    expect(problems(read('markdown', `---\n${bomb.join('\n')}\n---\nBody`))[0]![1]).toBe('invalid-front-matter');
  });

  test('an invalid date stays metadata', () => {
    const input = only('markdown', '---\ndate: next week\n---\nx');
    expect(input.metadata).toMatchObject({ date: 'next week' });
    expect(input).not.toHaveProperty('createdAt');
  });

  test('an empty note is reported, and one with only a title kept', () => {
    expect(problems(read('markdown', ' \n'))).toEqual([[0, 'empty']]);
    expect(problems(read('markdown', '---\na: 1\n---\n'))).toEqual([[0, 'empty']]);
    expect(only('markdown', '---\ntitle: Only\n---\n')).toMatchObject({ title: 'Only', text: 'Only' });
  });

  test('a rule at the beginning is not front matter', () => {
    expect(only('markdown', '---\nno end\n').text).toBe('---\nno end\n');
  });

  test('the file’s time is the time of the update', () => {
    expect(only('markdown', 'x', { lastModified: 5 })).toMatchObject({ updatedAt: 5 });
    expect(only('markdown', 'x', { lastModified: 5 })).not.toHaveProperty('createdAt');
  });

  test('pasted text has no id of its own', () => {
    expect(only('markdown', 'x', { path: '' })).not.toHaveProperty('id');
  });

  test('a text over 1 MB is reported, or split at its headings on request', () => {
    const chapter = `${'word '.repeat(100_000)}\n`;
    const text = `# One\n${chapter}# Two\n${chapter}# Three\n${chapter}`;
    expect(problems(read('markdown', text))).toEqual([[0, 'too-large']]);
    const rows = read('markdown', text, { split: true });
    const parts = inputs(rows);
    expect(parts.map(({ title }) => title)).toEqual(['One', 'One (2)']);
    expect(parts.map((part) => part.text).join('')).toBe(text);
    expect(parts[1]!.text.startsWith('# Three')).toBe(true);
    expect(new Set(parts.map(({ id }) => id)).size).toBe(2);
    expect(rows.map(({ line }) => line)).toEqual([1, 5]);
    for (const part of parts) expect(() => checkMemory(part)).not.toThrow();
  });
});

describe('bookmarks', () => {
  const html = `<!DOCTYPE NETSCAPE-Bookmark-file-1>
<META HTTP-EQUIV="Content-Type" CONTENT="text/html; charset=UTF-8">
<DL><p>
    <DT><H3 PERSONAL_TOOLBAR_FOLDER="true">Bookmarks bar</H3>
    <DL><p>
        <DT><H3 ADD_DATE="1">Cooking &amp; more</H3>
        <DL><p>
            <DT><A HREF="https://example.org/?a=1&amp;b=2" ADD_DATE="1700000000" TAGS="food, soup" ICON="data:x">S&ouml;up &#8211; <b>best</b> &lt;ever&gt;</A>
            <DD>A description
        </DL><p>
        <DT><A HREF="javascript:alert(1)">Run</A>
        <DT><A HREF='https://two.example/' ADD_DATE="1700000000000000"></A>
    </DL><p>
</DL><p>`;

  test('links with folders, tags, times and descriptions', () => {
    const rows = read('bookmarks', html);
    const [first, second] = inputs(rows);
    expect(first).toMatchObject({
      title: 'S&ouml;up – best <ever>',
      text: 'A description\nhttps://example.org/?a=1&b=2',
      url: 'https://example.org/?a=1&b=2',
      tags: ['Cooking & more', 'food', 'soup'],
      type: 'bookmark',
      createdAt: 1_700_000_000_000,
    });
    expect(second).toMatchObject({ title: 'https://two.example/', tags: [], createdAt: 1_700_000_000_000 });
    expect(rows.map(({ line }) => line)).toEqual([8, 11, 12]);
    expect(problems(rows)).toEqual([[11, 'unsupported-url']]);
    for (const input of inputs(rows)) expect(() => checkMemory(input)).not.toThrow();
  });

  test('the id depends on the address, whatever the file is called', () => {
    const ids = (path: string) => inputs(read('bookmarks', html, { path })).map(({ id }) => id);
    expect(ids('a.html')).toEqual(ids('b.html'));
  });
});

test.each(['markdown', 'notion'] as const)('%s: a long text is read with pauses for other tasks', (format) => {
  const pausesIn = (text: string): number => {
    const reader = createReader(format, { ...origin, path: 'a.md' });
    const rows = [...reader.push(text), ...reader.end()];
    return rows.filter((row) => 'pause' in row).length;
  };
  expect(pausesIn('# \n'.repeat(100))).toBe(0);
  expect(pausesIn('# \n'.repeat(100_000))).toBeGreaterThanOrEqual(100);
});

test.each([
  ['messages without text', '31/12/23, 23:58 - Anna: <Media omitted>\n'],
  ['lines of one message', 'another line\n'],
])('whatsapp: %s are read with pauses for other tasks', (_, line) => {
  const pausesIn = (lines: number): number => {
    const reader = createReader('whatsapp', { ...origin, path: 'a.txt' });
    const rows = [...reader.push(`31/12/23, 23:58 - Anna: Good night\n${line.repeat(lines)}`), ...reader.end()];
    return rows.filter((row) => 'pause' in row).length;
  };
  expect(pausesIn(100)).toBe(0);
  expect(pausesIn(20_000)).toBeGreaterThanOrEqual(2 * Math.floor(20_000 / 1_024));
});

test.each([
  ['month first', ['1/2/23', '1/3/23', '1/31/23'], [0, 2]],
  ['day first', ['1.2.23', '1.3.23', '31.3.23'], [1, 1]],
])('whatsapp: the last date can show the order of all: %s', (_, dates, expected) => {
  const text = dates.map((date) => `${date}, 11:58 - Anna: Hello\n${'more\n'.repeat(3_000)}`).join('');
  const [first] = inputs(read('whatsapp', text, { path: 'a.txt' }));
  const date = new Date(first!.createdAt as number);
  expect([date.getMonth(), date.getDate()]).toEqual(expected);
});

test.each(['markdown', 'text'] as const)('%s: a long text is split with pauses for other tasks', (format) => {
  const reader = createReader(format, { ...origin, split: true });
  const text = `---\ntitle: Steps\n---\n${'abc\n'.repeat(300_000)}`;
  const rows = [...reader.push(text), ...reader.end()];
  const before = rows.findIndex((row) => 'input' in row);
  const scanned = format === 'markdown' ? 256 : 0;
  expect(before).toBeGreaterThanOrEqual(scanned + 250);
  expect(inputs(rows)).toHaveLength(2);
});
