import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { utf8Length } from '../record/well-formed.ts';
import { fileId, nameOf, normalizePath } from './file-id.ts';
import { detectFormat } from './format.ts';
import { splitText, splitWithPauses } from './split.ts';
import { createTextStream, type Encoding } from './utf8.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('splitText', () => {
  test('parts add up to the text, each within the limit', () => {
    const text = fc.string({ unit: fc.constantFrom('a', ' ', '\n', '\n\n', '# ', '\n## ', 'é', '😀'), maxLength: 200 });
    fc.assert(
      fc.property(text, fc.integer({ min: 4, max: 60 }), (whole, limit) => {
        const parts = splitText(whole, limit);
        for (const part of parts) expect(utf8Length(part.text)).toBeLessThanOrEqual(limit);
        expect(parts.map((part) => part.text.replace(/\s/g, '')).join('')).toBe(whole.replace(/\s/g, ''));
      }),
    );
  });

  test('cuts at headings before paragraphs, at paragraphs before lines', () => {
    const texts = (whole: string, limit: number) => splitText(whole, limit).map(({ text }) => text);
    expect(texts('# A\nx\n\ny\n# B\nz\n', 12)).toEqual(['# A\nx\n\ny\n', '# B\nz\n']);
    expect(texts('aaa\nbbb\n\nccc\n', 9)).toEqual(['aaa\nbbb\n\n', 'ccc\n']);
    expect(splitText('a\nb\nc\n', 4).map(({ line }) => line)).toEqual([1, 3]);
  });

  test.each([
    ['headings', '# a\n'.repeat(20_000), 1_024],
    ['paragraphs', 'aa\n\n'.repeat(20_000), 1_024],
    ['lines', 'aaa\n'.repeat(20_000), 1_024],
    ['words', 'aaa '.repeat(20_000), 1_024],
    ['characters', 'aaaa'.repeat(100_000), 65_536],
  ])('pauses while it cuts at %s', (_, text, piecesAStep) => {
    const steps = [...splitWithPauses(text, text.length - 1)];
    const pieces = text.length / (piecesAStep === 65_536 ? 1 : 4);
    expect(steps.filter((step) => 'pause' in step)).toHaveLength(Math.floor(pieces / piecesAStep));
  });
});

describe('createTextStream', () => {
  const stream = () => createTextStream((encoding: Encoding) => new TextDecoder(encoding, { fatal: true }));
  const decode = (pieces: readonly Uint8Array[]): string | null => {
    const text = stream();
    const decoded = [...pieces.map((piece) => text.push(piece)), text.end()];
    return decoded.includes(null) ? null : decoded.join('');
  };

  test('decodes UTF-8 in pieces of any size, with and without a byte order mark', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.boolean(), fc.nat(20), fc.nat(20), (text, marked, one, two) => {
        const all = bytes((marked ? '\uFEFF' : '') + text);
        const [start, end] = [Math.min(one, two), Math.max(one, two)];
        const pieces = [all.subarray(0, start), all.subarray(start, end), all.subarray(end)];
        const expected = new TextDecoder('utf-8').decode(all);
        expect(decode(pieces)).toBe(expected);
      }),
    );
  });

  test('accepts UTF-16 with its mark', () => {
    const utf16 = new Uint8Array(Buffer.from('\uFEFFgrün 😀', 'utf16le'));
    expect(decode([utf16])).toBe('grün 😀');
    const swapped = new Uint8Array(Buffer.from(utf16).swap16());
    expect(decode([swapped.subarray(0, 1), swapped.subarray(1)])).toBe('grün 😀');
  });

  test.each([
    ['Latin-1', [0x67, 0x72, 0xfc, 0x6e, 0x0a]],
    ['cut off in a character', [0x61, 0x62, 0x63, 0xc3]],
    ['a surrogate', [0x61, 0xed, 0xa0, 0x80]],
    ['overlong', [0xc0, 0xaf, 0x61]],
    ['short', [0xff]],
  ])('refuses what is not UTF-8: %s', (_name, values) => {
    expect(decode([new Uint8Array(values)])).toBeNull();
  });

  test('reports about which line broke, and stays broken', () => {
    const text = stream();
    text.push(bytes('one\ntwo\nthree'));
    expect(text.push(new Uint8Array([0xff]))).toBeNull();
    expect([text.push(bytes('ok')), text.end(), text.line]).toEqual([null, null, 3]);
  });
});

describe('detectFormat', () => {
  test('takes RTF for no text', () => {
    expect(detectFormat('letter.txt', new TextEncoder().encode('{\\rtf1\\ansi The pump}'))).toBeNull();
  });

  test.each([
    ['a.md', 'x', 'markdown'],
    ['a.MARKDOWN', 'x', 'markdown'],
    ['a.json', '{}', 'json'],
    ['a.jsonl', '{}', 'jsonl'],
    ['a.csv', 'a,b', 'csv'],
    ['a.tsv', 'a\tb', 'csv'],
    ['a.txt', '# x', 'text'],
    ['bookmarks.html', '<!DOCTYPE NETSCAPE-Bookmark-file-1>\n', 'bookmarks'],
    ['page.html', '<!doctype html>', 'html'],
    ['page', '<html>', 'html'],
    ['a.png', '\u0089PNG\0', null],
    ['a.md', 'a\0b', null],
    ['a.pdf', '%PDF-1.7', 'pdf'],
    ['', '---\na: 1\n---\n', 'markdown'],
    ['', 'text\n## Heading', 'markdown'],
    ['', 'see [[Other]]', 'markdown'],
    ['', '{"a": 1}\n{"a": 2}\n', 'jsonl'],
    ['', '[\n{"a": 1}]', 'json'],
    ['', '{"a": 1}', 'json'],
    ['', '\uFEFF{\n "a": 1}', 'json'],
    ['', '[note] to self', 'text'],
    ['README', 'plain', 'text'],
  ])('%j beginning %j is %s', (path, text, format) => {
    expect(detectFormat(path, bytes(text))).toBe(format);
  });

  test('looks through UTF-16', () => {
    expect(detectFormat('', new Uint8Array(Buffer.from('\uFEFF# Heading', 'utf16le')))).toBe('markdown');
  });
});

describe('ids of files', () => {
  const hash = (text: string) => Buffer.from(text).toString('hex').padEnd(64, '0').slice(-64);

  test('one file has one id, however its path is written', () => {
    const paths = ['a/bé.md', './a/bé.md', '/a/bé.md', 'a\\bé.md', 'a/be\u0301.md'];
    expect(new Set(paths.map((path) => fileId(hash, 'import', path))).size).toBe(1);
    expect(normalizePath('././a')).toBe('a');
  });

  test('path, source and part all affect the id', () => {
    const ids = [
      fileId(hash, 'import', 'a'),
      fileId(hash, 'import', 'b'),
      fileId(hash, 'other', 'a'),
      fileId(hash, 'import', 'a', '1'),
    ];
    expect(new Set(ids).size).toBe(4);
  });

  test.each([
    ['a/b.c.md', 'b.c'],
    ['note', 'note'],
    ['.hidden', '.hidden'],
    ['', ''],
  ])('name of %j is %j', (path, name) => {
    expect(nameOf(path)).toBe(name);
  });
});
