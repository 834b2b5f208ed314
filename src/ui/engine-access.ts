/** The one module through which the element reaches the client. */
export type {
  ChangeEvent,
  DurabilityMode,
  HybridSearchClient,
  HybridSearchOptions,
  ImportFile,
  ImportProblem,
  ImportProgress,
  ImportReport,
  ModelLoad,
  Progress,
  Stats,
  StorageNotice,
} from '../client/api.ts';
export { createHybridSearch } from '../client/client.ts';
