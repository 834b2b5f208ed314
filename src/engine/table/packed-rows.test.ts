import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentHash } from '../../core/record/content-hash.ts';
import { type Memory, type MemoryRow, toRow } from '../../core/record/memory.ts';
import { validateMemory } from '../../core/record/validate-memory.ts';
import { runAtOnce } from '../../core/steps.ts';
import { LANGUAGES, languageId } from '../../core/text/language.ts';
import { distractors } from '../../testing/distractors.ts';
import type { TableEntry } from './memory-table.ts';
import { packChunks, unpackChunks } from './packed-chunks.ts';
import { openColumn, packColumn } from './packed-column.ts';
import { openRows, packRows } from './packed-rows.ts';
import { createTable } from './table.ts';

const memories: Memory[] = distractors(800).map((input, n) =>
  validateMemory(
    {
      ...input,
      id: `m${n}`,
      ...(n % 3 === 0 && { importance: n % 10, aliases: [`a${n}`], links: ['x'] }),
      ...(n % 7 === 0 && { metadata: { deep: { list: [n] } }, expiresAt: 5_000_000_000_000 }),
    },
    { now: 1_700_000_000_000, newId: () => '', hash: (text) => `hash ${text.length}`, conversationTtlMs: 0 },
  ),
);
const entry = (memory: Memory, seq: number): TableEntry => ({ row: toRow(memory, seq), links: memory.links ?? [] });

function plain(row: MemoryRow | undefined): MemoryRow | undefined {
  if (row === undefined) return undefined;
  const fields: [string, unknown][] = [];
  for (const name in row) {
    const value = row[name as keyof MemoryRow];
    if (name !== 'at' && value !== undefined) fields.push([name, value]);
  }
  return Object.fromEntries(fields) as unknown as MemoryRow;
}

describe('packed rows', () => {
  it('keep the language of each memory through a snapshot and renumbering', () => {
    const table = createTable(1);
    const languages = ['de', 'en', '', 'ja'] as const;
    languages.forEach((code, n) => {
      table.put({ ...entry(memories[n]!, n + 1), language: languageId(code) });
    });
    const codes = (of: ReturnType<typeof createTable>): string[] =>
      Array.from(of.rows(), ([at]) => LANGUAGES[of.language(at)]!);
    expect(codes(table)).toEqual(languages);

    const restored = createTable(1);
    restored.restore(openRows(runAtOnce(table.pack())));
    expect(codes(restored)).toEqual(languages);
    restored.remove(memories[0]!.id);
    restored.remove(memories[2]!.id);
    expect(restored.renumber(runAtOnce(restored.closeHoles()!))).toBe(true);
    expect(codes(restored)).toEqual(['en', 'ja']);
  });

  it("keep the chunk lists of one fingerprint for rows that weren't written since", () => {
    const table = createTable();
    table.beginChunks('f');
    const lists = ['a', 'b', 'c'].map((hash) =>
      packChunks({ contentHash: contentHash(hash), chunks: [{ hash: contentHash(`${hash} cut`), start: 0, end: 9 }] }),
    );
    const ordinals = memories.slice(0, 3).map((memory, n) => table.put(entry(memory, n + 1)));
    table.setChunks(ordinals[0]!, lists[0]!);
    table.setChunks(ordinals[2]!, lists[2]!);
    expect(table.unsavedChunks).toBe(2);
    const bytes = runAtOnce(table.pack());
    expect(table.unsavedChunks).toBe(0);

    const restored = createTable();
    restored.restore(openRows(bytes));
    expect(ordinals.map((at) => restored.snapshotChunks(at))).toEqual([undefined, undefined, undefined]);
    restored.beginChunks('f');
    expect(ordinals.map((at) => restored.snapshotChunks(at))).toEqual([lists[0], undefined, lists[2]]);
    // An engine without a model never uses the chunks, but must still save them.
    const savedAgain = createTable();
    savedAgain.beginChunks('f');
    savedAgain.restore(openRows(runAtOnce(restored.pack())));
    expect(ordinals.map((at) => savedAgain.snapshotChunks(at))).toEqual([lists[0], undefined, lists[2]]);
    // A chunk list may be stored without its vectors.
    expect(restored.hasChunks(ordinals[0]!)).toBe(false);
    restored.setChunks(ordinals[0]!, lists[0]!);
    expect(restored.unsavedChunks).toBe(0);
    expect(restored.chunks(ordinals[0]!)).toEqual(unpackChunks(lists[0]!).chunks);
    restored.put(entry(memories[2]!, 9));
    expect(restored.snapshotChunks(ordinals[2]!)).toBeUndefined();
    restored.beginChunks('another');
    expect(restored.snapshotChunks(ordinals[0]!)).toBeUndefined();
    expect(restored.hasChunks(ordinals[0]!)).toBe(false);
  });

  it('unpack exactly, including holes, even after more writes and a second packing', () => {
    const table = createTable();
    memories.forEach((memory, n) => {
      table.put(entry(memory, n + 1));
    });
    for (const id of ['m0', 'm17', 'm799']) table.remove(id);
    const restored = createTable();
    restored.restore(openRows(runAtOnce(table.pack())));
    expect(restored.liveCount).toBe(797);
    memories[33] = { ...memories[33]!, title: 'Another', tags: ['new'] };
    restored.put(entry(memories[33], 900));
    restored.remove('m34');
    const again = createTable();
    again.restore(openRows(runAtOnce(restored.pack())));
    expect(again.liveCount).toBe(796);
    for (const [n, memory] of memories.entries()) {
      const at = again.ordinalOf(memory.id);
      const gone = [0, 17, 34, 799].includes(n);
      expect(at === undefined).toBe(gone);
      if (at === undefined) continue;
      expect(plain(again.row(at))).toEqual(toRow(memory, n === 33 ? 900 : n + 1));
      expect(again.links(at)).toEqual(memory.links ?? []);
    }
    expect([...again.rows()].map(([, { id }]) => id).sort()).toEqual(
      memories
        .map(({ id }) => id)
        .filter((id) => again.ordinalOf(id) !== undefined)
        .sort(),
    );
    again.put(entry({ ...memories[5]!, id: 'fresh' }, 1_000));
    expect(again.size).toBe(restored.size + 1);
  });

  it('are packed in many steps, and keep the rows as they were at the first one', () => {
    const table = createTable();
    const count = 20_000;
    for (let n = 0; n < count; n++) table.put(entry({ ...memories[n % 800]!, id: `m${n}` }, n + 1));
    const packing = table.pack();
    let steps = 0;
    for (let next = packing.next(); ; next = packing.next()) {
      if (next.done) {
        const restored = createTable();
        restored.restore(openRows(next.value));
        expect(restored.liveCount).toBe(count);
        expect(restored.ordinalOf('m1')).toBeDefined();
        break;
      }
      steps++;
      table.remove(`m${steps}`);
      table.put(entry({ ...memories[0]!, id: `later${steps}` }, count + steps));
    }
    expect(steps).toBeGreaterThan(30);
  });

  it('are empty for an empty table', () => {
    expect(openRows(runAtOnce(packRows([]))).size).toBe(0);
  });

  it("are rejected if they're too short, too long or not rows", () => {
    const bytes = runAtOnce(packRows(memories.map((memory, n) => entry(memory, n))));
    expect(() => openRows(bytes.subarray(0, bytes.length - 8))).toThrow();
    expect(() => openRows(new Uint8Array([...bytes, 0, 0, 0, 0, 0, 0, 0, 0]))).toThrow();
    expect(() => openRows(new Uint8Array(64))).toThrow();
    expect(openRows(new Uint8Array([0, ...bytes]).subarray(1)).size).toBe(memories.length);
  });
});

describe('a packed column', () => {
  const values = fc.oneof(
    fc.array(fc.option(fc.string({ unit: 'binary' }), { nil: undefined }), { maxLength: 40 }),
    fc.array(fc.option(fc.double({ noNaN: true, noDefaultInfinity: true }), { nil: undefined }), { maxLength: 40 }),
    fc.array(fc.option(fc.nat(), { nil: undefined }), { maxLength: 40 }),
    fc.array(fc.option(fc.jsonValue(), { nil: undefined }), { maxLength: 40 }),
    fc.array(fc.stringMatching(/^[0-9a-f]{32}$/), { maxLength: 40 }),
  );

  it('unpacks every JSON value, with few or many distinct ones', () => {
    fc.assert(
      fc.property(values, fc.integer({ min: 1, max: 40 }), (list, times) => {
        // Repeats the values, so that some columns are long enough to be refused as codes.
        const all = Array.from({ length: times }, (_, round) =>
          list.map((value) => (typeof value === 'string' && value.length !== 32 ? `${value}${round}` : value)),
        ).flat();
        const { kind, parts } = runAtOnce(packColumn(all));
        const copies = parts.map((part) => part.slice());
        const column = openColumn(kind, copies, all.length);
        const given = all.map((value) => (value === undefined ? undefined : JSON.parse(JSON.stringify(value))));
        expect(all.map((_, row) => column(row))).toEqual(given);
      }),
      { numRuns: 300 },
    );
  });

  it('stores numbers as numbers, hashes at half their length and repeated names once', () => {
    const many = 2_000;
    const of = (value: (row: number) => unknown) =>
      runAtOnce(packColumn(Array.from({ length: many }, (_, row) => value(row))));
    expect(of((row) => row * 7).kind).toBe('u32');
    expect(of((row) => row + 0.5).kind).toBe('f64');
    expect(of((row) => row.toString(16).padStart(32, '0')).kind).toBe('hex');
    expect(of((row) => `title ${row}`).kind).toBe('text');
    expect(of((row) => ({ row })).kind).toBe('json');
    expect(of((row) => ['note', 'fact'][row % 2]).kind).toBe('choice');
  });
});
