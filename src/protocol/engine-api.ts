/** What the engine worker offers the main thread, how it's started, and the events it sends. */
import type { ContextCandidates, ContextRequest, TokenCounts } from '../core/context/context.ts';
import type { ImportRecord } from '../core/import/report.ts';
import type { ModelProfile } from '../core/model-profiles.ts';
import type { Arm, SearchSettings } from '../core/options/options.ts';
import type { Memory, MemoryInput, MemoryPatch } from '../core/record/memory.ts';
import type { SearchResponse } from '../core/results/response.ts';
import type {
  ChangeEvent,
  ClearOptions,
  DurabilityMode,
  ListOptions,
  LogEntry,
  MemoryList,
  MessageInput,
  Progress,
  RemoveOptions,
  RowGroup,
  SelectOptions,
  SimilarMemory,
  SimilarOptions,
  Stats,
  StorageNotice,
  TagCount,
  TrashListOptions,
  UpdateOptions,
  ViewerOptions,
} from './engine-values.ts';
import type { EncodedError } from './messages.ts';
import type { CallContext } from './rpc.ts';

export interface EngineInit {
  name: string;
  profile: ModelProfile;
  /** Whether the model may be loaded without asking. */
  modelAllowed: boolean;
  /** Whether words in pictures are read. */
  readPictures: boolean;
  /** Id of the model that reads them. */
  pictureModel: string;
  /** Whether reading pictures is paused, because the device runs on battery. Default false. */
  onBattery?: boolean;
  stemming: 'en' | 'none';
  terms: readonly string[];
  modes: readonly Arm[] | null;
  search: SearchSettings;
  conversationTtlDays: number;
  touch: boolean;
}

/**
 * What the main thread may call. Every call except `open` waits until the store is open.
 * `client/hybrid-search-client.ts` documents meaning and errors.
 */
export interface EngineApi {
  /**
   * Must be the first call. If it's repeated, the open engine answers.
   * @param commonWords folded words that aren’t typos even if no memory contains them
   */
  open(
    context: CallContext,
    init: EngineInit,
    commonWords?: readonly string[],
  ): Promise<{ durability: DurabilityMode }>;
  /** Resolves when the store is open and keyword search answers. */
  ping(context: CallContext): Promise<void>;
  /** Answers the event `embedder-start`. `EmbedderApi` is served on the other end of the port. */
  attachEmbedder(context: CallContext, port: MessagePort): Promise<void>;
  /**
   * Reports that the embedding worker ended. If its script couldn't be loaded, `error` says why, and it isn't started
   * again until someone asks.
   */
  embedderLost(context: CallContext, reason: string, error?: EncodedError): Promise<void>;
  /** Passes the port of a transfer worker that has started, on which to serve `TransferStore`. */
  attachTransfer(context: CallContext, port: MessagePort): Promise<void>;
  /** Passes the port on which to serve `SyncStore` to the sync worker. */
  attachSync(context: CallContext, port: MessagePort): Promise<void>;

  imports(context: CallContext): Promise<ImportRecord[]>;
  removeImport(context: CallContext, id: string): Promise<number>;

  add(context: CallContext, input: MemoryInput): Promise<Memory>;
  addMany(context: CallContext, inputs: readonly MemoryInput[]): Promise<Memory[]>;
  /**
   * `addMany` for a long list. Inputs arrive over the port, results are returned as progress, in order. It's still one
   * write.
   */
  addManyFrom(context: CallContext<Memory[]>, port: MessagePort, count: number): Promise<void>;
  update(context: CallContext, id: string, patch: MemoryPatch, options: UpdateOptions): Promise<Memory>;
  upsertMany(context: CallContext, inputs: readonly MemoryInput[]): Promise<Memory[]>;
  removeMany(context: CallContext, ids: readonly string[], options: RemoveOptions): Promise<number>;
  removeWhere(context: CallContext, options: SelectOptions): Promise<number>;
  trashPut(context: CallContext, ids: readonly string[], options: RemoveOptions): Promise<number>;
  trashList(context: CallContext, options: TrashListOptions): Promise<MemoryList>;
  trashRestore(context: CallContext, ids: readonly string[], options: ViewerOptions): Promise<number>;
  trashEmpty(context: CallContext, options: ViewerOptions): Promise<number>;
  clear(context: CallContext, options: ClearOptions): Promise<number>;
  /** Position of the newest change, for `unchangedSince`. */
  position(context: CallContext): Promise<string>;
  touch(context: CallContext, id: string): Promise<void>;

  /** Returns memories in the order of `ids`, undefined for those that don't exist or may not be seen. */
  getMany(context: CallContext, ids: readonly string[], options: ViewerOptions): Promise<(Memory | undefined)[]>;
  /** Null if the memory has no file here, doesn't exist or may not be seen. */
  file(context: CallContext, id: string, options: ViewerOptions): Promise<Blob | null>;
  /** Returns the ids of everything that `list` would return, in its order. */
  ids(context: CallContext, options: Omit<ListOptions, 'limit' | 'offset'>): Promise<string[]>;
  count(context: CallContext, options: SelectOptions): Promise<number>;
  groups(context: CallContext, field: 'session' | 'thread', options: ViewerOptions): Promise<RowGroup[]>;
  tags(context: CallContext, options: ViewerOptions): Promise<TagCount[]>;
  similar(context: CallContext, id: string, options: SimilarOptions): Promise<SimilarMemory[]>;
  embedded(context: CallContext, id: string, options: ViewerOptions): Promise<boolean>;
  list(context: CallContext, options?: ListOptions): Promise<MemoryList>;
  /** Reports the keyword answer as progress, before it returns the fused one. */
  search(context: CallContext<SearchResponse>, query: string, settings: SearchSettings): Promise<SearchResponse>;
  /** Returns passages from which a context may be packed, best first. */
  contextCandidates(context: CallContext, query: string, request: ContextRequest): Promise<ContextCandidates>;
  /** Counts with the model's tokenizer if the model is loaded. Never loads it. */
  countTokens(context: CallContext, texts: readonly string[]): Promise<TokenCounts>;
  /** Returns the ids of the answer, weak hits last. */
  rank(context: CallContext, query: string, settings: SearchSettings): Promise<string[]>;

  conversationAppend(context: CallContext, session: string, message: MessageInput): Promise<Memory>;
  conversationList(context: CallContext, session: string, window?: number): Promise<Memory[]>;
  conversationClear(context: CallContext, session: string): Promise<void>;

  stats(context: CallContext): Promise<Stats>;
  idle(context: CallContext): Promise<void>;
  loadModel(context: CallContext): Promise<void>;
  setModel(context: CallContext, profile: ModelProfile): Promise<void>;
  readPictures(context: CallContext, on: boolean): Promise<void>;
  /** Sets whether the device runs on battery. Pictures aren't read then. */
  onBattery(context: CallContext, onBattery: boolean): Promise<void>;
  pause(context: CallContext): Promise<void>;
  resume(context: CallContext): Promise<void>;
  /** Pauses the backlog for a moment, because someone is typing. */
  typing(context: CallContext): Promise<void>;
  /** Checks for writes of other tabs whose broadcast didn't arrive, because someone is looking at the page. */
  lookAround(context: CallContext): Promise<void>;
  purge(context: CallContext): Promise<void>;
  close(context: CallContext): Promise<void>;
  destroy(context: CallContext): Promise<void>;
}

/** Value of each event by its name. */
export interface EngineEvents {
  change: ChangeEvent;
  progress: Progress;
  storage: StorageNotice;
  log: LogEntry;
  /** Asks for the embedding worker. Answer with `attachEmbedder`. */
  'embedder-start': null;
  'embedder-stop': null;
  /** Another tab deleted the store. */
  deleted: null;
}
