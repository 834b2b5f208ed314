/** The only module through which the element reaches the client. */

export { createHybridSearch } from '../../client/client.ts';
export type { HybridSearchClient } from '../../client/hybrid-search-client.ts';
export type {
  ChangeEvent,
  DurabilityMode,
  EvaluationReport,
  HybridSearchOptions,
  ImportContent,
  ImportFile,
  ImportFindings,
  ImportFormat,
  ImportMapping,
  ImportOptions,
  ImportPreview,
  ImportProblem,
  ImportProgress,
  ImportRecord,
  ImportReport,
  ImportSource,
  ImportTable,
  JudgedQuery,
  ModelLoad,
  Progress,
  SourceReference,
  Stats,
  StorageNotice,
} from '../../client/public-types.ts';
