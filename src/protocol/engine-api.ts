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
  modelAllowed: boolean;
  readPictures: boolean;
  pictureModel: string;
  /** Reading of pictures pauses on battery. Default false. */
  onBattery?: boolean;
  stemming: 'en' | 'none';
  terms: readonly string[];
  modes: readonly Arm[] | null;
  search: SearchSettings;
  conversationTtlDays: number;
  touch: boolean;
}

/** Calls that need the store wait until it's open. `client/hybrid-search-client.ts` documents methods and errors. */
export interface EngineApi {
  /**
   * Must be the first call. A repeated call gets the same engine.
   * @param commonWords folded words that aren’t typos
   */
  open(
    context: CallContext,
    init: EngineInit,
    commonWords?: readonly string[],
  ): Promise<{ durability: DurabilityMode }>;
  ping(context: CallContext): Promise<void>;
  /** Call it after the event `embedder-start`. Serve `EmbedderApi` on the other end. */
  attachEmbedder(context: CallContext, port: MessagePort): Promise<void>;
  /** If `error` says that the script couldn't be loaded, only `loadModel` and `setModel` start the worker again. */
  embedderLost(context: CallContext, reason: string, error?: EncodedError): Promise<void>;
  /** Serves `TransferStore` on the port. */
  attachTransfer(context: CallContext, port: MessagePort): Promise<void>;
  /** Serves `SyncStore` on the port. */
  attachSync(context: CallContext, port: MessagePort): Promise<void>;

  imports(context: CallContext): Promise<ImportRecord[]>;
  removeImport(context: CallContext, id: string): Promise<number>;

  add(context: CallContext, input: MemoryInput): Promise<Memory>;
  addMany(context: CallContext, inputs: readonly MemoryInput[]): Promise<Memory[]>;
  /** Stored memories are returned as progress, in order. It's still one write. */
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
  position(context: CallContext): Promise<string>;
  touch(context: CallContext, id: string): Promise<void>;

  /** Returns memories in the order of `ids`, undefined for those that don't exist or may not be seen. */
  getMany(context: CallContext, ids: readonly string[], options: ViewerOptions): Promise<(Memory | undefined)[]>;
  /** Returns null if the memory has no file here, doesn't exist or may not be seen. */
  file(context: CallContext, id: string, options: ViewerOptions): Promise<Blob | null>;
  /** Returns the ids of all memories that `list` would return without a limit, in the same order. */
  ids(context: CallContext, options: Omit<ListOptions, 'limit' | 'offset'>): Promise<string[]>;
  count(context: CallContext, options: SelectOptions): Promise<number>;
  groups(context: CallContext, field: 'session' | 'thread', options: ViewerOptions): Promise<RowGroup[]>;
  tags(context: CallContext, options: ViewerOptions): Promise<TagCount[]>;
  similar(context: CallContext, id: string, options: SimilarOptions): Promise<SimilarMemory[]>;
  embedded(context: CallContext, id: string, options: ViewerOptions): Promise<boolean>;
  list(context: CallContext, options?: ListOptions): Promise<MemoryList>;
  /** Answers before the final one are progress. */
  search(context: CallContext<SearchResponse>, query: string, settings: SearchSettings): Promise<SearchResponse>;
  contextCandidates(context: CallContext, query: string, request: ContextRequest): Promise<ContextCandidates>;
  /** Never loads the model: without it, the counts are estimates. */
  countTokens(context: CallContext, texts: readonly string[]): Promise<TokenCounts>;
  /** Returns ids, with those of weak hits last. */
  rank(context: CallContext, query: string, settings: SearchSettings): Promise<string[]>;

  conversationAppend(context: CallContext, session: string, message: MessageInput): Promise<Memory>;
  conversationList(context: CallContext, session: string, window?: number): Promise<Memory[]>;
  conversationClear(context: CallContext, session: string): Promise<void>;

  stats(context: CallContext): Promise<Stats>;
  idle(context: CallContext): Promise<void>;
  loadModel(context: CallContext): Promise<void>;
  setModel(context: CallContext, profile: ModelProfile): Promise<void>;
  readPictures(context: CallContext, on: boolean): Promise<void>;
  onBattery(context: CallContext, onBattery: boolean): Promise<void>;
  pause(context: CallContext): Promise<void>;
  resume(context: CallContext): Promise<void>;
  typing(context: CallContext): Promise<void>;
  /** Looks for writes of other tabs whose broadcast didn't arrive. */
  noticeOtherTabs(context: CallContext): Promise<void>;
  purge(context: CallContext): Promise<void>;
  close(context: CallContext): Promise<void>;
  destroy(context: CallContext): Promise<void>;
}

export interface EngineEvents {
  change: ChangeEvent;
  progress: Progress;
  storage: StorageNotice;
  log: LogEntry;
  /** Answer with `attachEmbedder`. */
  'embedder-start': null;
  'embedder-stop': null;
  deleted: null;
}
