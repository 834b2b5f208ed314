import { expect, it } from 'vitest';
import type { MemoryInput } from '../record/memory.ts';
import { createCsvReader } from './csv.ts';
import { createJsonReader } from './json.ts';
import type { ImportMapping } from './mapped-fields.ts';
import type { ImportReader } from './report.ts';

const origin = (mapping?: ImportMapping) => ({
  path: 'a.csv',
  hash: (text: string) => text,
  split: false,
  ...(mapping && { mapping }),
});

function inputsOf(reader: ImportReader, text: string): MemoryInput[] {
  return [...reader.push(text), ...reader.end()].map((row) => {
    if (!('input' in row)) throw new Error(JSON.stringify(row));
    return row.input;
  });
}

const READWISE =
  'Highlight,Book Title,Book Author,Amazon Book ID,Note,Color,Tags,Location Type,Location,Highlighted at,Document tags\n' +
  '"Herons wait, eels hurry.",Marsh Lore,R. Reed,,Like me,yellow,"birds, water",page,12,2021-05-06 07:08:09+00:00,\n';
const RAINDROP =
  'id,title,note,excerpt,url,folder,tags,created,cover,highlights,favorite\n' +
  '77,Sowing beans,After the frost,How deep to sow,https://garden.example/beans,Garden,"beans, spring",2021-05-06T07:08:09.000Z,,,false\n';
const POCKET =
  'title,url,time_added,tags,status\nSowing beans,https://garden.example/beans,1620284889,beans|early spring,unread\n';
const INSTAPAPER =
  'URL,Title,Selection,Folder,Timestamp\nhttps://n.example/x,Old walls,Dug in 1821,Unread,1620284889\n';

it.each<[string, string, object]>([
  [
    'Readwise',
    READWISE,
    {
      text: 'Herons wait, eels hurry.\n\nLike me',
      title: 'Marsh Lore',
      tags: ['birds', 'water'],
      createdAt: '2021-05-06T07:08:09+00:00',
      metadata: { 'Book Author': 'R. Reed', Color: 'yellow', 'Location Type': 'page', Location: '12' },
    },
  ],
  [
    'Raindrop',
    RAINDROP,
    {
      id: '77',
      text: 'After the frost\n\nHow deep to sow',
      title: 'Sowing beans',
      url: 'https://garden.example/beans',
      tags: ['beans', 'spring'],
      createdAt: '2021-05-06T07:08:09.000Z',
      metadata: { folder: 'Garden', favorite: 'false' },
    },
  ],
  [
    'Pocket',
    POCKET,
    {
      text: 'title: Sowing beans\nurl: https://garden.example/beans\ntime_added: 1620284889\ntags: beans|early spring\nstatus: unread',
      title: 'Sowing beans',
      url: 'https://garden.example/beans',
      tags: ['beans', 'early spring'],
      createdAt: 1_620_284_889_000,
      metadata: { status: 'unread' },
    },
  ],
  [
    'Instapaper',
    INSTAPAPER,
    {
      text: 'Dug in 1821',
      title: 'Old walls',
      url: 'https://n.example/x',
      createdAt: 1_620_284_889_000,
      metadata: { Folder: 'Unread' },
    },
  ],
])('%s', (_, text, fields) => {
  const [input] = inputsOf(createCsvReader(origin()), text);
  expect(input).toMatchObject(fields);
  expect(Object.keys(input!.metadata!).sort()).toEqual(Object.keys((fields as MemoryInput).metadata!).sort());
});

it('a tag of a known program may be several words', () => {
  const tagsOf = (table: string, tags: string, own: string) =>
    inputsOf(createCsvReader(origin()), table.replace(tags, own))[0]!.tags;
  expect(tagsOf(RAINDROP, '"beans, spring"', 'early spring')).toEqual(['early spring']);
  expect(tagsOf(POCKET, 'beans|early spring', 'early spring')).toEqual(['early spring']);
  const table = createCsvReader(origin(), () => null);
  expect(inputsOf(table, 'Name,Tags\nDune,deep work\n')[0]!.tags).toEqual(['deep work']);
  expect(inputsOf(createCsvReader(origin()), 'text,tags\nDune,deep work\n')[0]!.tags).toEqual(['deep', 'work']);
});

it('a mapping of the caller names columns of a table and keys of JSON', () => {
  const mapping: ImportMapping = { Zitat: 'text', Werk: 'title', Wann: 'createdAt', Schlagwort: 'tags' };
  const expected = {
    text: 'Ebbe',
    title: 'Gezeiten',
    createdAt: '2021-05-06',
    tags: ['meer'],
    metadata: { Band: '2' },
  };
  const table = 'Zitat,Werk,Wann,Schlagwort,Band\nEbbe,Gezeiten,2021-05-06,meer,2\n';
  expect(inputsOf(createCsvReader(origin(mapping)), table)).toMatchObject([expected]);
  const json = '[{"Zitat":"Ebbe","Werk":"Gezeiten","Wann":"2021-05-06","Schlagwort":["meer"],"Band":"2"}]';
  expect(inputsOf(createJsonReader(origin(mapping)), json)).toMatchObject([expected]);
});

it('a value that does not fit its field stays in metadata', () => {
  const [input] = inputsOf(
    createCsvReader(origin({ when: 'createdAt', what: 'text' })),
    'what,when\nEbb,last spring\n',
  );
  expect(input).toMatchObject({ text: 'Ebb', metadata: { when: 'last spring' } });
  expect(input).not.toHaveProperty('createdAt');
});
