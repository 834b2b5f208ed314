/**
 * Compiled, but never run. Uses every exported name and every method of the client as a caller would. The mapped types
 * list each key, so a method or value that isn't used here causes a compiler error. `package-checks.ts` adds a file
 * that imports each exported type from both entries.
 */
import * as whole from 'hybrid-search-element';
import type {
  BuiltInFormat,
  ChangeEvent,
  ClearOptions,
  Context,
  Conversation,
  CustomReader,
  CustomReaderContext,
  CustomReaderRow,
  DurabilityMode,
  ErrorCode,
  EvaluationReport,
  Filters,
  Hit,
  HybridSearchClient,
  HybridSearchOptions,
  ImportContent,
  ImportCounts,
  ImportFile,
  ImportFormat,
  ImportMapping,
  ImportPreview,
  ImportProblemReason,
  ImportProblemValues,
  ImportRecord,
  ImportReport,
  LogEntry,
  MarkedPart,
  Memory,
  MemoryList,
  MessageInput,
  ModelProfile,
  PictureModelProfile,
  Place,
  Progress,
  RemoveOptions,
  RerankProfile,
  RowGroup,
  SearchResponse,
  SearchTuning,
  SimilarMemory,
  Stats,
  StorageNotice,
  SyncConflict,
  SyncDevice,
  SyncFinding,
  SearchClient,
  SyncHandle,
  SyncOptions,
  SyncReason,
  SyncRefusal,
  SyncStage,
  SyncState,
  SyncStep,
  SyncVectors,
  TagCount,
  Trash,
  TrashListOptions,
  Viewer,
} from 'hybrid-search-element';

export const values: { readonly [name in keyof typeof whole]: unknown } = {
  createHybridSearch: whole.createHybridSearch({ name: 'surface' }) satisfies HybridSearchClient,
  isHybridSearchError: (error: unknown) => whole.isHybridSearchError(error, 'quota') && error.path,
  HybridSearchError: new whole.HybridSearchError('conflict', 'detail', { path: 'id' }).code satisfies ErrorCode,
  marked: (hit: Hit) => whole.marked(hit, 'title') satisfies MarkedPart[],
  MODEL_PROFILES: whole.MODEL_PROFILES.map(({ id }: ModelProfile) => id),
  OPTION_TABLE: whole.OPTION_TABLE.map(({ name }) => name),
  TUNING_TABLE: whole.TUNING_TABLE.map(({ name }) => name),
  QUERY_GRAMMAR: whole.QUERY_GRAMMAR.map(({ operator }) => operator),
  HybridSearchElement: (element: whole.HybridSearchElement) => element.ready satisfies Promise<HybridSearchClient>,
  HybridSearchBoxElement: (part: whole.HybridSearchBoxElement) => part.ready satisfies Promise<HybridSearchClient>,
  HybridSearchFiltersElement: (part: whole.HybridSearchFiltersElement) => part.ready satisfies Promise<HybridSearchClient>,
  HybridSearchResultsElement: (part: whole.HybridSearchResultsElement) => part.ready satisfies Promise<HybridSearchClient>,
  HybridSearchReaderElement: (part: whole.HybridSearchReaderElement) => part.ready satisfies Promise<HybridSearchClient>,
  HybridSearchStatusElement: (part: whole.HybridSearchStatusElement) => part.ready satisfies Promise<HybridSearchClient>,
  HybridSearchHelpElement: (part: whole.HybridSearchHelpElement) => part.ready satisfies Promise<HybridSearchClient>,
  HybridSearchEditorElement: (part: whole.HybridSearchEditorElement) => part.ready satisfies Promise<HybridSearchClient>,
  HybridSearchImportElement: (part: whole.HybridSearchImportElement) => part.ready satisfies Promise<HybridSearchClient>,
  HybridSearchSettingsElement: (part: whole.HybridSearchSettingsElement) => part.ready satisfies Promise<HybridSearchClient>,
  HybridSearchJudgeElement: (part: whole.HybridSearchJudgeElement) => part.ready satisfies Promise<HybridSearchClient>,
  HsSelectEvent: (event: whole.HsSelectEvent) => event.memory satisfies Memory,
  HsOpenEvent: (event: whole.HsOpenEvent) => event.hit satisfies Hit | null,
  HsEditEvent: (event: whole.HsEditEvent) => event.memory satisfies Memory,
  HsRemoveEvent: (event: whole.HsRemoveEvent) => event.memory satisfies Memory,
  HsCreateEvent: (event: whole.HsCreateEvent) => event.title satisfies string,
  HsImportEvent: (event: whole.HsImportEvent) => event.files satisfies readonly ImportFile[],
  HsExportEvent: (event: whole.HsExportEvent) => event satisfies Event,
  HsSearchEvent: (event: whole.HsSearchEvent) => event.response satisfies SearchResponse,
  HsChangeEvent: (event: whole.HsChangeEvent) => event.change satisfies ChangeEvent,
  HsProgressEvent: (event: whole.HsProgressEvent) => event.progress satisfies Progress,
  HsErrorEvent: (event: whole.HsErrorEvent) => event.error satisfies Error,
  HsStorageEvent: (event: whole.HsStorageEvent) => event.storage satisfies StorageNotice,
};

const viewer: Viewer = { id: 'me', context: 'direct' };
const filters: Filters = { tags: ['home'], metadataFilters: [{ path: 'a.b', operator: 'eq', value: 1 }], not: [{ type: 'draft' }] };
const { signal } = new AbortController();

export const uses: { readonly [member in keyof HybridSearchClient]-?: (client: HybridSearchClient) => unknown } = {
  ready(client) {
    document.querySelector('hybrid-search-results')!.client = client satisfies SearchClient;
    return client.ready satisfies Promise<HybridSearchClient>;
  },
  name: (client) => client.name satisfies string,
  add: (client): Promise<Memory> => client.add({ text: 'x', createdAt: new Date(), metadata: { deep: [1, null] } }),
  addMany: (client): Promise<Memory[]> => client.addMany([{ text: 'x' }]),
  update: (client): Promise<Memory> => client.update('a', { title: null, tags: ['b'], text: undefined }, { viewer }),
  upsert: (client): Promise<Memory> => client.upsert({ id: 'a', text: 'x' }),
  upsertMany: (client): Promise<Memory[]> => client.upsertMany([{ id: 'a', text: 'x' }]),
  remove: (client): Promise<boolean> => client.remove('a', { viewer }),
  removeMany: (client): Promise<number> => client.removeMany(['a'] as const, { viewer, unchangedSince: '' } satisfies RemoveOptions),
  removeWhere: (client): Promise<number> => client.removeWhere(filters, { viewer }),
  get: (client): Promise<Memory | undefined> => client.get('a', { viewer }),
  getMany: (client): Promise<(Memory | undefined)[]> => client.getMany(['a'], { viewer }),
  file: (client): Promise<Blob | null> => client.file('a', { viewer }),
  list: (client): Promise<MemoryList> => client.list({ limit: 5, offset: 5, sort: 'title', filters, viewer, now: 0 }),
  async memories(client) {
    for await (const memory of client.memories({ sort: 'oldest', filters })) memory.id satisfies string;
  },
  async [Symbol.asyncIterator](client) {
    for await (const memory of client) memory.text satisfies string;
  },
  count: (client): Promise<number> => client.count({ filters, viewer }),
  sessions: (client): Promise<RowGroup[]> => client.sessions({ viewer }),
  threads: (client): Promise<RowGroup[]> => client.threads({ viewer }),
  tags: (client): Promise<TagCount[]> => client.tags({ viewer }),
  stores: (client): Promise<string[]> => client.stores(),
  clear: (client): Promise<number> => client.clear({ unchangedSince: '' } satisfies ClearOptions),
  position: (client): Promise<string> => client.position(),
  async trash(client) {
    const trash: Trash = client.trash;
    const page: TrashListOptions = { limit: 5, offset: 0, viewer };
    (await trash.put(['a'], { viewer })) satisfies number;
    (await trash.list(page)).memories satisfies Memory[];
    (await trash.restore(['a'])) satisfies number;
    (await trash.empty()) satisfies number;
  },
  touch: (client): Promise<void> => client.touch('a'),
  search: (client): Promise<SearchResponse> =>
    client.search('x', { limit: 3, filters, viewer, signal, onPartial: ({ hits }) => hits[0]?.place satisfies Place | undefined, explain: true }),
  embedded: (client): Promise<boolean> => client.embedded('a', { viewer }),
  similar: (client): Promise<SimilarMemory[]> => client.similar('a', { limit: 3, filters, viewer }),
  context: (client): Promise<Context> =>
    client.context('x', { tokens: 500, countTokens: (text) => text.length, weak: false, signal }),
  import: (client): Promise<ImportReport> =>
    client.import([new Blob(['x']), { path: 'a/b.md', file: new Blob(['x']) }], {
      format: 'markdown',
      split: true,
      signal,
      onProgress: ({ rows }) => rows satisfies number,
    }),
  async preview(client) {
    const preview: ImportPreview = await client.preview('x', { format: 'markdown' satisfies BuiltInFormat, signal });
    const mapping: ImportMapping = { Werk: 'title' };
    await client.preview('Werk,text', { format: 'csv', mapping });
    preview.contents satisfies ImportContent[];
    const [problem] = preview.problems;
    problem?.reason satisfies ImportProblemReason | undefined;
    problem?.values satisfies ImportProblemValues | undefined;
  },
  async imports(client) {
    const [first]: ImportRecord[] = await client.imports();
    (first?.endedAt satisfies number | undefined, first satisfies ImportCounts | undefined);
  },
  removeImport: (client): Promise<number> => client.removeImport('x'),
  registerReader(client) {
    const reader: CustomReader = {
      name: 'Ledger',
      extensions: ['ledger'],
      detect: async (head, path) => head[0] === 76 && path !== '',
      async *read(file, { path, signal }: CustomReaderContext) {
        signal.throwIfAborted();
        const row: CustomReaderRow = { memory: { text: await file.text(), url: path }, line: 1 };
        yield row;
        yield { problem: 'No amount' };
      },
    };
    const unregister: () => void = client.registerReader(reader);
    unregister();
    client.registerReader({ name: 'x', extensions: ['x'], read: () => [{ memory: { text: 'x' } }] });
    void client.import('x', { format: reader.name satisfies ImportFormat });
  },
  readers: (client) => client.readers satisfies readonly CustomReader[],
  export: (client): Promise<Blob> => client.export({ format: 'jsonl', vectors: true, signal }),
  evaluate: (client): Promise<EvaluationReport> =>
    client.evaluate([{ query: 'x', relevant: { a: 1 } }], { settings: { alpha: 0.5 }, signal }),
  async conversation(client) {
    const talk: Conversation = client.conversation('s');
    const message: MessageInput = { role: 'user', text: 'x', tags: ['a'], metadata: {}, thread: 't', owner: 'me' };
    (await talk.append(message)) satisfies Memory;
    (await talk.list(5)) satisfies Memory[];
    await talk.clear();
  },
  async sync(client) {
    const options: SyncOptions = { url: 'https://couch.example/notes', vectors: 'adopt' satisfies SyncVectors, messages: true };
    const sync: SyncHandle = await client.sync(options);
    const state: SyncState = sync.state;
    (state.stage satisfies SyncStage, state.detail satisfies SyncReason | undefined);
    state.refused satisfies readonly SyncRefusal[] | undefined;
    (await sync.devices()) satisfies SyncDevice[];
    const conflicts: SyncConflict[] = await sync.conflicts('a');
    await sync.resolve('a', conflicts[0]?.version, conflicts);
    await sync.stop();
  },
  async checkSync(client) {
    const findings: SyncFinding[] = await client.checkSync({ url: 'https://couch.example/notes' });
    findings.map(({ step }) => step) satisfies SyncStep[];
  },
  async stats(client) {
    const { unread }: Stats = await client.stats();
    unread satisfies { [language: string]: number };
  },
  idle: (client): Promise<void> => client.idle(),
  loadModel: (client): Promise<void> => client.loadModel(),
  readPictures: (client): Promise<void> => client.readPictures(true),
  removeModelCache: (client): Promise<boolean> => client.removeModelCache(),
  setModel: (client): Promise<void> => client.setModel('auto'),
  pause: (client): Promise<void> => client.pause(),
  resume: (client): Promise<void> => client.resume(),
  typing: (client): void => client.typing(),
  purge: (client): Promise<void> => client.purge(),
  subscribe: (client): (() => void) => client.subscribe(({ ids, kind, origin }) => [ids, kind, origin]),
  onProgress: (client): (() => void) => client.onProgress(({ model, embedding }) => [model.state, embedding.queued]),
  onStorage: (client): (() => void) => client.onStorage(({ durability }) => durability satisfies DurabilityMode),
  onError: (client): (() => void) => client.onError((error) => whole.isHybridSearchError(error) && error.code),
  close: (client): Promise<void> => client.close(),
  destroy: (client): Promise<void> => client.destroy(),
};

export const everyOption: Required<HybridSearchOptions> = {
  name: 'x',
  model: 'auto',
  reranker: {} as RerankProfile,
  modelLoad: 'ask',
  assetBase: '/assets',
  language: 'en',
  stemming: 'none',
  terms: ['D40'],
  modes: ['keyword', 'semantic'],
  search: { alpha: 0.3 },
  conversationTtlDays: 0,
  touch: true,
  readPictures: false,
  pictureModel: {} as PictureModelProfile,
  remoteModels: { revision: '0123456789abcdef0123456789abcdef01234567' },
  onLog: ({ event, at, detail }: LogEntry) => [event, at, detail],
};

export const everyKnob: Required<SearchTuning> = {
  alphaStrategy: 'auto',
  fusion: 'rrf',
  k: 60,
  evidence: 'standard',
  scale: 'minmax',
  weights: { tags: 0 },
  candidates: 20,
  minSimilarity: 0.5,
  recencyDecay: 0.01,
  recencyFloor: 0.5,
  includeConversation: true,
  includeStored: true,
  window: 50,
  threadContext: 0.3,
  feedback: 0.3,
  prefix: true,
  exactFirst: true,
  now: 0,
};

export async function refused(client: HybridSearchClient): Promise<void> {
  // @ts-expect-error the text is missing
  await client.add({ title: 'x' });
  // @ts-expect-error the ids must be an array
  await client.removeMany('a');
  // @ts-expect-error the role is missing
  await client.conversation('s').append({ text: 'x' });
  // @ts-expect-error the type of a message can't be chosen
  await client.conversation('s').append({ role: 'user', text: 'x', type: 'note' });
  // @ts-expect-error no such order
  await client.list({ sort: 'random' });
  // @ts-expect-error no such field
  await client.update('a', { titel: 'x' });
  // @ts-expect-error this option belongs under `tuning`
  await client.search('x', { k: 60 });
  // @ts-expect-error no such code
  whole.isHybridSearchError(null, 'oops');
}
