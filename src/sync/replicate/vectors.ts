/** Vectors have records of their own, so that no device has to embed what another has already embedded. */
import { isHybridSearchError } from '../../core/errors.ts';
import { isPlainObject } from '../../core/record/json.ts';
import type { JsonValue } from '../../core/record/memory.ts';
import { hashOfStamp } from '../../core/record/stamp.ts';
import type { IncomingVectors } from '../../protocol/sync-api.ts';
import type { StoredChunks } from '../../protocol/transfer-api.ts';
import type { Entry } from '../format/entry.ts';
import { recordBody, sealRecord } from '../format/record.ts';
import { joinBytes } from '../format/text-bytes.ts';
import type { Shadow, Waiting } from '../state/sync-state.ts';
import type { ReplicationSession } from './session.ts';

const AT_ONCE = 200;

const nameOf = (fingerprint: string, memory: string): string => `${fingerprint}\n${memory}`;

export interface TakenVectors extends IncomingVectors {
  rows: Map<string, Int8Array>;
}

/** Returns null for vectors of another model. @throws RangeError if it isn't a vectors entry */
export function readVectorsEntry(
  { name, json, tail }: Entry,
  { fingerprint, dims }: { fingerprint: string; dims: number },
): TakenVectors | null {
  if (!name.startsWith(`${fingerprint}\n`)) return null;
  const { contentHash, chunks } = json;
  const isSound =
    typeof contentHash === 'string' &&
    Array.isArray(chunks) &&
    chunks.every((chunk) => isPlainObject(chunk) && isHash(chunk.hash) && isPlace(chunk.start) && isPlace(chunk.end)) &&
    tail.length === chunks.length * dims;
  if (!isSound) throw new RangeError('these aren’t the vectors of a memory');
  const list = chunks as unknown as StoredChunks['chunks'];
  const rows = new Map(
    list.map(({ hash }, at) => [hash, new Int8Array(tail.slice(at * dims, (at + 1) * dims).buffer)]),
  );
  return { id: name.slice(fingerprint.length + 1), chunks: { contentHash, chunks: list }, rows };
}

const isHash = (value: unknown): boolean => typeof value === 'string' && value.length > 0 && value.length <= 128;
const isPlace = (value: unknown): boolean => Number.isInteger(value) && (value as number) >= 0;

/**
 * Stores vectors before their memories are written, so that the memories find them.
 * @returns false if the disk is full. Texts may still fit.
 */
export async function keepVectors(
  session: ReplicationSession,
  fingerprint: string,
  taken: readonly TakenVectors[],
): Promise<boolean> {
  if (taken.length === 0) return true;
  if (session.full) return false;
  const vectors = new Map(taken.flatMap(({ rows }) => [...rows]));
  const lists = taken.map(({ id, chunks }) => ({ id, chunks }));
  try {
    await session.store.call('writeVectors', [fingerprint, vectors, lists]);
    return true;
  } catch (error) {
    if (!isHybridSearchError(error, 'quota')) throw error;
    session.full = error;
    return false;
  }
}

export async function vectorsKeptFor(
  session: ReplicationSession,
  memories: readonly string[],
): Promise<IncomingVectors[]> {
  const waiting = memories.filter((id) => session.awaited.has(id));
  if (waiting.length === 0) return [];
  const stamps = await session.store.call('stamps', [waiting]);
  const hashes = new Map(stamps.map(({ id, stamp }) => [id, stamp && hashOfStamp(stamp)]));
  const lists = await session.store.call('readVectors', [waiting]);
  return lists
    .filter(({ id, chunks }) => hashes.get(id) === chunks.contentHash)
    .map(({ id, chunks }) => ({ id, chunks }));
}

export async function adoptVectors(
  session: ReplicationSession,
  fingerprint: string,
  taken: readonly IncomingVectors[],
): Promise<void> {
  if (taken.length === 0) return;
  const lists = taken.map(({ id, chunks }) => ({ id, chunks }));
  await session.store.call('adopt', [fingerprint, lists]);
  for (const { id } of taken) session.awaited.delete(id);
}

export async function pushVectors(session: ReplicationSession): Promise<void> {
  if (session.settings.vectors !== 'both') return;
  const { fingerprint } = await session.store.call('model', []);
  for (let after = ''; ; ) {
    const waiting = await session.state.waiting(after, AT_ONCE);
    if (waiting.length === 0) return;
    after = waiting.at(-1)!.id;
    const sendable = waiting.filter(({ isMessage }) => !isMessage || session.settings.messages);
    const owners = new Map(sendable.map((each) => [each.memory, each]));
    const whole = await session.store.call('readVectors', [[...owners.keys()]]);
    const ids = await session.idsOf(
      'vectors',
      whole.map(({ id }) => nameOf(fingerprint, id)),
    );
    const shadows = await session.state.shadows(ids);
    const lists = whole.map((list, at) => ({ ...list, shadow: shadows[at], owner: owners.get(list.id)! }));
    const isThere = ({ shadow, chunks }: (typeof lists)[number]): boolean => shadow?.stamp === chunks.contentHash;
    await send(
      session,
      fingerprint,
      lists.filter((list, at) => !isThere(list) && !session.refused.has(ids[at]!)),
    );
    await session.commit({ dropWaiting: lists.filter(isThere).map(({ owner }) => owner.id) });
  }
}

interface Outgoing {
  id: string;
  owner: Waiting;
  chunks: StoredChunks;
  rows: Int8Array[];
  shadow: Shadow | undefined;
}

async function send(session: ReplicationSession, fingerprint: string, lists: readonly Outgoing[]): Promise<void> {
  if (lists.length === 0) return;
  const records = await Promise.all(
    lists.map(({ id, chunks, rows, owner }) =>
      sealRecord(session.keys, {
        kind: 'vectors',
        name: nameOf(fingerprint, id),
        clock: '',
        json: {
          contentHash: chunks.contentHash,
          chunks: chunks.chunks as unknown as JsonValue,
          ...(owner.isMessage && { message: true }),
        },
        tail: joinBytes(...rows.map((row) => new Uint8Array(row.buffer, row.byteOffset, row.byteLength))),
      }),
    ),
  );
  const results = await session.transport.put(
    records.map((record, at) => ({
      id: record.id,
      revision: lists[at]!.shadow?.revision ?? null,
      deleted: false,
      body: recordBody(record),
    })),
  );
  const shadows: Shadow[] = [];
  const dropWaiting: string[] = [];
  results.forEach((result, at) => {
    // On a conflict, another device was faster, and its record arrives with the next page. Vectors that the server
    // refuses stay queued.
    if (typeof result === 'string') {
      if (result !== 'conflict') session.refused.set(records[at]!.id, null);
      return;
    }
    const { chunks, owner } = lists[at]!;
    const { id } = records[at]!;
    shadows.push({ id, kind: 'vectors', revision: result.revision, clock: '', data: null, stamp: chunks.contentHash });
    dropWaiting.push(owner.id);
  });
  session.pushed += shadows.length;
  await session.commit({ shadows, dropWaiting });
  session.onProgress();
}
