/**
 * Brings the derived state of one engine (table, keyword index, vectors, embedding queue) up to the store's change log.
 * The log with its `seq` is the truth (DESIGN S2); whoever calls makes sure that two runs do not interleave.
 */
import type { Memory } from '../../core/record/memory.ts';
import { createBreather } from '../../protocol/breathe.ts';
import type { EmbeddingQueue } from '../embed/embedding-queue.ts';
import type { KeywordIndex } from '../keyword/keyword-index.ts';
import type { Change, MemoryStore } from '../store/memory-store.ts';
import type { EngineTable } from '../table/table.ts';
import type { VectorIndex } from '../vector/vector-index.ts';

export interface IndexWriterParts {
  readonly store: MemoryStore;
  readonly table: EngineTable;
  readonly keyword: KeywordIndex;
  readonly vectors: VectorIndex;
  readonly queue: EmbeddingQueue;
}

export interface IndexWriter {
  /** The last change that the indexes hold. */
  applied: number;
  /** Of the store, to which `applied` belongs. */
  generation: string;
  /** Set when something was removed: chunk lists and vectors in the store may have no owner. */
  garbage: boolean;
  /** Changes oldest first, without a gap after `applied`; `known` saves reading back what was just written. */
  apply(changes: readonly Change[], known?: ReadonlyMap<string, Memory>): Promise<void>;
  /** Everything anew from the memories. */
  rescan(): Promise<void>;
}

export function createIndexWriter(parts: IndexWriterParts): IndexWriter {
  const { store, table, keyword } = parts;

  const put = (memory: Memory, seq: number): void => {
    const before = table.ordinalOf(memory.id);
    const unchanged = before !== undefined && table.row(before)?.contentHash === memory.contentHash;
    if (before !== undefined && !unchanged) {
      keyword.remove(before);
      parts.vectors.remove(before);
      writer.garbage = true;
    }
    const ordinal = table.put(memory, seq);
    if (unchanged) return;
    table.setChunks(ordinal, []);
    keyword.add({
      ordinal,
      title: memory.title ?? '',
      text: memory.text,
      tags: memory.tags,
      aliases: memory.aliases ?? [],
      links: memory.links ?? [],
    });
    parts.queue.put(memory.id);
  };

  const remove = (id: string): void => {
    const ordinal = table.remove(id);
    if (ordinal === undefined) return;
    keyword.remove(ordinal);
    parts.vectors.remove(ordinal);
    parts.queue.remove(id);
    writer.garbage = true;
  };

  const removeAll = (): void => {
    for (const [, row] of [...table.rows()]) remove(row.id);
  };

  const writer: IndexWriter = {
    applied: 0,
    generation: '',
    garbage: false,
    async apply(changes, known = new Map()) {
      const last = new Map<string, Change>();
      for (const change of changes) {
        if (change.kind === 'clear') {
          last.clear();
          removeAll();
        } else last.set(change.id, change);
      }
      const unknown = [...last.values()].filter(({ kind, id }) => kind === 'put' && !known.has(id)).map(({ id }) => id);
      const fetched = new Map<string, Memory>();
      for (const memory of await store.get(unknown)) if (memory) fetched.set(memory.id, memory);
      const breathe = createBreather();
      for (const change of last.values()) {
        const memory = change.kind === 'put' ? (known.get(change.id) ?? fetched.get(change.id)) : undefined;
        if (memory) put(memory, change.seq);
        else remove(change.id);
        await breathe();
      }
      writer.applied = Math.max(writer.applied, changes.at(-1)?.seq ?? 0);
    },
    async rescan() {
      removeAll();
      const { seq, generation } = await store.state();
      const breathe = createBreather();
      await store.scan(async (page) => {
        for (const entry of page) {
          put(entry.memory, entry.seq);
          await breathe();
        }
      });
      writer.applied = seq;
      writer.generation = generation;
    },
  };
  return writer;
}
