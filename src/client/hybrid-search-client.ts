/** Types only. Longer than other files because of the examples, which `e2e/app/api-examples.spec.ts` runs. */
import type { Context } from '../core/context/context.ts';
import type { Filters } from '../core/filter/filters.ts';
import type { ImportPreview, ImportRecord, ImportReport } from '../core/import/report.ts';
import type { EvaluationReport, JudgedQuery } from '../core/metrics/columns.ts';
import type { ModelProfile } from '../core/model-profiles.ts';
import type { SearchSettings } from '../core/options/options.ts';
import type { Memory, MemoryInput, MemoryPatch } from '../core/record/memory.ts';
import type { SearchResponse } from '../core/results/response.ts';
import type {
  ChangeEvent,
  ClearOptions,
  ListOptions,
  MemoryList,
  MessageInput,
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
import type { SyncFinding } from '../protocol/sync-api.ts';
import type { ContextOptions, CustomReader, ExportOptions, ImportFile, ImportOptions, SearchOptions } from './api.ts';
import type { SyncHandle, SyncOptions } from './sync-types.ts';

/** The messages of one session: memories of the type `conversation`, which expire after `conversationTtlDays`. */
export interface Conversation {
  /**
   * Stores a message. Its type and session are set for you; everything else works as in `add`.
   *
   * @example
   * ```js
   * const talk = client.conversation('2026-11-22');
   * const message = await talk.append({ role: 'user', text: 'Where did I park?', tags: ['car'] });
   * [message.type, message.session]; // → ['conversation', '2026-11-22']
   * ```
   */
  append(message: MessageInput): Promise<Memory>;
  /**
   * Returns the last `window` messages, oldest first. `window` is an integer from 1, default 50; anything else rejects
   * with `invalid-option`.
   *
   * @example
   * ```js
   * const talk = client.conversation('2026-11-22');
   * await talk.append({ role: 'user', text: 'Where did I park?' });
   * await talk.append({ role: 'assistant', text: 'On level two.' });
   * (await talk.list(1)).map(({ text }) => text); // → ['On level two.']
   * ```
   */
  list(window?: number): Promise<Memory[]>;
  /**
   * Removes the messages of this session.
   *
   * @example
   * ```js
   * const talk = client.conversation('2026-11-22');
   * await talk.append({ role: 'user', text: 'Where did I park?' });
   * await talk.clear();
   * await talk.list(); // → []
   * ```
   */
  clear(): Promise<void>;
}

/**
 * Memories that are kept for 30 days, or until they expire, before they're removed. They're stored as safely as all
 * others, but only these methods find, count or list them. If the user deletes a note in the element, it's put here.
 */
export interface Trash {
  /**
   * Puts memories into the trash. Returns how many were put there: those that exist, may be seen by the viewer, aren't
   * in the trash already, and weren't written after `unchangedSince`. If a full disk can't rewrite all memories
   * together, they're moved in several writes. If the call then rejects with `quota`, some of them may have been moved.
   *
   * @example
   * ```js
   * const { id } = await client.add({ text: 'Perhaps done with this.' });
   * await client.trash.put([id]); // → 1
   * [await client.get(id), await client.count()]; // → [undefined, 0]
   * ```
   */
  put(ids: readonly string[], options?: RemoveOptions): Promise<number>;
  /**
   * Lists one page of the trash, most recently trashed first. `trashedAt` is the time when a memory was put there.
   * `limit` is 1–1000, default 50; `offset` is ≥ 0, default 0.
   *
   * @example
   * ```js
   * await client.add({ id: 'old', text: 'Perhaps done with this.' });
   * await client.trash.put(['old']);
   * const { memories, total } = await client.trash.list();
   * [memories[0].text, typeof memories[0].trashedAt, total]; // → ['Perhaps done with this.', 'number', 1]
   * ```
   */
  list(options?: TrashListOptions): Promise<MemoryList>;
  /**
   * Restores memories as they were. Returns how many were restored. If you stored another memory under the same id
   * meanwhile, the old one is no longer in the trash. On a full disk, it works like `put`.
   *
   * @example
   * ```js
   * await client.add({ id: 'old', text: 'Perhaps done with this.' });
   * await client.trash.put(['old']);
   * await client.trash.restore(['old', 'none']); // → 1
   * (await client.get('old')).text; // → 'Perhaps done with this.'
   * ```
   */
  restore(ids: readonly string[], options?: ViewerOptions): Promise<number>;
  /**
   * Permanently removes everything in the trash that the viewer may see. Returns the number of removed memories.
   * `purge()` and `clear()` empty the trash too, and `remove` permanently removes single memories from it.
   *
   * @example
   * ```js
   * await client.add({ id: 'old', text: 'Perhaps done with this.' });
   * await client.trash.put(['old']);
   * await client.trash.empty(); // → 1
   * await client.trash.restore(['old']); // → 0
   * ```
   */
  empty(options?: ViewerOptions): Promise<number>;
}

/**
 * One store, shared by all clients with its name on the page. In the examples, `client` is `createHybridSearch()` on an
 * empty store, and `// →` shows the value of an expression. Calls with invalid arguments fail with typed errors
 * (`invalid-argument`, `invalid-option`, `invalid-memory`, `invalid-filter`), whose `path` names the invalid field.
 * Once a client is closed, calls that need the store reject with `closed`.
 */
export interface HybridSearchClient {
  /** Resolves when the store is open and keyword search works. Rejects with a typed error if it can't be opened. */
  readonly ready: Promise<HybridSearchClient>;
  readonly name: string;

  /**
   * Stores a new memory. Resolves when it's stored (`onStorage` says how safely) and keyword search finds it. Adding
   * the same content under the same id again does nothing; adding other content under an existing id rejects with
   * `conflict`.
   *
   * @example
   * ```js
   * const memory = await client.add({ title: 'Spare key', text: 'Behind the blue cupboard.', tags: ['home'] });
   * [memory.type, memory.tags]; // → ['note', ['home']]
   * ```
   */
  add(input: MemoryInput): Promise<Memory>;
  /**
   * Stores all memories, or none if one is invalid or conflicts. A long list is read in slices, so don't change it
   * until the promise settles.
   *
   * @example
   * ```js
   * const stored = await client.addMany([{ text: 'Feed the starter.' }, { text: 'Water the basil.' }]);
   * stored.length; // → 2
   * await client.addMany([{ text: 'Good.' }, { text: '' }]).catch(({ code }) => code); // → 'invalid-memory'
   * await client.count(); // → 2
   * ```
   */
  addMany(inputs: readonly MemoryInput[]): Promise<Memory[]>;
  /**
   * Changes single fields. A given value replaces the whole field (`metadata`, `tags` and `images` too), `undefined`
   * leaves it as it is, `null` removes it. Rejects with `not-found`, also if the viewer may not see the memory. Passing
   * a hit's memory as the patch keeps its images, because hits come without them (see `includeImages`). A message that
   * gets another `type` no longer expires.
   *
   * @example
   * ```js
   * await client.add({ id: 'basil', title: 'Basil', text: 'Water it.', tags: ['garden', 'herbs'] });
   * const changed = await client.update('basil', { tags: ['kitchen'], title: null });
   * [changed.text, changed.tags, changed.title]; // → ['Water it.', ['kitchen'], undefined]
   * ```
   *
   * With `ifUnchanged`, it rejects with `conflict` instead of overwriting what was written since you read the memory.
   *
   * @example
   * ```js
   * const read = await client.add({ id: 'thyme', text: 'Cut it.' });
   * await client.update('thyme', { text: 'Cut it in May.' }); // another tab, say
   * const refused = await client.update('thyme', { text: 'Dry it.' }, { ifUnchanged: read }).catch((error) => error);
   * [refused.code, refused.current.text]; // → ['conflict', 'Cut it in May.']
   * ```
   */
  update(id: string, patch: MemoryPatch, options?: UpdateOptions): Promise<Memory>;
  /**
   * Stores a memory, or replaces the whole memory with the same id. Fields that you omit are removed, except the
   * creation time, the last access time and the access count. A hit's memory has no images (see `includeImages`), so
   * passing it here would delete them. Use `update` instead, or pass what `get` returns.
   *
   * @example
   * ```js
   * await client.upsert({ id: 'basil', text: 'Water it.', tags: ['garden'] });
   * const replaced = await client.upsert({ id: 'basil', text: 'Water it daily.' });
   * [replaced.text, replaced.tags]; // → ['Water it daily.', []]
   * ```
   */
  upsert(input: MemoryInput): Promise<Memory>;
  /**
   * Stores or replaces all memories as `upsert` does, or none if one is invalid.
   *
   * @example
   * ```js
   * await client.upsertMany([{ id: 'a', text: 'First.' }, { id: 'b', text: 'Second.' }]);
   * await client.upsertMany([{ id: 'b', text: 'Second, again.' }]);
   * (await client.get('b')).text; // → 'Second, again.'
   * ```
   */
  upsertMany(inputs: readonly MemoryInput[]): Promise<Memory[]>;
  /**
   * Removes a memory, even if it's in the trash. Returns false if there's no such memory, the viewer may not see it, or
   * it was written after `unchangedSince`.
   *
   * @example
   * ```js
   * const { id } = await client.add({ text: 'Done with this.' });
   * await client.remove(id); // → true
   * await client.remove(id); // → false
   * ```
   */
  remove(id: string, options?: RemoveOptions): Promise<boolean>;
  /**
   * Removes several memories, even if they're in the trash. Returns how many were removed.
   *
   * @example
   * ```js
   * await client.addMany([{ id: 'a', text: 'First.' }, { id: 'b', text: 'Second.' }]);
   * await client.removeMany(['a', 'b', 'none']); // → 2
   * ```
   */
  removeMany(ids: readonly string[], options?: RemoveOptions): Promise<number>;
  /**
   * Removes all memories that match, in one write. Returns how many were removed. Rejects with `invalid-filter` if no
   * filter is given, or only filters that match everything, such as an empty list of tags.
   *
   * @example
   * ```js
   * await client.addMany([{ text: 'Milk.', tags: ['shopping'] }, { text: 'Spare key: blue cupboard.' }]);
   * await client.removeWhere({ tags: ['shopping'] }); // → 1
   * await client.removeWhere({}).catch(({ code }) => code); // → 'invalid-filter'
   * ```
   */
  removeWhere(filters: Filters, options?: ViewerOptions): Promise<number>;
  /**
   * Returns a memory, or undefined if there's none that the viewer may see.
   *
   * @example
   * ```js
   * await client.add({ id: 'diary', text: 'Mine alone.', owner: 'ann', privacy: 'direct' });
   * const viewer = { id: 'ben', context: 'direct' };
   * [(await client.get('diary')).text, await client.get('diary', { viewer })]; // → ['Mine alone.', undefined]
   * ```
   */
  get(id: string, options?: ViewerOptions): Promise<Memory | undefined>;
  /**
   * Returns memories in the order of `ids`, undefined where there's none that the viewer may see.
   *
   * @example
   * ```js
   * await client.addMany([{ id: 'a', text: 'First.' }, { id: 'b', text: 'Second.' }]);
   * (await client.getMany(['b', 'none', 'a'])).map((memory) => memory?.text); // → ['Second.', undefined, 'First.']
   * ```
   */
  getMany(ids: readonly string[], options?: ViewerOptions): Promise<(Memory | undefined)[]>;
  /**
   * Returns the file that a memory was read from, if its import kept it (`keepFiles`). Its `type` is `application/pdf`
   * if it begins like a PDF, otherwise `application/octet-stream`. Don't open other files than PDFs in your page's
   * origin, because they could run scripts there. Returns null if there's no such memory, the viewer may not see it, or
   * this device doesn't have the file. Sync includes files, but backups don't.
   *
   * @example
   * ```js
   * await client.add({ id: 'typed', text: 'Typed by hand.' });
   * await client.file('typed'); // → null
   * ```
   */
  file(id: string, options?: ViewerOptions): Promise<Blob | null>;
  /**
   * Returns one page of the memories that match, sorted.
   *
   * @example
   * ```js
   * await client.addMany([{ title: 'Basil', text: 'Water it.' }, { title: 'Aloe', text: 'Leave it be.' }]);
   * const { memories, total, hasMore } = await client.list({ sort: 'title', limit: 1 });
   * [memories[0].title, total, hasMore]; // → ['Aloe', 2, true]
   * ```
   */
  list(options?: ListOptions): Promise<MemoryList>;
  /**
   * Iterates over all memories that match when the iteration begins. It reads 50 at a time, and leaves out those that
   * were removed before they're read.
   *
   * @example
   * ```js
   * await client.addMany([{ text: 'Milk.', tags: ['shopping'] }, { text: 'Bread.', tags: ['shopping'] }, { text: 'Key.' }]);
   * const shopping = [];
   * for await (const { text } of client.memories({ filters: { tags: ['shopping'] } })) shopping.push(text);
   * shopping.sort(); // → ['Bread.', 'Milk.']
   * ```
   */
  memories(options?: Omit<ListOptions, 'limit' | 'offset'>): AsyncIterable<Memory>;
  /**
   * The same as `memories()`.
   *
   * @example
   * ```js
   * await client.addMany([{ text: 'Feed the starter.' }, { text: 'Water the basil.' }]);
   * let letters = 0;
   * for await (const { text } of client) letters += text.length;
   * letters; // → 33
   * ```
   */
  [Symbol.asyncIterator](): AsyncIterator<Memory>;
  /**
   * Returns how many memories match and may be seen. Without options, it counts all.
   *
   * @example
   * ```js
   * await client.addMany([{ text: 'Milk.', tags: ['shopping'] }, { text: 'Key.' }]);
   * [await client.count(), await client.count({ filters: { tags: ['shopping'] } })]; // → [2, 1]
   * ```
   */
  count(options?: SelectOptions): Promise<number>;
  /**
   * Returns the sessions, the one with the newest memory first.
   *
   * @example
   * ```js
   * await client.conversation('monday').append({ role: 'user', text: 'Where did I park?' });
   * (await client.sessions()).map(({ name, memories }) => [name, memories]); // → [['monday', 1]]
   * ```
   */
  sessions(options?: ViewerOptions): Promise<RowGroup[]>;
  /**
   * Returns the threads, the one with the newest memory first.
   *
   * @example
   * ```js
   * await client.addMany([{ text: 'Which colour?', thread: 'kitchen' }, { text: 'Blue.', thread: 'kitchen' }]);
   * (await client.threads()).map(({ name, memories }) => [name, memories]); // → [['kitchen', 2]]
   * ```
   */
  threads(options?: ViewerOptions): Promise<RowGroup[]>;
  /**
   * Returns all tags with their number of memories, most frequent first.
   *
   * @example
   * ```js
   * await client.addMany([{ text: 'Milk.', tags: ['shopping', 'cold'] }, { text: 'Bread.', tags: ['shopping'] }]);
   * await client.tags(); // → [{ tag: 'shopping', memories: 2 }, { tag: 'cold', memories: 1 }]
   * ```
   */
  tags(options?: ViewerOptions): Promise<TagCount[]>;
  /**
   * Returns the names of this origin's stores, sorted. Empty if the browser can't list them (Firefox before 126).
   *
   * @example
   * ```js
   * await client.ready;
   * (await client.stores()).includes(client.name); // → true
   * ```
   */
  stores(): Promise<string[]>;
  /** Memories that were put into the trash instead of being removed. */
  readonly trash: Trash;
  /**
   * Removes everything in one write, the trash too. Returns how many memories were removed, not counting those in the
   * trash. With `unchangedSince`, memories written after that position stay. If an import ran after it, everything
   * stays, because the imported memories are wanted even if the import changed nothing. Everything also stays if a
   * memory was synced from another device or restored from the trash since.
   *
   * @example
   * ```js
   * await client.add({ text: 'Milk.' });
   * const before = await client.position();
   * await client.add({ text: 'Bread.' });
   * await client.clear({ unchangedSince: before }); // → 1
   * await client.count(); // → 1
   * await client.clear(); // → 1
   * ```
   */
  clear(options?: ClearOptions): Promise<number>;
  /**
   * Returns the current position in the store's log of changes, as text for `unchangedSince`. You can store it. After
   * the store was restored or created again, no memory counts as unchanged since an earlier position.
   *
   * @example
   * ```js
   * const { id } = await client.add({ text: 'Milk.' });
   * const before = await client.position();
   * await client.update(id, { text: 'Milk and bread.' });
   * await client.remove(id, { unchangedSince: before }); // → false
   * ```
   */
  position(): Promise<string>;
  /**
   * Records that the user opened the memory: updates its access time and count. Does nothing unless the option `touch`
   * is on.
   *
   * @example
   * ```js
   * const touching = createHybridSearch({ name: 'touching', touch: true });
   * const { id } = await touching.upsert({ id: 'key', text: 'Behind the blue cupboard.' });
   * await touching.touch(id);
   * (await touching.get(id)).accessCount; // → 1
   * await touching.destroy();
   * ```
   */
  touch(id: string): Promise<void>;

  /**
   * Searches with every available arm: by keywords right away, by meaning as soon as the model is loaded. Rejects with
   * `aborted`, with `invalid-option` for a setting out of range, and with `mode-unavailable` if none of the arms in
   * `modes` is available.
   *
   * @example
   * ```js
   * await client.addMany([
   *   { id: 'key', title: 'Spare key', text: 'Hangs behind the blue cupboard in the hallway.' },
   *   { id: 'soup', title: 'Pumpkin soup', text: 'Roast the pumpkin, add broth, finish with cream.' },
   * ]);
   * const { hits } = await client.search('pumpkin', { limit: 5 });
   * hits.map(({ id, label }) => [id, label]); // → [['soup', 'strong']]
   *
   * await client.loadModel();
   * await client.idle();
   * const byMeaning = await client.search('how do I get in when I am locked out?', { modes: ['semantic'] });
   * byMeaning.hits[0].id; // → 'key'
   * ```
   */
  search(query: string, options?: SearchOptions): Promise<SearchResponse>;

  /**
   * Returns the memories nearest in meaning to a given one, best first. Rejects with `not-found`, and with
   * `mode-unavailable` while the memory isn't embedded.
   *
   * @example
   * ```js
   * await client.addMany([
   *   { id: 'key', text: 'The spare key hangs behind the blue cupboard.' },
   *   { id: 'door', text: 'A second key for the front door lies with the neighbours.' },
   *   { id: 'soup', text: 'Roast the pumpkin, add broth and cream.' },
   * ]);
   * await client.loadModel();
   * await client.idle();
   * (await client.similar('key', { limit: 1 })).map(({ memory }) => memory.id); // → ['door']
   * ```
   */
  similar(id: string, options?: SimilarOptions): Promise<SimilarMemory[]>;
  /**
   * Returns whether the current model has embedded the whole memory, so that search by meaning finds it. Rejects with
   * `not-found`.
   *
   * @example
   * ```js
   * await client.add({ id: 'key', text: 'The spare key hangs behind the blue cupboard.' });
   * await client.loadModel();
   * await client.idle();
   * await client.embedded('key'); // → true
   * ```
   */
  embedded(id: string, options?: ViewerOptions): Promise<boolean>;

  /**
   * Returns the passages that answer best, packed into a token budget for a language model. They're deduplicated and
   * numbered, have their sources, and those of one note are in reading order. Rejects as `search` does, and with
   * `invalid-option` if `tokens` isn't an integer from 1 to 1,000,000.
   *
   * @example
   * ```js
   * await client.add({ id: 'key', title: 'Spare key', text: 'The spare key hangs behind the blue cupboard.' });
   * const { text, passages, tokens } = await client.context('spare key', { tokens: 200 });
   * [passages[0].id, text.includes('blue cupboard'), tokens <= 200]; // → ['key', true, true]
   * ```
   */
  context(query: string, options: ContextOptions): Promise<Context>;

  /**
   * Imports files, blobs, `{ path, file }` or pasted text, in the formats that `format` lists. Rows that can't be read
   * are reported, and the import continues. Memories are replaced as `upsert` does, so importing an export again
   * changes nothing, and importing the same files again continues an interrupted import. If several files have the same
   * path, all but the first get a number. With `split`, if a file has become shorter, the parts that it no longer has
   * are removed.
   *
   * @example
   * ```js
   * const report = await client.import('# Spare key\n\nBehind the blue cupboard.\n', { format: 'markdown' });
   * [report.added, report.problems]; // → [1, []]
   * const table = 'Zitat,Werk\nEbbe und Flut,Gezeiten\n';
   * await client.import(table, { format: 'csv', mapping: { Zitat: 'text', Werk: 'title' } });
   * (await client.list()).memories.find(({ title }) => title === 'Gezeiten').text; // → 'Ebbe und Flut'
   * ```
   */
  import(
    source: Blob | ImportFile | readonly (Blob | ImportFile)[] | string,
    options?: ImportOptions,
  ): Promise<ImportReport>;
  /**
   * Returns what `import` would find and what it couldn't read, without writing anything. It reads everything to the
   * end, so abort it once the progress tells you enough. `sources` lists files and conversations; pass some of them to
   * `import` as `leaveOut` to leave them out. `tables` shows which columns of CSV and JSON fill which fields; `mapping`
   * changes that.
   *
   * @example
   * ```js
   * const { contents, problems } = await client.preview('title,text\nSpare key,Behind the cupboard.\n', { format: 'csv' });
   * [contents[0].format, contents[0].memories, problems]; // → ['csv', 1, []]
   * await client.count(); // → 0
   * const files = ['a', 'b'].map((name) => ({ path: `${name}.md`, file: new Blob([`# ${name}`]) }));
   * const { sources } = await client.preview(files);
   * const leaveOut = sources.filter(({ file }) => file === 'b.md');
   * (await client.import(files, { leaveOut })).added; // → 1
   * ```
   */
  preview(
    source: Blob | ImportFile | readonly (Blob | ImportFile)[] | string,
    options?: ImportOptions,
  ): Promise<ImportPreview>;
  /**
   * Returns the imports that added memories on this device, newest first. The list isn't synced. An import leaves the
   * list after `removeImport`, or when `clear` or `purge` finds that it has no memories left that `removeImport` would
   * remove.
   *
   * @example
   * ```js
   * await client.import({ path: 'key.md', file: new Blob(['# Spare key']) });
   * const [{ name, added }] = await client.imports();
   * [name, added]; // → ['key.md', 1]
   * ```
   */
  imports(): Promise<ImportRecord[]>;
  /**
   * Undoes an import: removes the memories that it added, also from the trash, except those that someone has changed
   * since. Memories that it only updated stay updated. Returns how many were removed. Rejects with `not-found`.
   *
   * @example
   * ```js
   * const { importId } = await client.import('[{"id":"a","text":"One."},{"id":"b","text":"Two."}]', { format: 'json' });
   * await client.update('b', { text: 'Two, by hand.' });
   * await client.removeImport(importId); // → 1
   * (await client.get('b')).text; // → 'Two, by hand.'
   * ```
   */
  removeImport(id: string): Promise<number>;
  /**
   * Adds a reader for a format that isn't built in. `import`, `preview` and elements with this client use it. Readers
   * are tried in the order in which they were registered, before the built-in ones. Returns a function that removes the
   * reader; a running import keeps using it. Throws `invalid-argument` if the reader is invalid or its name is taken.
   *
   * @example
   * ```js
   * const unregister = client.registerReader({
   *   name: 'Ledger',
   *   extensions: ['ledger'],
   *   async *read(file) {
   *     for (const text of (await file.text()).trim().split('\n')) yield { memory: { text } };
   *   },
   * });
   * const { added, contents } = await client.import(new File(['Bread 3.20\nMilk 1.10\n'], 'may.ledger'));
   * [added, contents[0].format]; // → [2, 'Ledger']
   * unregister();
   * ```
   */
  registerReader(reader: CustomReader): () => void;
  /** The readers that `registerReader` added, in that order. */
  readonly readers: readonly CustomReader[];
  /**
   * Exports all memories as JSON Lines (a header, then one memory per line) or as a zip of Markdown files. `import`
   * reads both.
   *
   * @example
   * ```js
   * await client.add({ id: 'key', text: 'Behind the blue cupboard.' });
   * const backup = await client.export();
   * await client.clear();
   * (await client.import(backup)).added; // → 1
   * (await client.get('key')).text; // → 'Behind the blue cupboard.'
   * ```
   */
  export(options?: ExportOptions): Promise<Blob>;

  /**
   * Measures keyword, semantic, published RRF, linear and hybrid ranking on queries that someone has judged. `settings`
   * apply only to the hybrid ranking. Rejects with `invalid-option` if `judged` is empty.
   *
   * @example
   * ```js
   * await client.addMany([{ id: 'key', text: 'Spare key: blue cupboard.' }, { id: 'soup', text: 'Pumpkin soup.' }]);
   * const { columns } = await client.evaluate([{ query: 'pumpkin', relevant: { soup: 1 } }]);
   * [columns.keyword['ndcg@10'], columns.semantic]; // → [1, null]
   * ```
   */
  evaluate(
    judged: readonly JudgedQuery[],
    options?: { settings?: SearchSettings; signal?: AbortSignal },
  ): Promise<EvaluationReport>;

  /**
   * Returns the methods for the messages of one session.
   *
   * @example
   * ```js
   * const talk = client.conversation('2026-11-22');
   * await talk.append({ role: 'user', text: 'Where did I park?' });
   * (await talk.list()).map(({ role, text }) => `${role}: ${text}`); // → ['user: Where did I park?']
   * ```
   */
  conversation(session: string): Conversation;
  /**
   * Returns counts, the state of model and storage, and how long searches take. Apart from tags and types, it contains
   * no content.
   *
   * @example
   * ```js
   * await client.add({ text: 'Milk.', tags: ['shopping'] });
   * const { memories, tags, armsAvailable } = await client.stats();
   * [memories, tags, armsAvailable.includes('keyword')]; // → [1, { shopping: 1 }, true]
   * ```
   */
  stats(): Promise<Stats>;
  /**
   * Resolves when nothing is left to embed, and no picture is left to read. Also resolves if that work is paused,
   * unavailable or stopped by a full disk.
   *
   * @example
   * ```js
   * await client.loadModel();
   * await client.addMany([{ text: 'Feed the starter.' }, { text: 'Water the basil.' }]);
   * await client.idle();
   * (await client.stats()).embedded; // → 2
   * ```
   */
  idle(): Promise<void>;
  /**
   * Loads the model now, whatever `modelLoad` says. Rejects with the reason, such as `model-unavailable`, if it can't
   * be loaded.
   *
   * @example
   * ```js
   * await client.loadModel();
   * (await client.stats()).model.state; // → 'ready'
   * ```
   */
  loadModel(): Promise<void>;
  /**
   * Removes the model files that this origin has cached, so the next load downloads them again. Returns false if there
   * were none.
   *
   * @example
   * ```js
   * await client.loadModel();
   * await client.removeModelCache(); // → true
   * await client.removeModelCache(); // → false
   * ```
   */
  removeModelCache(): Promise<boolean>;
  /**
   * Switches the model. Keyword search keeps working while everything is embedded again.
   *
   * @example
   * ```js
   * await client.setModel('bge-small-en-v1.5');
   * (await client.stats()).model.id; // → 'Xenova/bge-small-en-v1.5'
   * ```
   */
  setModel(model: string | ModelProfile): Promise<void>;
  /**
   * Turns the reading of words in pictures on or off for this store, in this page. Pictures of notes are read in the
   * background, starting with the note that was changed last. Reading waits while the device runs on battery, while
   * someone types, and while paused. Searches find the words like text. For a match in a picture, the hit's
   * `place.kind` is `picture`. The words are in `memory.images[].words`. They're never exported or synced. Turning it
   * off stops the current reading and keeps the words that were read.
   *
   * Reading runs in the worker of the embedding model, so it waits until that model may be loaded. If a file is
   * missing, `stats().pictures.error` names it. Then run `npm install hybrid-search-ocr` and `npx hybrid-search-assets
   * DIR`. `readPictures(true)` tries again.
   *
   * @example
   * ```js
   * await client.readPictures(true);
   * (await client.stats()).pictures.unread; // → 0
   * ```
   */
  readPictures(on: boolean): Promise<void>;
  /**
   * Pauses the embedding of memories, and the reading of pictures, until `resume`. Queries are still embedded.
   *
   * @example
   * ```js
   * await client.pause();
   * (await client.stats()).paused; // → true
   * ```
   */
  pause(): Promise<void>;
  /**
   * Continues the embedding of memories, and the reading of pictures, after `pause`.
   *
   * @example
   * ```js
   * await client.pause();
   * await client.resume();
   * (await client.stats()).paused; // → false
   * ```
   */
  resume(): Promise<void>;
  /**
   * Tells the engine that the user is typing, so that it pauses embedding for a moment.
   *
   * @example
   * ```js
   * const box = document.createElement('input');
   * box.addEventListener('input', () => client.typing());
   * ```
   */
  typing(): void;
  /**
   * Empties the trash, and makes removed memories unreadable by rewriting the files that may still contain their bytes.
   * It does so only on this device: with sync, the server keeps their old ciphertext until CouchDB compacts the
   * database. `startAgainFromHere()` begins a new generation without them.
   *
   * @example
   * ```js
   * const { id } = await client.add({ text: 'A secret.' });
   * await client.remove(id);
   * await client.purge();
   * ```
   */
  purge(): Promise<void>;

  /**
   * Calls the listener with each change of the store, once and in order, including those of other tabs. If this tab
   * missed too many changes, the listener gets a `clear` and then one `put` of everything. Returns a function that
   * removes the listener.
   *
   * @example
   * ```js
   * const seen = [];
   * const stop = client.subscribe(({ kind, ids }) => seen.push([kind, ids]));
   * await client.add({ id: 'key', text: 'Behind the blue cupboard.' });
   * stop();
   * seen; // → [['put', ['key']]]
   * ```
   */
  subscribe(listener: (event: ChangeEvent) => void): () => void;
  /**
   * Calls the listener with the progress of the model's download, of embedding and of reading pictures: right away if
   * the progress is known already, and then with each change. Returns a function that removes the listener.
   *
   * @example
   * ```js
   * const loaded = new Promise((resolve) => {
   *   client.onProgress(({ model }) => model.state === 'ready' && resolve(model.loadedBytes === model.totalBytes));
   * });
   * await client.loadModel();
   * await loaded; // → true
   * ```
   */
  onProgress(listener: (progress: Progress) => void): () => void;
  /**
   * Calls the listener with how safely data is stored: right away if that's known already, and then with each change.
   * Returns a function that removes the listener.
   *
   * @example
   * ```js
   * const { durability } = await new Promise((resolve) => client.onStorage(resolve));
   * ['durable', 'best-effort', 'ephemeral', 'log-only'].includes(durability); // → true
   * ```
   */
  onStorage(listener: (notice: StorageNotice) => void): () => void;
  /**
   * Calls the listener with failures that users should see, whichever call caused them, and with `options-differ`.
   * Returns a function that removes the listener.
   *
   * @example
   * ```js
   * const second = createHybridSearch({ name: client.name, conversationTtlDays: 30 });
   * const { code, path } = await new Promise((resolve) => second.onError(resolve));
   * [code, path]; // → ['options-differ', 'conversationTtlDays']
   * await second.close();
   * ```
   */
  onError(listener: (error: Error) => void): () => void;

  /**
   * Syncs this store with a CouchDB database or a folder, and through it with other devices. Everything is encrypted on
   * this device, so the server sees only ciphertext. `docs/SYNC.md` explains how to run a server. The handle's `state`
   * says whether the server can be reached and read. The call itself rejects for invalid options, with `unsupported`
   * outside a secure context, and if the sync worker can't be started. A second call replaces the first.
   *
   * @example
   * ```js
   * const url = `${location.origin}/no-database-here`;
   * const sync = await client.sync({ url, passphrase: 'crane amber lantern' });
   * await sync.idle();
   * sync.state.stage; // → 'refused'
   * await sync.stop();
   * ```
   */
  sync(options: SyncOptions): Promise<SyncHandle>;
  /**
   * Resolves to the handle of the running sync. If none is running, continues with the options that an earlier visit
   * stored by `remember`. Resolves to null if there are none. Loads nothing if this store has never synced.
   *
   * @example
   * ```js
   * await client.sync(); // → null
   * ```
   */
  sync(): Promise<SyncHandle | null>;

  /**
   * Checks whether `sync` would work with a server, and what to change there if it wouldn't. Returns one finding per
   * step. The finding of the first step that fails says what to change on the server. Later steps aren't checked.
   * Doesn't send any memory. Leaves one `_local` document in the database, which CouchDB never replicates. For a folder
   * there are two steps: whether it can be read (`database`) and written (`write`).
   *
   * @example
   * ```js
   * const findings = await client.checkSync({ url: `${location.origin}/no-database-here` });
   * findings.find(({ ok }) => ok === false)?.step; // → 'database'
   * ```
   */
  checkSync(options: Pick<SyncOptions, 'url' | 'folder' | 'headers'>): Promise<SyncFinding[]>;

  /**
   * Closes this client. Calls that need the store then reject with `closed`, except `destroy`. The workers end when the
   * page's last client of the store is closed.
   *
   * @example
   * ```js
   * await client.close();
   * await client.add({ text: 'Too late.' }).catch(({ code }) => code); // → 'closed'
   * ```
   */
  close(): Promise<void>;
  /**
   * Deletes the store in every tab, in about two seconds, and its text from the files. All calls of its clients then
   * reject with `closed`.
   *
   * @example
   * ```js
   * const old = createHybridSearch({ name: 'old' });
   * await old.add({ text: 'Nobody needs it any more.' });
   * await old.destroy();
   * (await client.stores()).includes('old'); // → false
   * ```
   */
  destroy(): Promise<void>;
}

/**
 * The methods that the box, the filters and the results call. A page may set any object with these methods as their
 * `client`, for example one that forwards calls to an extension's background script.
 */
export interface SearchClient
  extends Pick<
    HybridSearchClient,
    'name' | 'search' | 'list' | 'get' | 'stats' | 'typing' | 'subscribe' | 'onProgress' | 'onStorage' | 'onError'
  > {
  /** Resolves when searches can be made. */
  readonly ready: Promise<unknown>;
}
