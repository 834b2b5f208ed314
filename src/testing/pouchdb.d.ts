/** Types of the parts of PouchDB that tests and the benchmark use, because its packages have none. */
declare module 'pouchdb-core' {
  interface Replication {
    readonly docs_written: number;
    readonly ok: boolean;
  }
  interface Doc {
    readonly _id: string;
    readonly _rev: string;
    readonly _deleted?: boolean;
    readonly _conflicts?: readonly string[];
    readonly [field: string]: unknown;
  }
  interface Rows {
    readonly rows: readonly { id: string; doc?: Doc | null }[];
  }
  interface Changes extends Promise<{ results: readonly unknown[]; last_seq: number }> {
    on(event: 'change', listener: () => void): Changes;
    cancel(): void;
  }
  interface Failure {
    readonly id: string;
    readonly error: true;
    readonly name: string;
  }
  export default class PouchDB {
    static plugin(plugin: unknown): typeof PouchDB;
    static replicate(from: string | PouchDB, to: PouchDB): Promise<Replication>;
    constructor(name: string, options: { adapter: 'memory' });
    info(): Promise<{ update_seq: number }>;
    get(id: string, options: { rev?: string }): Promise<Doc>;
    allDocs(options: { [option: string]: unknown }): Promise<Rows>;
    changes(options: { [option: string]: unknown }): Changes;
    bulkDocs(docs: readonly object[]): Promise<({ ok: true; id: string; rev: string } | Failure)[]>;
    destroy(): Promise<void>;
  }
}
declare module 'pouchdb-adapter-http';
declare module 'pouchdb-adapter-memory';
declare module 'pouchdb-replication';
