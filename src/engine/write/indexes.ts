/**
 * Decides which parts of a memory are in the table and the keyword index, and applies changes to all indexes. Callers
 * make sure that its methods don't interleave.
 */

import { keptFileOf } from '../../core/record/kept-file.ts';
import { type Memory, toRow } from '../../core/record/memory.ts';
import { indexedHash, searchedText } from '../../core/record/picture-words.ts';
import { isTrashed } from '../../core/record/trashed-memory.ts';
import { wikiLinks } from '../../core/record/wiki-links.ts';
import { runInSteps } from '../../core/steps.ts';
import { languageOf } from '../../core/text/language.ts';
import { createYield } from '../../protocol/yield.ts';
import type { SemanticIndex } from '../embed/semantic-index.ts';
import type { KeywordDocument, KeywordIndex } from '../keyword/keyword-index.ts';
import type { Change, MemoryStore } from '../store/memory-store.ts';
import type { EngineTable, TableEntry } from '../table/memory-table.ts';
import type { Trashed } from '../table/trashed.ts';

/** Increment it when memories are indexed differently, or their language is detected differently. */
export const INDEXED_FORM_VERSION = 4;

export interface IndexedForm {
  entry: TableEntry;
  document: Omit<KeywordDocument, 'ordinal'>;
}

/** @param seq position of the memory's last write in the change log */
export function indexedForm(memory: Memory, seq: number): IndexedForm {
  const links = [...(memory.links ?? []), ...wikiLinks(memory.text)];
  return {
    entry: { row: toRow(memory, seq), links, language: languageOf(memory.title, memory.text, memory.lang) },
    document: {
      title: memory.title ?? '',
      text: searchedText(memory),
      tags: memory.tags,
      aliases: memory.aliases ?? [],
      links,
    },
  };
}

export interface IndexesParts {
  readonly store: MemoryStore;
  readonly table: EngineTable;
  readonly keyword: KeywordIndex;
  /** Memories in the trash are in no index, only here. */
  readonly trashed: Trashed;
  readonly model: { readonly semantic: SemanticIndex };
  /** Called when a memory no longer names the file that it was read from. */
  onFileLeft(): void;
}

export class Indexes {
  readonly #parts: IndexesParts;
  applied = 0;
  generation = '';

  constructor(parts: IndexesParts) {
    this.#parts = parts;
  }

  /** Applies changes, oldest first, without a gap after `applied`. Doesn't read those in `written` (by seq) again. */
  async apply(changes: readonly Change[], written: ReadonlyMap<number, Memory> = new Map()): Promise<void> {
    const { store } = this.#parts;
    const last = this.#lastOfEach(changes);
    const unknown = last.filter(({ kind, seq }) => kind === 'put' && !written.has(seq)).map(({ id }) => id);
    const read = new Map<string, Memory>();
    if (unknown.length > 0) for (const memory of await store.get(unknown)) if (memory) read.set(memory.id, memory);
    const yieldIfDue = createYield();
    for (const { kind, id, seq } of last) {
      const memory = kind === 'put' ? (written.get(seq) ?? read.get(id)) : undefined;
      if (memory) await this.#put(memory, seq, yieldIfDue);
      else this.#remove(id);
      await yieldIfDue();
    }
    this.applied = Math.max(this.applied, changes.at(-1)?.seq ?? 0);
  }

  async rebuild(): Promise<void> {
    const { store, table, keyword } = this.#parts;
    const { seq, generation } = await store.state();
    await this.#putAll();
    // Neither index knows which rows only the other has, so rebuild both.
    if (keyword.size !== table.liveCount) {
      this.#removeAll();
      keyword.clear();
      await this.#putAll();
    }
    this.applied = seq;
    this.generation = generation;
  }

  /** Renumbers rows without the holes of removed ones, in one step: a search sees either the old or the new numbers. */
  async closeHoles(): Promise<void> {
    const { table, keyword, model } = this.#parts;
    const packing = table.closeHoles();
    if (packing === null) return;
    const yieldIfDue = createYield();
    const closed = await runInSteps(packing, yieldIfDue);
    const replaceIndex = await runInSteps(keyword.renumber(closed.ordinals), yieldIfDue);
    // Table, keyword index and vectors change in one step, so that no search sees two numberings.
    if (!table.renumber(closed)) return;
    replaceIndex();
    model.semantic.vectors.renumber(closed.ordinals);
  }

  async #put(memory: Memory, seq: number, yieldIfDue: () => Promise<void>): Promise<void> {
    const { table, keyword, trashed, model } = this.#parts;
    if (isTrashed(memory)) {
      this.#remove(memory.id, keptFileOf(memory));
      trashed.add(memory);
      return;
    }
    const { entry, document } = indexedForm(memory, seq);
    const before = table.find(memory.id);
    const unchanged = before !== undefined && indexedHash(before.row) === indexedHash(entry.row);
    const analyzed = unchanged ? undefined : await runInSteps(keyword.analyze(document), yieldIfDue);
    this.#noteFile(memory.id, keptFileOf(memory));
    // Changes table and index in one step, so that a search sees the memory either before or after.
    const ordinal = table.put(entry);
    trashed.delete(memory.id);
    if (unchanged) return;
    if (before !== undefined) keyword.remove(before.ordinal);
    keyword.add({ ordinal, ...document }, analyzed);
    model.semantic.put(ordinal, memory, before !== undefined);
  }

  #remove(id: string, file?: string): void {
    const { table, keyword, trashed, model } = this.#parts;
    this.#noteFile(id, file);
    trashed.delete(id);
    const ordinal = table.remove(id);
    if (ordinal === undefined) return;
    keyword.remove(ordinal);
    model.semantic.remove(ordinal, id);
  }

  #noteFile(id: string, next: string | undefined): void {
    const { table, trashed } = this.#parts;
    const found = table.find(id);
    const before = found ? keptFileOf(found.row) : trashed.get(id)?.file;
    if (before !== undefined && before !== next) this.#parts.onFileLeft();
  }

  #removeAll(): void {
    const { table, trashed } = this.#parts;
    for (const [, row] of [...table.rows()]) this.#remove(row.id);
    for (const id of [...trashed.keys()]) this.#remove(id);
  }

  /** A `clear` empties the indexes; the changes before it don't matter. */
  #lastOfEach(changes: readonly Change[]): Change[] {
    const cleared = changes.findLastIndex(({ kind }) => kind === 'clear');
    if (cleared >= 0) this.#removeAll();
    return [...new Map(changes.slice(cleared + 1).map((change) => [change.id, change])).values()];
  }

  /** Indexes all memories, then removes missing ones. If emptied first, a search meanwhile would miss most of them. */
  async #putAll(): Promise<void> {
    const { store, table, trashed } = this.#parts;
    const stored = new Set<string>();
    const yieldIfDue = createYield();
    await store.scan(async (page) => {
      for (const { memory, seq } of page) {
        stored.add(memory.id);
        await this.#put(memory, seq, yieldIfDue);
        await yieldIfDue();
      }
    });
    for (const [, { id }] of [...table.rows()]) if (!stored.has(id)) this.#remove(id);
    for (const id of [...trashed.keys()]) if (!stored.has(id)) this.#remove(id);
  }
}
