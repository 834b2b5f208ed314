/** Every type that the public API names, in one list written by hand. */
export type { Context, ContextPassage } from '../core/context/context.ts';
export type { ErrorCode } from '../core/errors.ts';
export type { FacetName, Facets, Filters, MetadataFilter, MetadataOperator, Viewer } from '../core/filter/filters.ts';
export type { ModelProfile } from '../core/options/model-profiles.ts';
export type { AlphaStrategy, Arm, Evidence, FusionName, SearchSettings, SortOrder } from '../core/options/options.ts';
export type {
  Direction,
  JsonObject,
  JsonValue,
  Memory,
  MemoryImage,
  MemoryInput,
  MemoryPatch,
  Privacy,
  Role,
  TimeInput,
} from '../core/record/memory.ts';
export type { MarkedPart } from '../core/results/marked.ts';
export type {
  DuplicateReference,
  Highlight,
  Hit,
  Passage,
  QueryClass,
  RelevanceLabel,
  Scores,
  SearchResponse,
  SearchStats,
  Understood,
} from '../core/results/response.ts';
export type { RerankProfile } from '../protocol/embedder-api.ts';
export type {
  SyncConflict,
  SyncDevice,
  SyncReason,
  SyncStage,
  SyncState,
  SyncVectors,
} from '../protocol/sync-api.ts';
export type {
  ChangeEvent,
  ClearOptions,
  ContextOptions,
  DurabilityMode,
  EmbeddingProgress,
  EvaluationReport,
  ExportOptions,
  HybridSearchOptions,
  ImportContent,
  ImportCounts,
  ImportFile,
  ImportFormat,
  ImportOptions,
  ImportPreview,
  ImportProblem,
  ImportProgress,
  ImportRecord,
  ImportReport,
  JudgedQuery,
  ListOptions,
  LogEntry,
  MemoryList,
  MessageInput,
  ModelLoad,
  ModelProgress,
  Progress,
  RemoveOptions,
  RowGroup,
  SearchOptions,
  SelectOptions,
  SimilarMemory,
  SimilarOptions,
  Stats,
  StorageNotice,
  TagCount,
  TrashListOptions,
  UpdateOptions,
  ViewerOptions,
} from './api.ts';
export type { Conversation, HybridSearchClient, Trash } from './hybrid-search-client.ts';
export type { SyncHandle, SyncOptions } from './sync-types.ts';
