import { describe, expect, it } from 'vitest';
import type { JsonObject, MemoryInput } from '../record/memory.ts';
import { createJsonReader } from './json.ts';
import type { ImportMapping, ImportMappings } from './mapped-fields.ts';
import { columnsOf, valueInColumn } from './nested-keys.ts';

function imported(record: object, mapping: ImportMappings): MemoryInput {
  const reader = createJsonReader({ path: 'a.json', hash: (text) => text, split: false, mapping });
  const [row] = [...reader.push(JSON.stringify([record])), ...reader.end()];
  if (!row || !('input' in row)) throw new Error(JSON.stringify(row));
  return row.input;
}

describe('columns of a record', () => {
  it.each<[what: string, record: JsonObject, columns: string[]]>([
    ['keys', { a: 1, b: ['x'], c: null }, ['a', 'b', 'c']],
    ['keys inside objects', { a: { b: 1, c: { d: 2 } }, e: 1 }, ['a.b', 'a.c.d', 'e']],
    ['keys of objects in lists', { a: [{ b: 1 }, { c: [{ d: 1 }] }, 'x'] }, ['a[].b', 'a[].c[].d']],
    [
      'no keys that a path can’t name',
      { 'a.b': { c: 1 }, d: { 'e.f': 1, g: 2 }, h: { 'i.j': 1 } },
      ['a.b', 'd.g', 'h'],
    ],
    ['objects that are empty', { a: {}, b: [] }, ['a', 'b']],
    ['no more than four names', { a: { b: { c: { d: { e: 1 } } } } }, ['a.b.c.d']],
    ['what a memory has itself', { metadata: { a: 1 }, images: [{ alt: 'x' }] }, ['metadata', 'images']],
  ])('are %s', (_, record, columns) => {
    expect(columnsOf(record)).toEqual(columns);
    for (const column of columns) expect(valueInColumn(record, column)).not.toBe(undefined);
  });

  it('are bounded', () => {
    const wide = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`k${n}`, { a: 1, b: 2 }]));
    expect(columnsOf(wide)).toHaveLength(200);
  });
});

describe('a mapping of nested keys', () => {
  it.each<[what: string, record: object, mapping: ImportMapping, input: object]>([
    [
      'fills fields, and leaves the rest of the object in metadata',
      { text: 'Ebb', author: { name: 'Ann', born: 1821 } },
      { 'author.name': 'title' },
      { text: 'Ebb', title: 'Ann', metadata: { author: { born: 1821 } } },
    ],
    [
      'takes the key of each object in a list',
      {
        body: 'Ebb',
        tags: [
          { name: 'sea', id: 1 },
          { name: 'moon', id: 2 },
        ],
      },
      { body: 'text', 'tags[].name': 'tags' },
      { text: 'Ebb', tags: ['sea', 'moon'], metadata: { tags: [{ id: 1 }, { id: 2 }] } },
    ],
    [
      'leaves nothing of an object that it used up',
      { content: { value: 'Ebb' }, labels: [{ id: 7 }] },
      { 'content.value': 'text', 'labels[].id': 'tags' },
      { text: 'Ebb', tags: ['7'], metadata: {} },
    ],
    [
      'makes paragraphs of several texts',
      { a: { text: 'Ebb' }, notes: [{ body: 'One' }, { body: 'Two' }] },
      { 'a.text': 'text', 'notes[].body': 'text' },
      { text: 'Ebb\n\nOne\n\nTwo' },
    ],
    [
      'reads dates, in any case of the keys',
      { text: 'Ebb', Meta: { Created: '2021-05-06' } },
      { 'meta.created': 'createdAt' },
      { createdAt: '2021-05-06', metadata: {} },
    ],
    [
      'prefers a key that has the dot in its name',
      { text: 'Ebb', 'a.b': 'plain', a: { b: 'nested' } },
      { 'a.b': 'title' },
      { title: 'plain', metadata: { a: { b: 'nested' } } },
    ],
    [
      'keeps in place what is metadata',
      { text: 'Ebb', a: { b: 1, c: 2 } },
      { 'a.b': 'metadata', text: 'text' },
      { metadata: { a: { b: 1, c: 2 } } },
    ],
    [
      'keeps under its path what does not fit',
      { text: 'Ebb', a: { when: 'last spring' } },
      { 'a.when': 'createdAt' },
      { metadata: { 'a.when': 'last spring' } },
    ],
    [
      'does nothing for keys that are missing, empty or no objects',
      { text: 'Ebb', a: 'x', b: { c: null }, d: [{ e: 1 }], f: { g: 1 } },
      { 'a.b': 'title', 'b.c': 'title', 'd.e': 'title', 'f[].g': 'title', 'none.x': 'title' },
      { metadata: { a: 'x', b: { c: null }, d: [{ e: 1 }], f: { g: 1 } } },
    ],
    [
      'takes names of prototypes as data',
      JSON.parse('{"text":"Ebb","__proto__":{"name":"x"},"constructor":{"name":"y"}}'),
      { '__proto__.name': 'title', 'constructor.name': 'thread' },
      { title: 'x', thread: 'y', metadata: {} },
    ],
  ])('%s', (_, record, mapping, input) => {
    const given = imported(record, mapping);
    expect(given).toMatchObject(input);
    if ('metadata' in input) expect(given.metadata).toEqual(input.metadata);
    if (!('title' in input)) expect(given).not.toHaveProperty('title');
  });

  const one: ImportMapping = { 'quote.text': 'text', 'quote.page': 'metadata', book: 'title' };
  it.each<[what: string, record: object, text: string | undefined]>([
    ['is for records with such keys', { quote: { text: 'Ebb', page: 9 }, book: 'Sea' }, 'Ebb'],
    ['is for no others', { quote: { text: 'Ebb', page: 9 }, book: 'Sea', a: 1, b: 2 }, undefined],
  ])('in a list of mappings %s', (_, record, text) => {
    expect(imported(record, [one]).text).toBe(text);
  });

  it('still applies if it was made before the keys of objects were columns', () => {
    const kept: ImportMapping = { body: 'text', author: 'metadata' };
    expect(imported({ body: 'Ebb', author: { name: 'Ann', born: 1821, died: 1899 } }, [kept]).text).toBe('Ebb');
  });
});
