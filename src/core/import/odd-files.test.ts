import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { MemoryInput } from '../record/memory.ts';
import { MAX_TAGS } from '../record/memory-limits.ts';
import { checkMemory } from '../record/validate-memory.ts';
import { backupHeaderLine } from './backup.ts';
import { createReader, detectFormat, type TextFormat } from './format.ts';
import { type ImportRow, MAX_RECORD_LENGTH } from './report.ts';

function read(format: TextFormat, ...pieces: string[]): ImportRow[] {
  const hash = (text: string) => createHash('sha256').update(text).digest('hex');
  const reader = createReader(format, { path: 'folder/note.md', hash, split: false });
  return [...pieces.flatMap((piece) => [...reader.push(piece)]), ...reader.end()];
}

function inputs(rows: readonly ImportRow[]): MemoryInput[] {
  const found = rows.flatMap((row) => ('input' in row ? [row.input] : []));
  for (const input of found) checkMemory(input);
  return found;
}

const codes = (rows: readonly ImportRow[]): string[] => rows.flatMap((row) => ('code' in row ? [row.code] : []));
const matter = (yaml: string): ImportRow[] => read('markdown', `---\n${yaml}\n---\nbody`);

test('addresses in Markdown are links, but not those of pictures and code', () => {
  const text =
    'See [a](https://a.example/x_(y)?b=1 "A"), <https://b.example>, [[Note]] and `[c](https://c.example)`.\n' +
    '![d](https://d.example/d.png) [e](other.md) [f](mailto:f@f.example)\n```\n[g](https://g.example)\n```\n';
  const [{ links }] = inputs(read('markdown', text)) as [MemoryInput];
  expect(links).toEqual(['https://a.example/x_(y)?b=1', 'https://b.example', 'Note', 'mailto:f@f.example']);
});

describe('a Markdown note', () => {
  test('with more #words than a memory may have tags, or longer ones, is still imported', () => {
    const words = Array.from({ length: MAX_TAGS + 50 }, (_, at) => `#word${at}`).join(' ');
    const [note] = inputs(read('markdown', `${words} [[${'l'.repeat(5_000)}]] [[kept]]`));
    expect(note!.tags).toHaveLength(MAX_TAGS);
    expect(note!.links).toEqual(['kept']);
  });

  test('keeps a sentence among its keywords as metadata, and the others as tags', () => {
    const sentence = 'a sentence '.repeat(60).trim();
    const [note] = inputs(matter(`keywords: [soup, "${sentence}"]\nlang: ${'x'.repeat(70)}`));
    expect(note).toMatchObject({
      text: 'body',
      tags: ['soup'],
      metadata: { keywords: ['soup', sentence], lang: 'x'.repeat(70) },
    });
    expect(inputs(matter('tags: [a, null, b]'))[0]!.tags).toEqual(['a', 'b']);
  });

  test('keeps front matter as text if metadata cannot hold it', () => {
    const deep = `a: ${'['.repeat(40)}${']'.repeat(40)}`;
    const long = `a: ${'x'.repeat(70_000)}`;
    for (const yaml of [deep, long]) {
      const rows = matter(yaml);
      expect(codes(rows)).toEqual(['invalid-front-matter']);
      expect(inputs(rows)[0]!.text).toBe(`---\n${yaml}\n---\nbody`);
    }
  });
});

describe('a date of a table or record', () => {
  test('that is not ISO 8601 stays with the other data, and loses no row', () => {
    const rows = read('csv', 'title,content,date\nOne,a,11/24/2026\nTwo,b,2026-11-24\nThree,c,1700000000\n');
    expect(inputs(rows).map(({ createdAt }) => createdAt)).toEqual([undefined, '2026-11-24', 1_700_000_000_000]);
    expect(inputs(rows)[0]!.metadata).toMatchObject({ date: '11/24/2026' });
    expect(codes(rows)).toEqual([]);
    expect(inputs(read('json', '[{"text":"x","date":"Tuesday"}]'))[0]!.metadata).toMatchObject({ date: 'Tuesday' });
  });
});

describe('a bookmark in two folders', () => {
  test('is one memory with both folders as tags and both descriptions', () => {
    const rows = read(
      'bookmarks',
      `<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><p><DT><H3>One</H3><DL><p><DT><A HREF="https://x.org/">X</A><DD>about x
</DL><p><DT><H3>Two</H3><DL><p><DT><A HREF="https://x.org/">X again</A><DT><A HREF="https://y.org/">Y</A></DL></DL>`,
    );
    const [first, ...others] = inputs(rows);
    expect(first).toMatchObject({ title: 'X', tags: ['One', 'Two'], url: 'https://x.org/' });
    expect(first!.text).toContain('about x');
    expect(first!.text).toContain('X again');
    expect(others.map(({ title }) => title)).toEqual(['Y']);
  });
});

describe('our own export', () => {
  test('of an empty store is recognised, whatever its name', () => {
    expect(detectFormat('', new TextEncoder().encode(backupHeaderLine()))).toBe('jsonl');
  });

  test('may have a longer line than other formats', () => {
    const half = 'x'.repeat(MAX_RECORD_LENGTH / 2);
    const line = [`{"text":"`, half, half, `y"}\n`];
    expect(codes(read('jsonl', ...line))).toEqual(['too-large']);
    const own = read('jsonl', backupHeaderLine(), ...line);
    expect(own.map((row) => 'input' in row && row.input.text.length)).toEqual([false, MAX_RECORD_LENGTH + 1]);
  });
});
