/** Types of the parts of PouchDB that the benchmark uses, because its packages have none. */
declare module 'pouchdb-core' {
  interface Replication {
    readonly docs_written: number;
    readonly ok: boolean;
  }
  export default class PouchDB {
    static plugin(plugin: unknown): typeof PouchDB;
    static replicate(from: string, to: PouchDB): Promise<Replication>;
    constructor(name: string, options: { adapter: 'memory' });
    destroy(): Promise<void>;
  }
}
declare module 'pouchdb-adapter-http';
declare module 'pouchdb-adapter-memory';
declare module 'pouchdb-replication';
