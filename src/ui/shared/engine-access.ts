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
  ImportFormat,
  ImportPreview,
  ImportProblem,
  ImportProgress,
  ImportRecord,
  ImportReport,
  JudgedQuery,
  ModelLoad,
  Progress,
  Stats,
  StorageNotice,
} from '../../client/public-types.ts';
