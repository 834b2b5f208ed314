import { contentHash } from '../../core/record/content-hash.ts';
import { keptFileOf } from '../../core/record/kept-file.ts';
import type { Memory, MemoryInput } from '../../core/record/memory.ts';
import { indexedHash } from '../../core/record/picture-words.ts';
import { stampOf } from '../../core/record/stamp.ts';
import { isTrashed } from '../../core/record/trashed-memory.ts';
import { validateMemory } from '../../core/record/validate-memory.ts';
import type { EngineInit } from '../../protocol/engine-api.ts';
import type {
  IncomingMemory,
  IncomingVectors,
  LogPosition,
  MemoryStamp,
  NamedFiles,
  StoreChanges,
  SyncStore,
} from '../../protocol/sync-api.ts';
import type { StoredChunks } from '../store/memory-store.ts';
import type { FoundRow } from '../table/memory-table.ts';
import type { ChangeApplier } from '../write/change-applier.ts';
import { DAY_MS } from '../write/write-path.ts';
import type { TransferEngine, TransferRows } from './store-access.ts';

const CHANGES = 1_000;

export interface SyncEngine extends Pick<TransferEngine, 'store' | 'semantic' | 'read' | 'files'> {
  readonly write: ChangeApplier['write'];
  readonly init: Pick<EngineInit, 'conversationTtlDays'>;
  now(): number;
}

export function syncStore(
  engine: () => Promise<SyncEngine>,
  rows: () => Promise<Pick<TransferRows, 'table'>>,
): SyncStore {
  let held = false;
  /** Memories that had another text when their chunk lists arrived. */
  const leftOut = new Set<string>();

  return {
    changes: async (_, since) => changesAfter(await engine(), since),
    files: async () => namedFiles(await engine(), await rows()),
    stamps: async (_, ids) => stampsOf(await engine(), ids),
    read: async (_, ids) => (await engine()).read(ids),
    apply: async (_, memories) => applyAll(await engine(), memories),
    async model() {
      const { fingerprint, profile } = (await engine()).semantic;
      return { fingerprint, dims: profile.dims };
    },
    async readVectors(_, ids) {
      const [{ store, semantic }, { table }] = await Promise.all([engine(), rows()]);
      const lists = new Map<string, StoredChunks>();
      const onList = (id: string, list: StoredChunks): void => {
        if (isOf(table.find(id), list)) lists.set(id, list);
      };
      await store.derived.readChunks(semantic.fingerprint, onList, ids);
      const hashes = [...lists.values()].flatMap(({ chunks }) => chunks.map(({ hash }) => hash));
      const vectors = await store.derived.readVectors(semantic.fingerprint, [...new Set(hashes)]);
      return [...lists].flatMap(([id, chunks]) => {
        const rows = chunks.chunks.flatMap(({ hash }) => vectors.get(hash) ?? []);
        return rows.length === chunks.chunks.length ? [{ id, chunks, rows }] : [];
      });
    },
    async writeVectors(_, fingerprint, vectors, lists) {
      const [{ store }, { table }] = await Promise.all([engine(), rows()]);
      await store.derived.writeVectors(fingerprint, vectors);
      const kept = lists.filter(({ id, chunks }) => {
        const entry = table.find(id);
        if (!entry || !table.hasChunks(entry.ordinal) || isOf(entry, chunks)) return true;
        // The list of an earlier text mustn't replace the current one.
        leftOut.add(id);
        return false;
      });
      await store.derived.writeChunks(fingerprint, mapOf(kept));
    },
    async hold(_, on) {
      const { queue } = (await engine()).semantic;
      // If the user has paused embedding, it stays paused.
      if (on && !queue.paused) {
        held = true;
        queue.pause();
      } else if (!on && held) {
        held = false;
        queue.resume();
      }
    },
    async adopt(_, fingerprint, lists) {
      const [{ semantic, store }, { table }] = await Promise.all([engine(), rows()]);
      if (fingerprint !== semantic.fingerprint) return;
      const late = lists.filter(({ id, chunks }) => leftOut.delete(id) && isOf(table.find(id), chunks));
      if (late.length > 0) await store.derived.writeChunks(fingerprint, mapOf(late));
      await semantic.queue.adopt(mapOf(lists));
    },
  };
}

async function changesAfter(engine: SyncEngine, since: LogPosition | null): Promise<StoreChanges> {
  const { store } = engine;
  const { seq, generation } = await store.state();
  const log = since === null ? null : await store.changesSince(since.seq, since.generation);
  if (log === null || log.some(({ kind }) => kind === 'clear')) {
    const changed: MemoryStamp[] = [];
    await store.scan((page) => {
      for (const { memory } of page) if (!isTrashed(memory)) changed.push(stamped(memory.id, memory));
    });
    return { position: { seq, generation }, isWhole: true, hasMore: false, changed };
  }
  const next = log.slice(0, CHANGES);
  const kinds = new Map(next.map(({ id, kind }) => [id, kind]));
  const found = await stampsOf(engine, [...kinds.keys()]);
  const missing = found.flatMap(({ id, stamp }) => (stamp === null ? [id] : []));
  // For other devices, a memory in the trash counts as removed, because they mustn't keep it for thirty more days.
  const trashed = new Set((await store.get(missing)).filter(isTrashed).map(({ id }) => id));
  // For other memories, only the log proves a removal: a memory that's merely missing may be lost.
  const isKnown = ({ id, stamp }: MemoryStamp): boolean =>
    stamp !== null || trashed.has(id) || kinds.get(id) === 'remove';
  const changed = found.filter(isKnown);
  const last = next.at(-1)?.seq ?? since!.seq;
  return { position: { seq: last, generation }, isWhole: false, hasMore: next.length < log.length, changed };
}

async function stampsOf(engine: SyncEngine, ids: readonly string[]): Promise<MemoryStamp[]> {
  const found = await engine.read(ids);
  return ids.map((id, at) => stamped(id, found[at]));
}

async function applyAll(engine: SyncEngine, memories: readonly IncomingMemory[]): Promise<boolean[]> {
  const conversationTtlMs = engine.init.conversationTtlDays * DAY_MS;
  const context = { now: engine.now(), newId: () => '', hash: contentHash, conversationTtlMs };
  const ids = memories.map(({ id }) => id);
  const isExpected = (at: number, current: Memory | undefined): boolean =>
    (current && !isTrashed(current) ? stampOf(current) : null) === memories[at]!.expected;
  const { outcome } = await engine.write({
    ids,
    decide(current) {
      const expected = current.map((memory, at) => isExpected(at, memory));
      const decisions = memories.map(({ next }, at) =>
        expected[at] ? next && validateMemory(withOwn(next, current[at]), context) : undefined,
      );
      return { decisions, outcome: expected, imports: decisions.some(Boolean) };
    },
  });
  return outcome;
}

function namedFiles({ files }: Pick<SyncEngine, 'files'>, { table }: Pick<TransferRows, 'table'>): NamedFiles {
  const named = new Map<string, string>();
  for (const [, row] of table.rows()) {
    const hash = keptFileOf(row);
    if (hash && !named.has(hash)) named.set(hash, row.id);
  }
  return { place: files.place, named };
}

const isOf = (entry: FoundRow | undefined, { contentHash: hash }: StoredChunks): boolean =>
  entry !== undefined && hash === indexedHash(entry.row);

const mapOf = (lists: readonly IncomingVectors[]): Map<string, StoredChunks> =>
  new Map(lists.map(({ id, chunks }) => [id, chunks]));

/** Access counters and expiry aren't synced: each device keeps its own. */
function withOwn(next: MemoryInput, current: Memory | undefined): MemoryInput {
  if (!current) return next;
  const { lastAccessedAt, accessCount, expiresAt = null } = current;
  return { ...next, lastAccessedAt, accessCount, expiresAt };
}

function stamped(id: string, memory: Memory | undefined): MemoryStamp {
  if (!memory) return { id, stamp: null };
  return { id, stamp: stampOf(memory), type: memory.type, expiresAt: memory.expiresAt };
}
