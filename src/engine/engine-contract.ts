import type { ModelProfile } from '../core/model-profiles.ts';
import type { EmbedderApi } from '../protocol/embedder-api.ts';
import type { EngineEvents, EngineInit } from '../protocol/engine-api.ts';
import type { Stats } from '../protocol/engine-values.ts';
import type { Remote } from '../protocol/rpc.ts';
import type { PictureQueue } from './embed/picture-queue.ts';
import type { SemanticIndex } from './embed/semantic-index.ts';
import type { KeywordIndexOptions } from './keyword/bm25-index.ts';
import type { Searcher } from './search/contract.ts';
import type { MemoryStore } from './store/memory-store.ts';
import type { Position } from './store/position.ts';
import type { EngineTable } from './table/memory-table.ts';
import type { ChangeApplier } from './write/change-applier.ts';
import type { KeptFiles } from './write/kept-files.ts';
import type { MemoryCommands } from './write/memory-commands.ts';
import type { ReadMemories } from './write/memory-reader.ts';
import type { TrashCommands } from './write/trash.ts';

export type Emit = <Name extends keyof EngineEvents>(name: Name, value: EngineEvents[Name]) => void;

export interface EngineParts {
  readonly init: EngineInit;
  readonly emit: Emit;
  /** Default: the best store that the context allows. */
  readonly store?: MemoryStore;
  /** Creates a model in this thread. Default: the main thread sends one, which arrives in `semantic.link.attach`. */
  readonly embedder?: (profile: ModelProfile) => Remote<EmbedderApi>;
  /** Default: `KEYWORD_DEFAULTS`. */
  readonly keyword?: KeywordIndexOptions;
  /** Milliseconds since the epoch. Default: the clock. */
  readonly now?: () => number;
  /** IANA time zone for dates without one. Default: the platform's. */
  readonly timeZone?: string;
  /** Otherwise, loading vectors and model slows a first search. Default: 100. */
  readonly loadAfterMs?: number;
}

export interface Engine extends Omit<MemoryCommands, 'removeAll'> {
  readonly init: EngineInit;
  readonly store: MemoryStore;
  /** If the store doesn't find a memory that the table has, the store is repaired first. */
  readonly read: ReadMemories;
  readonly table: EngineTable;
  /** Don't keep a reference, because changing the model replaces it. */
  readonly semantic: SemanticIndex;
  readonly searcher: Searcher;
  readonly pictures: Readonly<PictureQueue>;
  readonly trash: TrashCommands;
  readonly files: Pick<KeptFiles, 'place' | 'read' | 'sweep'>;
  now(): number;
  /** Resolves when the write is stored and keyword search includes it. */
  readonly write: ChangeApplier['write'];
  /**
   * Waits for other tabs' writes, because this tab must not show what they hid or removed, even without a broadcast.
   */
  current(): Promise<void>;
  /** Checks for other tabs and their writes, in case no broadcast arrived. */
  noticeOtherTabs(): Promise<void>;
  readonly position: Position;
  /** @param unchangedSince keeps what was written after this position */
  clear(unchangedSince?: Position): Promise<number>;
  purge(): Promise<void>;
  /** Keyword search keeps working while everything is embedded again. */
  setModel(profile: ModelProfile): Promise<void>;
  stats(): Promise<Omit<Stats, 'latency' | 'lastBackup'>>;
  flush(): Promise<void>;
  close(): Promise<void>;
  destroy(): Promise<void>;
}
