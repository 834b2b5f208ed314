import { expect, test } from 'vitest';
import type { MemoryInput } from '../core/record/memory.ts';
import { writeZip } from '../testing/archive-writer.ts';
import { importFiles } from './import-files.ts';

type Files = { readonly [path: string]: string };

async function take(files: readonly { path: string; file: Blob }[]): Promise<Map<string, MemoryInput>> {
  const inputs: MemoryInput[] = [];
  const sink = {
    async upsertMany(batch: MemoryInput[]) {
      inputs.push(...batch);
      return { added: batch.length, updated: 0, unchanged: 0 };
    },
  };
  const paths = files.map(({ path }) => path);
  const { problems } = await importFiles({ paths, slices: [files] }, sink, { signal: new AbortController().signal });
  expect(problems).toEqual([]);
  return new Map(inputs.map((input) => [String(input.metadata!.path).replace(/^(?:All\.zip\/)?Home\//, ''), input]));
}

const asFolder = (files: Files) =>
  take(Object.entries(files).map(([path, text]) => ({ path: `Home/${path}`, file: new Blob([text]) })));
const asZip = (files: Files) => {
  const entries = Object.entries(files).map(([path, data]) => ({ path: `Home/${path}`, data }));
  return take([{ path: 'All.zip', file: new Blob([writeZip(entries)]) }]);
};

function targets(notes: ReadonlyMap<string, MemoryInput>, from: string): string[] {
  const pathOf = new Map([...notes].map(([path, { id }]) => [id, path]));
  return notes.get(from)!.links!.map((link) => pathOf.get(link) ?? link);
}

const OTHERS = {
  'plans/heating.md': '# Heating\n\nPump',
  'plans/heat pump (old).md': 'Old',
  'notes/twin.md': 'One',
  'plans/twin.md': 'Two',
  'Größe.markdown': 'Size',
};

test.each([
  ['in a folder next to its own', '[see](../plans/heating.md#pump)', ['plans/heating.md']],
  ['with an encoded name', '[see](../plans/heat%20pump%20(old).md)', ['plans/heat pump (old).md']],
  ['in angle brackets, with a title', '[see](<../plans/heat pump (old).md> "Old")', ['plans/heat pump (old).md']],
  ['with a decomposed umlaut', '[see](../Gro\u0308\u00dfe.markdown)', ['Größe.markdown']],
  ['in its own folder first', '[see](./twin.md)', ['notes/twin.md']],
  ['from the outermost folder, as Obsidian writes it', '[see](plans/heating.md)', ['plans/heating.md']],
  ['from the root of a site', '[see](/plans/twin.md)', ['plans/twin.md']],
  ['by its name alone, as Obsidian writes it', '[see](heating.md)', ['plans/heating.md']],
  ['twice, as one link', '[a](../plans/heating.md) [b](../plans/heating.md#pump)', ['plans/heating.md']],
  ['by a definition', '[see][pump]\n\n[pump]: ../plans/heating.md#pump "Pump"', ['plans/heating.md']],
  [
    'by a definition in angle brackets',
    '[see][]\n\n  [see]: <../plans/heat pump (old).md>',
    ['plans/heat pump (old).md'],
  ],
  ['not by a footnote', 'see[^1]\n\n[^1]: ../plans/heating.md', []],
  ['not by a definition in code', '```\n[pump]: ../plans/heating.md\n```', []],
  ['not if the file isn’t there', '[see](../plans/cooling.md)', []],
  ['not outside of the outermost folder', '[see](../../../plans/heating.md)', []],
  ['not on the web', '[see](https://example.org/plans/heating.md)', ['https://example.org/plans/heating.md']],
  ['not in code', '`[see](../plans/heating.md)`\n```\n[see](../plans/heating.md)\n```', []],
])('a link to a file %s', async (_, text, expected) => {
  const files = { 'notes/from.md': text, ...OTHERS };
  expect(targets(await asFolder(files), 'notes/from.md')).toEqual(expected);
  expect(targets(await asZip(files), 'notes/from.md')).toEqual(expected);
});

test('a name that several files have links to none of them', async () => {
  const notes = await asFolder({ 'from.md': '[see](twin.md)', ...OTHERS });
  expect(notes.get('from.md')!.links).toEqual([]);
});
