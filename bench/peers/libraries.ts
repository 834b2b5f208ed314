/**
 * Each library is used as its documentation shows for search as you type. The packages are installed only when they're
 * measured, so types are declared here.
 */
import { contentHash } from '../../src/core/record/content-hash.ts';
import type { Memory } from '../../src/core/record/memory.ts';
import { validateMemory } from '../../src/core/record/validate-memory.ts';
import type { StoredChunks } from '../../src/engine/store/memory-store.ts';
import { quantize } from '../../src/engine/vector/quantize.ts';
import { writeDecisions } from '../../src/testing/write-decisions.ts';
import { emptyStore, openEngine, VECTOR_FINGERPRINT } from '../node-engine.ts';
import { DIMS } from './corpus.ts';
import { LIMIT, type OpenPeer, type Peer, type PeerDocument } from './peer.ts';

const bodyOf = ({ title, text, tags }: PeerDocument): string => `${title} ${text} ${tags.join(' ')}`;
const byteLength = (text: string): number => Buffer.byteLength(text);

/** @param ids true to return only ids, as the others do; false for a page with passages, marks and labels */
async function ours(ids: boolean): Promise<Peer> {
  const { store, sizes } = await emptyStore();
  const peer = async (vectors: boolean): Promise<Peer & { settled(): Promise<unknown> }> => {
    let queryVector: Float32Array = new Float32Array(DIMS);
    const engine = await openEngine(store, () => queryVector);
    return {
      settled: () => engine.semantic.whenLoaded(),
      kinds: vectors ? ['keyword', 'typing', 'vector', 'hybrid'] : ['keyword', 'typing'],
      build: () => Promise.reject(new Error('built already')),
      async search(kind, { text, vector }) {
        if (vector !== null) queryVector = vector;
        const settings =
          kind === 'hybrid' ? {} : kind === 'vector' ? { alpha: 1 } : { modes: ['keyword'] as ['keyword'] };
        const { searcher } = engine;
        const answer = ids ? searcher.rank : searcher.search;
        const { hits, weak } = await answer(text, { ...settings, limit: LIMIT });
        return [...hits, ...weak].slice(0, LIMIT).map(({ id }) => id);
      },
      async save() {
        await engine.flush();
        await engine.close();
        return { bytes: await sizes(), restore: () => peer(vectors) };
      },
    };
  };
  let built: Awaited<ReturnType<typeof peer>> | null = null;
  const context = {
    now: Date.UTC(2026, 0, 1),
    newId: () => crypto.randomUUID(),
    hash: contentHash,
    conversationTtlMs: 0,
  };
  return {
    kinds: ['keyword', 'typing', 'vector', 'hybrid'],
    async build(documents) {
      const vectors = documents[0]?.vector !== null;
      const memories: Memory[] = documents.map(({ id, title, text, tags }) =>
        validateMemory({ id, ...(title === '' ? {} : { title }), text: text === '' ? '–' : text, tags }, context),
      );
      await writeDecisions(
        store,
        memories.map(({ id }) => id),
        () => memories,
      );
      if (vectors) {
        const chunk = (at: number) => ({ hash: `v${at}`, start: 0, end: memories[at]!.text.length });
        const lists = new Map<string, StoredChunks>();
        memories.forEach(({ id, contentHash: hash }, at) => {
          lists.set(id, { contentHash: hash, chunks: [chunk(at)] });
        });
        await store.derived.writeChunks(VECTOR_FINGERPRINT, lists);
        await store.derived.writeVectors(
          VECTOR_FINGERPRINT,
          new Map(documents.map(({ vector }, at) => [`v${at}`, quantize(vector!)])),
        );
      }
      built = await peer(vectors);
      await built.settled();
    },
    search: (kind, query) => built!.search(kind, query),
    save: () => built!.save(),
  };
}

interface OramaModule {
  create(options: unknown): Promise<object>;
  insertMultiple(db: object, documents: unknown[], batch: number): Promise<unknown>;
  search(db: object, params: unknown): Promise<{ hits: { document: { key: string } }[] }>;
}
interface OramaPersistence {
  persist(db: object, format: 'json'): Promise<string>;
  restore(format: 'json', data: string): Promise<object>;
}

const orama: OpenPeer = async (load) => {
  const { create, insertMultiple, search } = await load<OramaModule>('@orama/orama');
  const { persist, restore } = await load<OramaPersistence>('@orama/plugin-data-persistence');
  const schema = { key: 'string', title: 'string', text: 'string', tags: 'string[]', embedding: `vector[${DIMS}]` };
  const peer = (db: object, vectors: boolean): Peer => ({
    kinds: vectors ? ['keyword', 'typing', 'vector', 'hybrid'] : ['keyword', 'typing'],
    async build(documents) {
      const records = documents.map(({ id, title, text, tags, vector }) => ({
        key: id,
        title,
        text,
        tags,
        ...(vector === null ? {} : { embedding: [...vector] }),
      }));
      await insertMultiple(db, records, 500);
    },
    async search(kind, { text, vector }) {
      const words = { term: text, properties: ['title', 'text', 'tags'], boost: { title: 2 }, limit: LIMIT };
      const near = { vector: { value: vector, property: 'embedding' }, similarity: 0.5, limit: LIMIT };
      const params =
        kind === 'vector'
          ? { mode: 'vector', ...near }
          : kind === 'hybrid'
            ? { mode: 'hybrid', ...words, ...near }
            : words;
      return (await search(db, params)).hits.map(({ document }) => document.key);
    },
    async save() {
      const data = await persist(db, 'json');
      return { bytes: byteLength(data), restore: async () => peer(await restore('json', data), vectors) };
    },
  });
  return peer(await create({ schema }), true);
};

interface MiniSearchClass {
  new (
    options: unknown,
  ): {
    addAll(documents: unknown[]): void;
    search(query: string): { id: string }[];
  };
  loadJSON(json: string, options: unknown): InstanceType<MiniSearchClass>;
}

const miniSearch: OpenPeer = async (load) => {
  const MiniSearch = (await load<{ default: MiniSearchClass }>('minisearch')).default;
  const options = {
    fields: ['title', 'text', 'tags'],
    searchOptions: { prefix: true, fuzzy: 0.2, boost: { title: 2 } },
  };
  const peer = (index: InstanceType<MiniSearchClass>): Peer => ({
    kinds: ['keyword', 'typing'],
    async build(documents) {
      index.addAll(documents.map(({ id, title, text, tags }) => ({ id, title, text, tags: tags.join(' ') })));
    },
    search: async (_, { text }) =>
      index
        .search(text)
        .slice(0, LIMIT)
        .map(({ id }) => id),
    async save() {
      const json = JSON.stringify(index);
      return { bytes: byteLength(json), restore: async () => peer(MiniSearch.loadJSON(json, options)) };
    },
  });
  return peer(new MiniSearch(options));
};

interface FlexDocument {
  add(document: unknown): void;
  search(query: string, options: unknown): { id: string }[];
  export(handler: (key: string, data: string) => void): Promise<void> | void;
  import(key: string, data: string): void;
}

const flexSearch: OpenPeer = async (load) => {
  const { Document } = await load<{ Document: new (options: unknown) => FlexDocument }>('flexsearch');
  const options = { tokenize: 'forward', document: { id: 'id', index: ['title', 'text', 'tags'] } };
  const peer = (index: FlexDocument): Peer => ({
    kinds: ['keyword', 'typing'],
    async build(documents) {
      for (const { id, title, text, tags } of documents) index.add({ id, title, text, tags: tags.join(' ') });
    },
    search: async (_, { text }) => index.search(text, { limit: LIMIT, merge: true, suggest: true }).map(({ id }) => id),
    async save() {
      const parts: [string, string][] = [];
      await index.export((key, data) => {
        if (data !== undefined) parts.push([key, data]);
      });
      return {
        bytes: parts.reduce((sum, [, data]) => sum + byteLength(data), 0),
        restore: async () => {
          const fresh = new Document(options);
          for (const [key, data] of parts) fresh.import(key, data);
          return peer(fresh);
        },
      };
    },
  });
  return peer(new Document(options));
};

interface LunrIndex {
  search(query: string): { ref: string }[];
}
interface Lunr {
  (define: (this: { ref(name: string): void; field(name: string): void; add(d: unknown): void }) => void): LunrIndex;
  Index: { load(data: unknown): LunrIndex };
}

const lunrPeer: OpenPeer = async (load) => {
  const lunr = (await load<{ default: Lunr }>('lunr')).default;
  let index: LunrIndex;
  const wordsOf = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];
  const peer: Peer = {
    kinds: ['keyword', 'typing'],
    async build(documents) {
      index = lunr(function () {
        this.ref('id');
        for (const field of ['title', 'text', 'tags']) this.field(field);
        for (const { id, title, text, tags } of documents) this.add({ id, title, text, tags: tags.join(' ') });
      });
    },
    async search(kind, { text }) {
      const words = wordsOf(text);
      const query = words.map((word, at) => (kind === 'typing' && at === words.length - 1 ? `${word}*` : word));
      return index
        .search(query.join(' '))
        .slice(0, LIMIT)
        .map(({ ref }) => ref);
    },
    async save() {
      const json = JSON.stringify(index);
      return {
        bytes: byteLength(json),
        restore: async () => {
          index = lunr.Index.load(JSON.parse(json));
          return peer;
        },
      };
    },
  };
  return peer;
};

interface Postgres {
  exec(sql: string): Promise<unknown>;
  query<Row>(sql: string, parameters?: unknown[]): Promise<{ rows: Row[] }>;
  transaction<Result>(run: (tx: Pick<Postgres, 'query'>) => Promise<Result>): Promise<Result>;
  dumpDataDir(compression: 'none'): Promise<Blob>;
  close(): Promise<void>;
}
interface PostgresModule {
  PGlite: { create(options: unknown): Promise<Postgres> };
}

const WORDS_SQL = `select id from documents, websearch_to_tsquery('english', $1) q where terms @@ q
  order by ts_rank_cd(terms, q) desc limit ${LIMIT}`;
const BEGINNING_SQL = WORDS_SQL.replace("websearch_to_tsquery('english', $1)", "to_tsquery('simple', $1)");
const NEAR_SQL = `select id from documents order by embedding <=> $1 limit ${LIMIT}`;
/** Reciprocal rank fusion as in pgvector's own example. */
const FUSED_SQL = `with semantic as (
    select id, rank() over (order by embedding <=> $2) as rank from documents order by embedding <=> $2 limit 20),
  words as (
    select id, rank() over (order by ts_rank_cd(terms, q) desc) as rank
    from documents, plainto_tsquery('english', $1) q where terms @@ q order by ts_rank_cd(terms, q) desc limit 20)
  select coalesce(semantic.id, words.id) as id,
    coalesce(1.0 / (60 + semantic.rank), 0.0) + coalesce(1.0 / (60 + words.rank), 0.0) as score
  from semantic full outer join words on semantic.id = words.id order by score desc limit ${LIMIT}`;

const pglite: OpenPeer = async (load) => {
  const { PGlite } = await load<PostgresModule>('@electric-sql/pglite');
  const { vector: extension } = await load<{ vector: unknown }>('@electric-sql/pglite-pgvector');
  const literal = (vector: Float32Array): string => `[${vector.join(',')}]`;
  const open = (options: object = {}) => PGlite.create({ extensions: { vector: extension }, ...options });
  const peer = (db: Postgres, vectors: boolean): Peer => ({
    kinds: vectors ? ['keyword', 'typing', 'vector', 'hybrid'] : ['keyword', 'typing'],
    async build(documents) {
      await db.exec(`create extension if not exists vector;
        create table documents (id text primary key, body text, embedding vector(${DIMS}),
          terms tsvector generated always as (to_tsvector('english', body)) stored);`);
      const batch = 200;
      await db.transaction(async (tx) => {
        for (let at = 0; at < documents.length; at += batch) {
          const some = documents.slice(at, at + batch);
          const values = some.map((_, row) => `($${row * 3 + 1}, $${row * 3 + 2}, $${row * 3 + 3})`).join();
          await tx.query(
            `insert into documents (id, body, embedding) values ${values}`,
            some.flatMap((document) => [
              document.id,
              bodyOf(document),
              document.vector === null ? null : literal(document.vector),
            ]),
          );
        }
      });
      await db.exec('create index on documents using gin (terms);');
      if (vectors) await db.exec('create index on documents using hnsw (embedding vector_cosine_ops);');
    },
    async search(kind, { text, vector }) {
      const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
      const near = vector === null ? '' : literal(vector);
      const [sql, parameters] =
        kind === 'keyword'
          ? [WORDS_SQL, [words.join(' or ')]]
          : kind === 'typing'
            ? [BEGINNING_SQL, [words.map((word, at) => (at === words.length - 1 ? `${word}:*` : word)).join(' | ')]]
            : kind === 'vector'
              ? [NEAR_SQL, [near]]
              : [FUSED_SQL, [text, near]];
      return (await db.query<{ id: string }>(sql, parameters)).rows.map(({ id }) => id);
    },
    async save() {
      const data = await db.dumpDataDir('none');
      await db.close();
      return { bytes: data.size, restore: async () => peer(await open({ loadDataDir: data }), vectors) };
    },
  });
  return peer(await open(), true);
};

interface SqliteDatabase {
  pointer: number;
  exec(options: string | { sql: string; bind: unknown[] }): void;
  selectArrays(sql: string, bind: unknown[]): unknown[][];
  prepare(sql: string): { bind(values: unknown[]): { stepReset(): void }; finalize(): void };
  close(): void;
}
interface Sqlite {
  oo1: { DB: new (name?: string) => SqliteDatabase };
  capi: {
    sqlite3_js_db_export(db: SqliteDatabase): Uint8Array;
    sqlite3_deserialize(db: number, schema: string, at: number, size: number, room: number, flags: number): number;
    SQLITE_DESERIALIZE_FREEONCLOSE: number;
  };
  wasm: { allocFromTypedArray(bytes: Uint8Array): number };
}

const sqlite: OpenPeer = async (load) => {
  const { oo1, capi, wasm } = await (await load<{ default(): Promise<Sqlite> }>('@sqlite.org/sqlite-wasm')).default();
  const peer = (db: SqliteDatabase): Peer => ({
    kinds: ['keyword', 'typing'],
    async build(documents) {
      db.exec(
        "create virtual table documents using fts5(id unindexed, title, body, tags, tokenize = 'porter unicode61')",
      );
      db.exec('begin');
      const insert = db.prepare('insert into documents values (?, ?, ?, ?)');
      for (const { id, title, text, tags } of documents) insert.bind([id, title, text, tags.join(' ')]).stepReset();
      insert.finalize();
      db.exec('commit');
    },
    async search(kind, { text }) {
      const words = text.match(/[\p{L}\p{N}]+/gu) ?? [];
      const terms = words.map((word, at) =>
        kind === 'typing' && at === words.length - 1 ? `"${word}"*` : `"${word}"`,
      );
      const sql = `select id from documents where documents match ? order by rank limit ${LIMIT}`;
      return db.selectArrays(sql, [terms.join(' OR ')]).map(([id]) => String(id));
    },
    async save() {
      const bytes = capi.sqlite3_js_db_export(db);
      db.close();
      return {
        bytes: bytes.length,
        restore: async () => {
          const fresh = new oo1.DB();
          const at = wasm.allocFromTypedArray(bytes);
          const { length } = bytes;
          const flags = capi.SQLITE_DESERIALIZE_FREEONCLOSE;
          const failed = capi.sqlite3_deserialize(fresh.pointer, 'main', at, length, length, flags);
          if (failed !== 0) throw new Error(`sqlite3_deserialize: ${failed}`);
          return peer(fresh);
        },
      };
    },
  });
  return peer(new oo1.DB());
};

interface Hnsw {
  initIndex(most: number, m: number, construction: number, seed: number): void;
  addPoint(point: Float32Array, label: number, replace: boolean): void;
  setEfSearch(ef: number): void;
  searchKnn(point: Float32Array, k: number, filter: undefined): { neighbors: number[] };
}
interface HnswModule {
  loadHnswlib(): Promise<{ HierarchicalNSW: new (space: string, dims: number, file: string) => Hnsw }>;
}

/** The library expects the globals of a page. */
const hnswlib: OpenPeer = async (load) => {
  Object.assign(globalThis, { window: globalThis, document: { currentScript: null } });
  const { HierarchicalNSW } = await (await load<HnswModule>('hnswlib-wasm/dist/hnswlib.js')).loadHnswlib();
  const index = new HierarchicalNSW('cosine', DIMS, '');
  let ids: string[] = [];
  return {
    kinds: ['vector'],
    async build(documents) {
      index.initIndex(documents.length, 16, 200, 100);
      ids = documents.map(({ id }) => id);
      documents.forEach(({ vector }, at) => {
        index.addPoint(vector!, at, false);
      });
    },
    search: async (_, { vector }) => index.searchKnn(vector!, LIMIT, undefined).neighbors.map((at) => ids[at]!),
    save: async () => null,
  };
};

interface EmbeddingIndexClass {
  new (
    entries: unknown[],
  ): {
    search(vector: number[], options: unknown): Promise<{ object: { id: string } }[]>;
  };
}

/** `save` returns null, because the library only saves to IndexedDB, as objects with arrays of numbers. */
const clientVectorSearch: OpenPeer = async (load) => {
  const { EmbeddingIndex } = await load<{ EmbeddingIndex: EmbeddingIndexClass }>('client-vector-search');
  let index: InstanceType<EmbeddingIndexClass>;
  return {
    kinds: ['vector'],
    async build(documents) {
      index = new EmbeddingIndex(documents.map(({ id, vector }) => ({ id, embedding: [...vector!] })));
    },
    async search(_, { vector }) {
      return (await index.search([...vector!], { topK: LIMIT })).map(({ object }) => object.id);
    },
    save: async () => null,
  };
};

export interface Differences {
  search: string;
  reload: string;
  build: string;
}

export interface Library {
  open: OpenPeer;
  /** Packages to install. The first one's version is shown. */
  packages: readonly string[];
  scripts: readonly string[];
  note: string;
  /** What this library does differently. Shown if hybrid-search isn't ten times as fast. */
  differences: Differences;
  /** This one's ranking isn't judged again, and the two aren't compared. */
  ranksAs?: string;
}

export const LIBRARIES: { readonly [name: string]: Library } = {
  'hybrid-search': {
    open: () => ours(false),
    packages: [],
    scripts: [],
    note: 'Answers contain passages, marks and labels. Saves rows, keyword index and int8 vectors, but not the texts. A reload ends with the answer by keyword; vectors are read afterwards.',
    differences: { search: '', reload: '', build: '' },
  },
  'hybrid-search (ids)': {
    open: () => ours(true),
    packages: [],
    scripts: [],
    note: 'The same ranking and labels, but answers contain no texts, passages and marks.',
    differences: { search: '', reload: '', build: '' },
    ranksAs: 'hybrid-search',
  },
  Orama: {
    open: orama,
    packages: ['@orama/orama', '@orama/plugin-data-persistence'],
    scripts: ['@orama/orama'],
    note: 'Saves its documents too, as JSON.',
    differences: {
      search: "Doesn't correct typos unless you set it to.",
      reload: "Doesn't correct typos unless you set it to.",
      build: "Doesn't correct typos unless you set it to.",
    },
  },
  MiniSearch: {
    open: miniSearch,
    packages: ['minisearch'],
    scripts: ['minisearch'],
    note: 'Used with `prefix` and `fuzzy: 0.2`. Answers are ids.',
    differences: { search: 'Returns only ids and scores.', reload: 'Has no vectors.', build: 'Has no vectors.' },
  },
  FlexSearch: {
    open: flexSearch,
    packages: ['flexsearch'],
    scripts: ['flexsearch'],
    note: 'Used with `tokenize: forward`, `merge` and `suggest`. Ranks by the position of words in the field, not by relevance. Answers are ids.',
    differences: {
      search: "Computes no scores: ranks by the position of a word in its field. Doesn't correct typos.",
      reload: 'Has no vectors.',
      build: 'Has no vectors.',
    },
  },
  Lunr: {
    open: lunrPeer,
    packages: ['lunr'],
    scripts: ['lunr'],
    note: 'Answers are ids.',
    differences: {
      search: 'Finds only whole words: no prefixes or typos unless you ask for them. Returns only ids and scores.',
      reload: 'Has no vectors.',
      build: 'Has no vectors.',
    },
  },
  'SQLite FTS5': {
    open: sqlite,
    packages: ['@sqlite.org/sqlite-wasm'],
    scripts: ['@sqlite.org/sqlite-wasm', '@sqlite.org/sqlite-wasm:sqlite3.wasm'],
    note: 'Used with Porter stems, BM25, and OR between words. Saves its documents too.',
    differences: {
      search: "Compiled from C. Doesn't correct typos.",
      reload: 'Compiled from C. Has no vectors. Reads no index in advance, only the pages that a question needs.',
      build: "Compiled from C. Has no vectors. Doesn't correct typos.",
    },
  },
  PGlite: {
    open: pglite,
    packages: ['@electric-sql/pglite', '@electric-sql/pglite-pgvector'],
    scripts: [
      '@electric-sql/pglite',
      '@electric-sql/pglite:pglite.wasm',
      '@electric-sql/pglite:pglite.data',
      '@electric-sql/pglite:initdb.wasm',
    ],
    note: 'Full text with GIN and `ts_rank_cd`, pgvector with HNSW, fused by RRF in SQL. Saves its documents too.',
    differences: {
      search:
        "Compiled from C. Its graph and inverted index are slow to build. Fuses only the first twenty of each arm. Doesn't correct typos.",
      reload: 'Compiled from C. Reads no index in advance, only the pages that a question needs.',
      build: 'Compiled from C.',
    },
  },
  'hnswlib-wasm': {
    open: hnswlib,
    packages: ['hnswlib-wasm'],
    scripts: ['hnswlib-wasm/dist/hnswlib.js'],
    note: 'Used with `M` 16 and `efConstruction` 200. Finds approximate neighbours. Can only save in a browser.',
    differences: {
      search: 'Its graph is slow to build. Compares only some of the vectors.',
      reload: 'Has no keyword search.',
      build: 'Has no keyword search.',
    },
  },
  'client-vector-search': {
    open: clientVectorSearch,
    packages: ['client-vector-search'],
    scripts: ['client-vector-search'],
    note: 'Compares every vector. Can only save in a browser.',
    differences: {
      search: 'Has no keyword search.',
      reload: 'Has no keyword search.',
      build: 'Has no keyword search: stores only vectors.',
    },
  },
};
