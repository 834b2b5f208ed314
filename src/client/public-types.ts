// The client's exported types. The entry modules `src/index.ts` and `src/client/index.ts` both export these.

export type { Context, ContextPassage } from '../core/context/context.ts';
export type { ErrorCode } from '../core/errors.ts';
export type { FacetName, Facets, Filters, MetadataFilter, MetadataOperator, Viewer } from '../core/filter/filters.ts';
export type { ImportMapping, ImportMappings, MappedField } from '../core/import/mapped-fields.ts';
export type { ImportProblemReason, ImportProblemValues } from '../core/import/problem-sentences.ts';
export type {
  BuiltInFormat,
  ImportContent,
  ImportCounts,
  ImportFindings,
  ImportFormat,
  ImportPreview,
  ImportProblem,
  ImportProgress,
  ImportRecord,
  ImportReport,
  ImportSource,
  ImportTable,
  SourceReference,
} from '../core/import/report.ts';
export type { EvaluationReport, JudgedQuery } from '../core/metrics/columns.ts';
export type { ModelProfile } from '../core/model-profiles.ts';
export type {
  AlphaStrategy,
  Arm,
  Evidence,
  FusionName,
  SearchSettings,
  SearchTuning,
  SortOrder,
} from '../core/options/options.ts';
export type { PictureModelProfile } from '../core/picture-models.ts';
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
export type { PictureWords } from '../core/record/picture-words.ts';
export type { Place } from '../core/record/place.ts';
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
  ChangeEvent,
  ClearOptions,
  DurabilityMode,
  EmbeddingProgress,
  ListOptions,
  LogEntry,
  MemoryList,
  MessageInput,
  ModelProgress,
  PictureProgress,
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
} from '../protocol/engine-values.ts';
export type {
  SyncConflict,
  SyncDevice,
  SyncFinding,
  SyncReason,
  SyncRefusal,
  SyncStage,
  SyncState,
  SyncStep,
  SyncVectors,
} from '../protocol/sync-api.ts';
export type {
  ContextOptions,
  CustomReader,
  CustomReaderContext,
  CustomReaderRow,
  ExportOptions,
  HybridSearchOptions,
  ImportFile,
  ImportOptions,
  ModelLoad,
  SearchOptions,
} from './api.ts';
export type { Conversation, HybridSearchClient, SearchClient, Trash } from './hybrid-search-client.ts';
export type { SyncHandle, SyncOptions, SyncSettings } from './sync-types.ts';
