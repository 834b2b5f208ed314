/** The change log, and the head, which says how far it reaches. Both are written in the memories' transaction. */
import { unwrap } from 'idb';
import { toHex } from '../../core/bytes/hex.ts';
import { HybridSearchError } from '../../core/errors.ts';
import type { Connection } from './connection.ts';
import type { Change, StoreState } from './memory-store.ts';
import type { ChangeRecord, Head, ReadTx, RecordTx } from './schema.ts';

export const HEAD_KEY = 'head';

/** The database has to be recovered first. It was lost and has no head, or its memories are being restored. */
export class IncompleteDatabase extends HybridSearchError {
  constructor() {
    super('storage', 'the database is being restored');
  }
}

export function newStoreId(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(12)));
}

export async function headOf(meta: { get(key: string): Promise<Head | undefined> }): Promise<Head> {
  const head = await meta.get(HEAD_KEY);
  if (!head || head.restoring) throw new IncompleteDatabase();
  if (head.destroyed) throw new HybridSearchError('closed', 'the store was deleted');
  return head;
}

/** Derived data and positions are valid only within one generation. A restored or newly created store has a new one. */
export const generationOf = ({ epoch, restorations = 0 }: Head): string => `${epoch}/${restorations}`;

export const isAt = (head: Head, position: Pick<StoreState, 'seq' | 'generation'>): boolean =>
  head.seq === position.seq && generationOf(head) === position.generation;

export function putHead(tx: RecordTx, head: Head): Promise<unknown> {
  return tx.objectStore('meta').put(head, HEAD_KEY);
}

/** Also reads the head of an incomplete database. */
export function readHead(connection: Connection): Promise<Head | undefined> {
  return connection.transact(['meta'], 'readonly', (tx) => tx.objectStore('meta').get(HEAD_KEY));
}

export function readState(connection: Connection): Promise<{ head: Head | undefined; records: number }> {
  return connection.transact(['memories', 'meta'], 'readonly', async (tx) => {
    const [head, records] = await Promise.all([
      tx.objectStore('meta').get(HEAD_KEY),
      tx.objectStore('memories').count(),
    ]);
    return { head, records };
  });
}

/** A reader that's further behind rebuilds from a scan, which takes about as long as replaying this many. */
export const KEPT_CHANGES = 20_000;
/** So that few writes have to trim. */
const SLACK = 5_000;

/**
 * Maximum number of changes in one record. IndexedDB's cost is per record: with one record per change, writing 10,000
 * changes took 1.2 to 2.7 s longer. Even with the longest ids, a record has at most 64 KB of them.
 */
const RUN = 64;

export function toRecords(changes: readonly Change[]): ChangeRecord[] {
  const records: ChangeRecord[] = [];
  for (let at = 0; at < changes.length; ) {
    const first = changes[at]!;
    let end = at + 1;
    while (end < changes.length && end - at < RUN && changes[end]!.kind === first.kind) end++;
    const { seq } = changes[end - 1]!;
    const ids = changes.slice(at, end).map((change) => change.id);
    records.push(ids.length === 1 ? first : { seq, kind: first.kind, ids });
    at = end;
  }
  return records;
}

/** A damaged database may return null for a record. */
export function fromRecords(records: readonly (ChangeRecord | null)[], after: number): Change[] {
  return records
    .filter((record) => record !== null)
    .flatMap((record): Change[] => {
      if (!('ids' in record)) return [record];
      const first = record.seq - record.ids.length + 1;
      return record.ids.map((id, i) => ({ seq: first + i, id, kind: record.kind }));
    })
    .filter(({ seq }) => seq > after);
}

export async function changesAfter(
  log: { getAll(range: IDBKeyRange): Promise<ChangeRecord[]> },
  after: number,
): Promise<Change[]> {
  return fromRecords(await log.getAll(IDBKeyRange.lowerBound(after, true)), after);
}

export function logChanges(tx: RecordTx, changes: readonly Change[]): void {
  const log = unwrap(tx.objectStore('changes'));
  for (const record of toRecords(changes)) log.put(record);
}

export function trimPoint(head: Head): number | undefined {
  return head.seq - head.floor > KEPT_CHANGES + SLACK ? head.seq - KEPT_CHANGES : undefined;
}

/** Returns false if the head is behind `after`. */
export function reaches(head: Head, after: number): boolean {
  return after >= head.floor && after <= head.seq;
}

export async function readChanges(
  tx: ReadTx<['changes', 'meta']>,
  head: Head,
  after: number,
): Promise<Change[] | null> {
  if (!reaches(head, after)) return null;
  if (after === head.seq) return [];
  const changes = await changesAfter(tx.objectStore('changes'), after);
  // Positions are consecutive, so the log is damaged if any are missing.
  return changes.length === head.seq - after ? changes : null;
}

/** A record that extends beyond the trim point is kept whole. */
export function trimChanges(tx: RecordTx, head: Head): { head: Head; work: Promise<void> } {
  const upTo = trimPoint(head);
  if (upTo === undefined) return { head, work: Promise.resolve() };
  return { head: { ...head, floor: upTo }, work: tx.objectStore('changes').delete(IDBKeyRange.upperBound(upTo)) };
}

interface Range {
  from: number;
  to: number;
}

const KEPT_RANGES = 20_000;

/** The positions in the change log that this tab wrote, including those whose transaction is still committing. */
export class OwnPositions {
  readonly #committing = new Set<Range>();
  readonly #committed: Range[] = [];

  /** Call it before the transaction commits. */
  add(changes: readonly Change[]): Range | undefined {
    if (changes.length === 0) return undefined;
    const range = { from: changes[0]!.seq, to: changes.at(-1)!.seq };
    this.#committing.add(range);
    return range;
  }

  settle(range: Range | undefined, committed: boolean): void {
    if (!range || !this.#committing.delete(range) || !committed) return;
    const last = this.#committed.at(-1);
    if (last && last.to + 1 === range.from) last.to = range.to;
    else this.#committed.push(range);
    if (this.#committed.length > KEPT_RANGES) this.#committed.shift();
  }

  has(seq: number): boolean {
    const holds = ({ from, to }: Range): boolean => from <= seq && seq <= to;
    const nearest = this.#committed.findLast(({ from }) => from <= seq);
    return (nearest !== undefined && holds(nearest)) || [...this.#committing].some(holds);
  }
}
