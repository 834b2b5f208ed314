/** What the rest of the room may ask of an engine. Made in `engine.ts`. */
import type { Memory } from '../core/record/memory.ts';
import type { ModelProfile } from '../protocol/embedder-api.ts';
import type { EngineEvents, EngineInit } from '../protocol/engine-api.ts';
import type { EmbedderLink } from './embed/embedder-link.ts';
import type { EmbeddingQueue } from './embed/embedding-queue.ts';
import type { KeywordIndex } from './keyword/keyword-index.ts';
import type { Searcher } from './search/contract.ts';
import type { Change, Decision, MemoryStore, OpenReport } from './store/memory-store.ts';
import type { KeywordOrigin } from './table/index-start.ts';
import type { EngineTable } from './table/table.ts';
import type { VectorIndex } from './vector/vector-index.ts';

export type Emit = <Name extends keyof EngineEvents>(name: Name, value: EngineEvents[Name]) => void;

export interface Engine {
  readonly init: EngineInit;
  readonly store: MemoryStore;
  readonly report: OpenReport;
  readonly table: EngineTable;
  readonly keyword: KeywordIndex;
  readonly keywordOrigin: KeywordOrigin;
  readonly vectors: VectorIndex;
  readonly queue: EmbeddingQueue;
  readonly link: EmbedderLink;
  readonly searcher: Searcher;
  readonly profile: ModelProfile;
  readonly appliedSeq: number;
  /** Resolves when vectors and queue hold what the store has, false where that failed; keywords do not wait for it. */
  readonly vectorsLoaded: Promise<boolean>;
  /** One atomic write; resolves when stored and findable by keyword. */
  write(
    ids: readonly string[],
    decide: (current: readonly (Memory | undefined)[]) => readonly Decision[],
  ): Promise<Change[]>;
  clear(): Promise<void>;
  purge(): Promise<void>;
  setModel(next: ModelProfile): Promise<void>;
  /** Waits for the snapshot of the last write. */
  flush(): Promise<void>;
  close(): Promise<void>;
  /** Ends the engine and deletes the store. */
  destroy(): Promise<void>;
}
