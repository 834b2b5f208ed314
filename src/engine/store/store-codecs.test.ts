import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject, Memory } from '../../core/record/memory.ts';
import { fromRecords, toRecords } from './change-log.ts';
import { makeChunkRecord, readChunkRecord } from './chunks.ts';
import { decodeMemory, encodeMemory, isIntact, setHashOf } from './memory-codec.ts';
import type { Change } from './memory-store.ts';
import { MIGRATIONS, migrate } from './migrations.ts';
import { makeRecord, planWrites, readRecord, readStored } from './planned-writes.ts';
import { nextPageSize } from './scan-pages.ts';
import { DERIVED_STORES, type Head, type MemoryRecord, RECORD_STORES, SCHEMA_VERSION } from './schema.ts';
import { joinSnapshot, PART_BYTES, splitSnapshot } from './snapshot-records.ts';
import { BLOCK_ROWS, isIntactRow, makeRow, packBlock, unpackBlock } from './vector-block.ts';
import { ReadRows } from './vector-rows.ts';

/** Any UTF-16 unit, lone surrogates included. */
const unit = fc.nat(0xffff).map((code) => String.fromCharCode(code));

const anyMemory = (): fc.Arbitrary<Memory> =>
  fc.record(
    {
      id: fc.string({ unit, minLength: 1, maxLength: 20 }),
      text: fc.string({ unit }),
      tags: fc.array(fc.string()),
      type: fc.constant('note'),
      title: fc.string(),
      confidence: fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value + 0),
      metadata: fc
        .dictionary(fc.string(), fc.jsonValue())
        .map((value) => JSON.parse(JSON.stringify(value)) as JsonObject),
      images: fc.array(
        fc.record({
          data: fc.uint8Array({ maxLength: 40 }).map((bytes) => new Uint8Array(bytes).buffer),
          mimeType: fc.constant('image/png'),
          alt: fc.string(),
        }),
        { maxLength: 3 },
      ),
      createdAt: fc.nat(),
      updatedAt: fc.nat(),
      lastAccessedAt: fc.nat(),
      accessCount: fc.nat(),
      contentHash: fc.string(),
    },
    {
      requiredKeys: [
        'id',
        'text',
        'tags',
        'type',
        'confidence',
        'metadata',
        'createdAt',
        'updatedAt',
        'lastAccessedAt',
        'accessCount',
        'contentHash',
      ],
    },
  );

describe('memory codec', () => {
  it('decodes every memory exactly, including lone surrogates and images', () => {
    fc.assert(
      fc.property(anyMemory(), (memory) => {
        const decoded = decodeMemory(encodeMemory(memory));
        expect({ ...decoded, confidence: decoded.confidence + 0 }).toEqual(memory);
      }),
    );
  });

  it('keeps an own __proto__ key without touching the prototype', () => {
    const metadata = JSON.parse('{"__proto__":{"x":1}}') as JsonObject;
    const base = { id: 'a', text: 't', tags: [], type: 'note', confidence: 0.5, contentHash: '' };
    const times = { createdAt: 1, updatedAt: 1, lastAccessedAt: 1, accessCount: 0 };
    const decoded = decodeMemory(encodeMemory({ ...base, ...times, metadata }));
    expect(Object.getPrototypeOf(decoded.metadata)).toBe(Object.prototype);
    expect(Object.hasOwn(decoded.metadata, '__proto__')).toBe(true);
  });

  it('rejects a record with any flipped bit, or under another id or position', () => {
    fc.assert(
      fc.property(anyMemory(), fc.nat(), (memory, bit) => {
        const record = makeRecord(memory, 7);
        expect(readRecord(record)?.id).toBe(memory.id);
        expect(isIntact({ ...record, seq: 8 })).toBe(false);
        expect(isIntact({ ...record, id: `${record.id}x` })).toBe(false);
        const body = record.body.slice();
        body[(bit >> 3) % body.length]! ^= 1 << (bit & 7);
        expect(readRecord({ ...record, body })).toBeUndefined();
      }),
    );
  });
});

describe('decisions', () => {
  it('keep count, position and set hash in step with what is stored', () => {
    const memory = (id: string): Memory => {
      const times = { createdAt: 1, updatedAt: 1, lastAccessedAt: 1, accessCount: 0 };
      return { id, text: 't', tags: [], type: 'note', confidence: 0.5, metadata: {}, contentHash: '', ...times };
    };
    const step = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('put', 'remove', 'leave')));
    fc.assert(
      fc.property(fc.array(step), (steps) => {
        const stored = new Map<string, MemoryRecord>();
        let head: Head = { epoch: 'e', seq: 0, floor: 0, count: 0, hash: 0 };
        for (const list of steps) {
          const ids = list.map(([id]) => id);
          const wanted = list.map(([id, what]) => (what === 'put' ? memory(id) : what === 'remove' ? null : undefined));
          const current = ids.map((id) => {
            const record = stored.get(id);
            return record && readStored(record);
          });
          const decide = () => ({ decisions: wanted, outcome: undefined });
          const planned = planWrites(head, { ids, decide }, current);
          for (const { change, record } of planned.writes) {
            if (record) stored.set(change.id, record);
            else stored.delete(change.id);
          }
          head = planned.head;
        }
        const hash = [...stored].reduce((sum, [id, record]) => (sum + setHashOf(id, record.seq)) >>> 0, 0);
        expect(head).toMatchObject({ count: stored.size, hash });
      }),
    );
  });
});

describe('change log', () => {
  it('reads the changes after any position, from records of several or, as in version 1, of one', () => {
    const kinds = fc.constantFrom<Change['kind']>('put', 'put', 'put', 'remove', 'clear');
    fc.assert(
      fc.property(fc.array(kinds, { maxLength: 300 }), fc.nat(400), fc.boolean(), (list, after, old) => {
        const changes = list.map((kind, i): Change => ({ seq: 100 + i, id: `m${i % 7}`, kind }));
        const records = old ? changes : toRecords(changes);
        const keys = records.map(({ seq }) => seq);
        expect(keys).toEqual([...new Set(keys)].sort((a, b) => a - b));
        const found = records.filter(({ seq }) => seq > after);
        expect(fromRecords(found, after)).toEqual(changes.filter(({ seq }) => seq > after));
      }),
    );
  });

  it('takes far fewer records than changes', () => {
    const changes = Array.from({ length: 10_000 }, (_, i): Change => ({ seq: i + 1, id: `m${i}`, kind: 'put' }));
    expect(toRecords(changes).length).toBeLessThan(200);
  });
});

describe('migrations', () => {
  it('lead from every version to the current one, one step for each', () => {
    expect(MIGRATIONS).toHaveLength(SCHEMA_VERSION);
    const made: string[] = [];
    migrate({ createObjectStore: (name) => made.push(name) }, 0);
    expect(made.sort()).toEqual([...RECORD_STORES, ...DERIVED_STORES].sort());
    const again: string[] = [];
    migrate({ createObjectStore: (name) => again.push(name) }, SCHEMA_VERSION);
    expect(again).toEqual([]);
  });
});

describe('snapshots', () => {
  it('are read back completely, with every part under 60 KB', () => {
    fc.assert(
      fc.property(fc.nat(3 * PART_BYTES + 5), (length) => {
        const bytes = Uint8Array.from({ length }, (_, i) => i % 251);
        const { head, parts } = splitSnapshot('s', bytes, {});
        expect(parts.every((part) => part.bytes.length < 60 * 1024)).toBe(true);
        expect(Buffer.from(joinSnapshot(head, parts)!).equals(bytes)).toBe(true);
      }),
      { numRuns: 10 },
    );
  });

  it('are rejected if a part is missing, swapped or changed', () => {
    const bytes = Uint8Array.from({ length: PART_BYTES * 2 }, (_, i) => i % 253);
    const { head, parts } = splitSnapshot('s', bytes, {});
    expect(joinSnapshot(head, parts.slice(1))).toBeUndefined();
    expect(joinSnapshot(head, [...parts].reverse())).toBeUndefined();
    parts[1]!.bytes[9]! ^= 4;
    expect(joinSnapshot(head, parts)).toBeUndefined();
  });
});

describe('vector blocks', () => {
  const rows = Array.from({ length: 5 }, (_, i) => [`h${i}`, Int8Array.of(i, -i, 127)] as const);

  it('return their rows, and none after damage to data, hashes or place', () => {
    const block = packBlock('f', 3, 3, rows);
    expect(unpackBlock(block)).toEqual(rows.map((row) => [...row]));
    const data = block.data.slice();
    data[4]! ^= 1;
    expect(unpackBlock({ ...block, data })).toEqual([]);
    expect(unpackBlock({ ...block, hashes: [...block.hashes].reverse() })).toEqual([]);
    expect(unpackBlock({ ...block, fingerprint: 'g' })).toEqual([]);
  });

  it('return vectors by hash in any order, and only existing ones', () => {
    const all = Array.from({ length: 40 }, (_, i) => `h${i}`);
    const order = fc.shuffledSubarray([...all, 'none'], { minLength: 1 });
    fc.assert(
      fc.property(order, fc.integer({ min: 1, max: 40 }), (asked, length) => {
        const read = new ReadRows(1);
        for (let at = 0; at < all.length; at += length) {
          const hashes = all.slice(at, at + length);
          read.add(
            hashes,
            Int8Array.from(hashes, (_, row) => at + row),
          );
        }
        for (const hash of asked) expect(read.get(hash)?.[0]).toBe(hash === 'none' ? undefined : Number(hash.slice(1)));
        expect(read.size).toBe(all.length);
      }),
    );
  });

  it('reject rows of another length and more than 1,024 rows', () => {
    expect(() => packBlock('f', 0, 2, rows)).toThrow(RangeError);
    const many = Array.from({ length: BLOCK_ROWS + 1 }, (_, i) => [`h${i}`, Int8Array.of(1)] as const);
    expect(() => packBlock('f', 0, 1, many)).toThrow(RangeError);
  });

  it('check single rows as well', () => {
    const row = makeRow('f', 'h', Int8Array.of(1, 2));
    expect(isIntactRow(row)).toBe(true);
    expect(isIntactRow({ ...row, row: Int8Array.of(1, 3) })).toBe(false);
    expect(isIntactRow({ ...row, hash: 'i' })).toBe(false);
  });
});

describe('chunk lists', () => {
  it('are read only under their own fingerprint and if undamaged', () => {
    const list = { contentHash: 'c', chunks: [{ hash: 'h', start: 0, end: 9 }] };
    const record = makeChunkRecord('m', 'f', list);
    expect(readChunkRecord(record, 'f')).toEqual(list);
    expect(readChunkRecord(record, 'g')).toBeUndefined();
    expect(readChunkRecord({ ...record, contentHash: 'd' }, 'f')).toBeUndefined();
  });
});

describe('scan pages', () => {
  it('grow with small records and shrink with large ones, but never to nothing', () => {
    expect(nextPageSize(64, 64 * 500)).toBe(512);
    expect(nextPageSize(2_000, 2_000 * 500)).toBe(4_000);
    expect(nextPageSize(64, 64 * 6_000_000)).toBe(1);
  });
});
