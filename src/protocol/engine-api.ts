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
  /** The profile of the embedding model. */
  profile: ModelProfile;
  /** Whether the model may be loaded without asking. */
  modelAllowed: boolean;
  stemming: 'en' | 'none';
  terms: readonly string[];
  modes: readonly Arm[] | null;
  search: SearchSettings;
  conversationTtlDays: number;
  touch: boolean;
}

/** Every call except `open` waits for it. `client/api.ts` documents meaning and errors. */
export interface EngineApi {
  /**
   * The first call. If it's repeated, the engine that's open answers.
   * @param commonWords folded words that aren’t typos even if no memory contains them
   */
  open(
    context: CallContext,
    init: EngineInit,
    commonWords?: readonly string[],
  ): Promise<{ durability: DurabilityMode }>;
  /** Resolves when the store is open and keyword search answers. */
  ping(context: CallContext): Promise<void>;
  /** Answers the event `embedder-start`. An `EmbedderApi` is served on the other end. */
  attachEmbedder(context: CallContext, port: MessagePort): Promise<void>;
  /** If the script couldn't be loaded, `error` says why, and nothing is retried until someone asks. */
  embedderLost(context: CallContext, reason: string, error?: EncodedError): Promise<void>;
  /** A transfer worker has started; serve `TransferStore` to it on this port. */
  attachTransfer(context: CallContext, port: MessagePort): Promise<void>;
  /** Serve `SyncStore` to the sync worker on this port. */
  attachSync(context: CallContext, port: MessagePort): Promise<void>;

  imports(context: CallContext): Promise<ImportRecord[]>;
  removeImport(context: CallContext, id: string): Promise<number>;

  add(context: CallContext, input: MemoryInput): Promise<Memory>;
  addMany(context: CallContext, inputs: readonly MemoryInput[]): Promise<Memory[]>;
  /**
   * `addMany` of a long list: inputs arrive over the port, results leave as progress, in order. It's still one write.
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

  /** In the order of `ids`; undefined for each that doesn't exist or may not be seen. */
  getMany(context: CallContext, ids: readonly string[], options: ViewerOptions): Promise<(Memory | undefined)[]>;
  /** Ids of everything that `list` would return, in its order. */
  ids(context: CallContext, options: Omit<ListOptions, 'limit' | 'offset'>): Promise<string[]>;
  count(context: CallContext, options: SelectOptions): Promise<number>;
  groups(context: CallContext, field: 'session' | 'thread', options: ViewerOptions): Promise<RowGroup[]>;
  tags(context: CallContext, options: ViewerOptions): Promise<TagCount[]>;
  similar(context: CallContext, id: string, options: SimilarOptions): Promise<SimilarMemory[]>;
  embedded(context: CallContext, id: string, options: ViewerOptions): Promise<boolean>;
  list(context: CallContext, options?: ListOptions): Promise<MemoryList>;
  /** Progress is the keyword answer, before the fused one. */
  search(context: CallContext<SearchResponse>, query: string, settings: SearchSettings): Promise<SearchResponse>;
  /** The passages that a context may be packed from, best first. */
  contextCandidates(context: CallContext, query: string, request: ContextRequest): Promise<ContextCandidates>;
  /** Counts by the model's tokenizer if the model is loaded. Never loads it. */
  countTokens(context: CallContext, texts: readonly string[]): Promise<TokenCounts>;
  /** Ids of the answer, weak ones last. */
  rank(context: CallContext, query: string, settings: SearchSettings): Promise<string[]>;

  conversationAppend(context: CallContext, session: string, message: MessageInput): Promise<Memory>;
  conversationList(context: CallContext, session: string, window?: number): Promise<Memory[]>;
  conversationClear(context: CallContext, session: string): Promise<void>;

  stats(context: CallContext): Promise<Stats>;
  idle(context: CallContext): Promise<void>;
  loadModel(context: CallContext): Promise<void>;
  setModel(context: CallContext, profile: ModelProfile): Promise<void>;
  pause(context: CallContext): Promise<void>;
  resume(context: CallContext): Promise<void>;
  /** Someone is typing: the backlog pauses for a moment. */
  typing(context: CallContext): Promise<void>;
  /** Someone is looking at the page. Another tab may have written without its broadcast arriving, so check. */
  lookAround(context: CallContext): Promise<void>;
  purge(context: CallContext): Promise<void>;
  close(context: CallContext): Promise<void>;
  destroy(context: CallContext): Promise<void>;
}

/** Event name → value. */
export interface EngineEvents {
  change: ChangeEvent;
  progress: Progress;
  storage: StorageNotice;
  log: LogEntry;
  /** Start the embedding worker and answer with `attachEmbedder`. */
  'embedder-start': null;
  'embedder-stop': null;
  /** Another tab deleted the store. */
  deleted: null;
}
