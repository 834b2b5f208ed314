/** Tests the durable store on an in-memory origin: lost records, and purges and deletions that fail. */
import { openDB } from 'idb';
import { describe, expect, it, vi } from 'vitest';
import { contents, fromLog, install, memory, type Opened, openTab, PATIENT } from '../../testing/durable-tabs.ts';
import type { MemoryOrigin } from '../../testing/memory-origin.ts';
import { writeDecisions } from '../../testing/write-decisions.ts';
import { readHead } from '../store/change-log.ts';
import { Connection } from '../store/connection.ts';
import { Reserve } from '../store/reserve.ts';
import { databaseName } from '../store/schema.ts';
import { LogFiles } from '../wal/log-files.ts';
import { logPlaceOf } from './log-place.ts';

/** Returns a function that cuts off what a tab's log file has gained since this call. The tab must be gone by then. */
async function rememberLog(origin: MemoryOrigin, { tab }: Opened): Promise<() => Promise<void>> {
  const files = await origin.in(tab, () => LogFiles.open(logPlaceOf('s').folder));
  const [segment] = await files.list();
  const { length } = (await files.read(segment!))!;
  return async () => {
    const handle = (await files.lock(segment!))!;
    handle.truncate(length);
    handle.close();
  };
}

describe('a record whose last change is missing in the log', () => {
  it.each([
    ['damaged', false],
    ['missing', true],
  ])("that's %s is replaced by the log's earlier version, and reported as lost", async (_, missing) => {
    const origin = install(1);
    const one = await openTab(origin);
    const write = (text: string) =>
      origin.in(one.tab, () => writeDecisions(one.store, ['a'], () => [memory('a', text)]));
    await write('first');
    const cutLog = await rememberLog(origin, one);
    await write('second');
    origin.kill(one.tab);
    await origin.in(origin.open(), async () => {
      // As after a power failure: the last frame of the log never reached the disk.
      await cutLog();
      const database = await openDB(databaseName('s'));
      const record = await database.get('memories', 'a');
      if (missing) await database.delete('memories', 'a');
      else await database.put('memories', { ...record, crc: record.crc + 1 });
      database.close();
    });
    // A start that counts later compares only positions at first.
    const next = await openTab(origin, { countBehind: missing });
    expect({ event: next.event, found: await contents(next) }).toEqual({
      event: 'storage-lost',
      found: { a: 'first' },
    });
    await origin.in(next.tab, () => next.store.close());
    expect(await fromLog(origin)).toEqual({ a: 'first' });
  });
});

describe('a deletion that neither the log nor the change log has', () => {
  it('stays deleted when another record is lost', async () => {
    const origin = install(1);
    const one = await openTab(origin);
    const write = (a: string | null, b: string) =>
      origin.in(one.tab, () =>
        writeDecisions(one.store, ['a', 'b'], () => [a === null ? null : memory('a', a), memory('b', b)]),
      );
    await write('to be removed', 'first');
    const cutLog = await rememberLog(origin, one);
    await write(null, 'second');
    origin.kill(one.tab);
    await origin.in(origin.open(), async () => {
      // As after a deletion on a full disk that wasn't logged.
      await cutLog();
      const database = await openDB(databaseName('s'));
      const head = await database.get('meta', 'head');
      await database.put('meta', { ...head, floor: head.seq, unlogged: head.seq }, 'head');
      await database.clear('changes');
      const record = await database.get('memories', 'b');
      await database.put('memories', { ...record, crc: record.crc + 1 });
      database.close();
    });
    const next = await openTab(origin);
    expect({ event: next.event, found: await contents(next) }).toEqual({
      event: 'storage-lost',
      found: { b: 'first' },
    });
    await origin.in(next.tab, () => next.store.close());
    expect(await fromLog(origin)).toEqual({ b: 'first' });
  });
});

describe('an interrupted restoration on a full disk', () => {
  it('is completed with the space of the reserve, and then notes can be removed', async () => {
    const origin = install(1);
    const one = await openTab(origin, { retryMs: [1e6] });
    const write = (a: string | null) =>
      origin.in(one.tab, () => writeDecisions(one.store, ['a'], () => [a === null ? null : memory('a', a)]));
    await write('to be removed');
    await origin.in(origin.open(), async () => {
      const database = await openDB(databaseName('s'));
      const head = await database.get('meta', 'head');
      await database.put('meta', { ...head, restoring: true }, 'head');
      database.close();
    });
    origin.databaseFull = true;
    const drop = vi.spyOn(Reserve.prototype, 'drop').mockImplementation(async () => {
      origin.databaseFull = false;
      return true;
    });
    await write(null);
    drop.mockRestore();
    expect(await contents(one)).toEqual({});
    await origin.in(one.tab, () => one.store.close());
    expect(await fromLog(origin)).toEqual({});
  });
});

describe('a background purge that failed', () => {
  it('is tried again after the next write', async () => {
    const origin = install(1);
    const one = await openTab(origin, { purgeDelay: 0, retryMs: [1] });
    const write = (texts: (string | null)[]) =>
      origin.in(one.tab, () => {
        const ids = texts.map((_, at) => `m${at}`);
        return writeDecisions(one.store, ids, () =>
          texts.map((text, at) => (text === null ? null : memory(ids[at]!, text))),
        );
      });
    // A connection without a schema could create an empty database while the purge replaces this one.
    const readPurge = () =>
      origin.in(origin.open(), async () => {
        const connection = new Connection('s');
        const head = await readHead(connection).finally(() => connection.close());
        return !head || head.restoring ? 'running' : head.purge ? 'due' : 'done';
      });
    await write(['one', 'two']);
    await write([null, 'two']);
    origin.full = true;
    for (let steps = 0; steps < 1_000; steps++) await new Promise((resolve) => setImmediate(resolve));
    expect(await readPurge()).toBe('due');
    origin.full = false;
    await vi.waitFor(() => expect(one.store.durability).toBe('durable'), PATIENT);
    await write(['three', null]);
    await vi.waitFor(async () => expect(await readPurge()).toBe('done'), PATIENT);
    await origin.in(one.tab, () => one.store.close());
  });
});

describe('a deletion of the store', () => {
  it('is refused while its log is out of reach, and finished by the next start', async () => {
    const origin = install(1);
    const one = await openTab(origin, { retryMs: [1e6] });
    const put = (id: string) => origin.in(one.tab, () => writeDecisions(one.store, [id], () => [memory(id, id)]));
    await put('secret');
    origin.full = true;
    await put('unlogged');
    origin.unreachable = true;
    await expect(origin.in(one.tab, () => one.store.destroy())).rejects.toThrow();
    origin.kill(one.tab);
    Object.assign(origin, { full: false, unreachable: false });
    const next = await openTab(origin);
    expect({ event: next.event, found: await contents(next) }).toEqual({ event: 'created', found: {} });
    await origin.in(next.tab, () => next.store.close());
    expect(await fromLog(origin)).toEqual({});
  });
});
