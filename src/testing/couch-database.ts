/** The documents of a CouchDB database: revisions, conflicts, and sequences like those of a cluster. */
import { randomBytes } from 'node:crypto';

interface Revision {
  rev: string;
  deleted: boolean;
  body: { [field: string]: unknown };
}

interface Stored {
  id: string;
  /** The winning revision is last. */
  revisions: Revision[];
  conflicts: string[];
  seq: number;
}

export interface Fields {
  [field: string]: unknown;
}

export class CouchDatabase {
  readonly database = 'memories';
  /** Number of pages of the change feed whose rows weren't in order, or repeated. */
  wildPages = 0;
  readonly #random: () => number;
  #docs = new Map<string, Stored>();
  #seq = 0;
  #waiting = new Set<() => void>();

  constructor(random: () => number) {
    this.#random = random;
  }

  get position(): string {
    return this.#name(this.#seq);
  }

  /** Returns everything in the database, as a thief would get it. */
  dump(): string {
    return JSON.stringify([...this.#docs.values()]);
  }

  documents(): { id: string; body: { [field: string]: unknown } }[] {
    return [...this.#docs.values()]
      .filter((doc) => !winner(doc).deleted)
      .map((doc) => ({ id: doc.id, body: winner(doc).body }));
  }

  /** Returns a function that restores what's stored now. */
  backUp(): () => void {
    const saved = structuredClone([...this.#docs]);
    const seq = this.#seq;
    return () => {
      this.#docs = new Map(structuredClone(saved));
      this.#seq = seq;
    };
  }

  recreate(): void {
    this.#docs.clear();
    this.#seq = 0;
    this.#wake();
  }

  /** Copies the documents to another server, as CouchDB's own replication would. */
  copyTo(other: CouchDatabase): void {
    other.#docs = new Map(structuredClone([...this.#docs]));
    other.#seq = this.#seq;
  }

  /** Writes a document without checking its revision, as another program would. */
  overwrite(id: string, body: { [field: string]: unknown }): void {
    this.#store(id, { rev: this.#nextRev(this.#docs.get(id)), deleted: false, body });
  }

  /** Adds a revision that conflicts with the winning one, as can happen in a cluster. */
  branch(id: string, body: { [field: string]: unknown }): void {
    const doc = this.#docs.get(id)!;
    const rev = `${generationOf(winner(doc).rev)}-0${randomBytes(15).toString('hex')}`;
    doc.revisions.unshift({ rev, deleted: false, body });
    doc.conflicts.push(rev);
    doc.seq = ++this.#seq;
    this.#wake();
  }

  conflictsOf(id: string): number {
    return this.#docs.get(id)?.conflicts.length ?? 0;
  }

  /** Returns null if the revision doesn't exist. Without `rev`, returns the winning one unless it's removed. */
  read(id: string, rev: string | null): Fields | null {
    const doc = this.#docs.get(id);
    const revision = doc && (rev ? doc.revisions.find((each) => each.rev === rev) : winner(doc));
    return !doc || !revision || (!rev && revision.deleted) ? null : plain(doc, revision);
  }

  /** @param isWild repeats and shuffles the rows */
  changes(query: URLSearchParams, isWild: boolean): unknown {
    const since = this.#number(query.get('since') ?? '0');
    const limit = Math.max(1, Number(query.get('limit') ?? 1e9));
    const after = [...this.#docs.values()].filter(({ seq }) => seq > since).sort((a, b) => a.seq - b.seq);
    const docs = after.slice(0, limit);
    const last = docs.at(-1)?.seq ?? Math.min(since, this.#seq);
    const results = docs.map((doc) => ({
      id: doc.id,
      seq: this.#name(doc.seq),
      changes: [{ rev: winner(doc).rev }],
      ...(winner(doc).deleted && { deleted: true }),
      ...(query.get('include_docs') === 'true' && { doc: plain(doc, winner(doc)) }),
    }));
    if (!isWild) return { results, last_seq: this.#name(last), pending: after.length - docs.length };
    // CouchDB doesn't promise an order. It only promises that the rows contain every change up to `last_seq`.
    const shuffled = results.map((row) => ({ row, at: this.#random() })).sort((a, b) => a.at - b.at);
    const rows = shuffled.map(({ row }) => row);
    if (rows.length > 0 && this.#random() < 0.5) rows.unshift(rows[Math.floor(this.#random() * rows.length)]!);
    if (rows.some((row, at) => row !== results[at])) this.wildPages++;
    return { results: rows, last_seq: this.#name(last) };
  }

  /** Resolves when something changes after `since`, or after `ms`, or when `hasEnded` resolves. */
  async change(since: string, ms: number, hasEnded: Promise<void>): Promise<void> {
    if (this.#number(since) < this.#seq) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      this.#waiting.add(done);
      void hasEnded.then(done);
    });
  }

  allDocs(query: URLSearchParams, text: string): unknown {
    const row = (doc: Stored) => {
      const { rev, deleted } = winner(doc);
      const value = deleted ? { rev, deleted } : { rev };
      return { id: doc.id, key: doc.id, value, doc: deleted ? null : plain(doc, winner(doc)) };
    };
    if (text !== '') {
      const { keys } = JSON.parse(text) as { keys: string[] };
      const found = keys.map((key) => this.#docs.get(key));
      return { rows: found.map((doc, at) => (doc ? row(doc) : { key: keys[at], error: 'not_found' })) };
    }
    const start = JSON.parse(query.get('startkey') ?? '""') as string;
    const live = [...this.#docs.values()].filter((doc) => !winner(doc).deleted && doc.id >= start);
    live.sort((a, b) => (a.id < b.id ? -1 : 1));
    return { total_rows: live.length, offset: 0, rows: live.slice(0, Number(query.get('limit') ?? 1e9)).map(row) };
  }

  /** Answers `_bulk_get`, which CouchDB's own replication and PouchDB use. */
  bulkGet({ docs }: { docs: { id: string; rev: string }[] }): unknown {
    const found = docs.map(({ id, rev }) => {
      const doc = this.#docs.get(id);
      const at = doc?.revisions.findIndex((revision) => revision.rev === rev) ?? -1;
      if (!doc || at < 0) return { id, docs: [{ error: { id, rev, error: 'not_found', reason: 'missing' } }] };
      const ids = doc.revisions.slice(0, at + 1).map((revision) => revision.rev.split('-')[1]);
      const _revisions = { start: generationOf(rev), ids: ids.reverse() };
      return { id, docs: [{ ok: { ...plain(doc, doc.revisions[at]!), _revisions } }] };
    });
    return { results: found };
  }

  put(docs: readonly Fields[]): { id: string; rev?: string }[] {
    return docs.map(({ _id, _rev, _deleted, ...body }) => {
      const id = String(_id);
      const current = this.#docs.get(id);
      const branch = current?.conflicts.indexOf(String(_rev)) ?? -1;
      if (current && branch >= 0 && _deleted) {
        current.conflicts.splice(branch, 1);
        return { ok: true, id, rev: `${generationOf(String(_rev)) + 1}-${randomBytes(16).toString('hex')}` };
      }
      const free = !current || (winner(current).deleted && _rev === undefined);
      if (!free && winner(current).rev !== _rev) return { id, error: 'conflict', reason: 'Document update conflict.' };
      if (!current && _rev !== undefined) return { id, error: 'conflict', reason: 'Document update conflict.' };
      const rev = this.#nextRev(current);
      this.#store(id, { rev, deleted: _deleted === true, body });
      return { ok: true, id, rev };
    });
  }

  #store(id: string, revision: Revision): void {
    const doc = this.#docs.get(id) ?? { id, revisions: [], conflicts: [], seq: 0 };
    doc.revisions.push(revision);
    doc.seq = ++this.#seq;
    this.#docs.set(id, doc);
    this.#wake();
  }

  #wake(): void {
    for (const resolve of [...this.#waiting]) resolve();
  }

  #nextRev(doc: Stored | undefined): string {
    return `${(doc ? generationOf(winner(doc).rev) : 0) + 1}-${randomBytes(16).toString('hex')}`;
  }

  /** Formats a sequence as a cluster does: a number, and a suffix that's different each time. */
  #name(seq: number): string {
    return seq === 0 ? '0' : `${seq}-${randomBytes(12).toString('base64url')}`;
  }

  #number(name: string): number {
    return Number.parseInt(name, 10) || 0;
  }
}

const winner = ({ revisions }: Stored): Revision => revisions.at(-1)!;
const generationOf = (rev: string): number => Number.parseInt(rev, 10);

function plain(doc: Stored, { rev, deleted, body }: Revision): { [field: string]: unknown } {
  return {
    _id: doc.id,
    _rev: rev,
    ...(deleted && { _deleted: true }),
    ...(doc.conflicts.length > 0 && { _conflicts: doc.conflicts }),
    ...body,
  };
}
