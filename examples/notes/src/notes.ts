/** The notes: one memory each, whose id is the path of its Markdown file. Every write goes through here. */
import { createHybridSearch, type Memory, type SearchOptions, type SearchResponse } from 'hybrid-search-element/client';

export interface Note {
  /** `folder/name.md`; never changes. */
  path: string;
  title: string;
  text: string;
  tags: string[];
  folder: string;
  updatedAt: number;
  trashed: boolean;
}

export const client = createHybridSearch({
  name: 'offline-notes',
  assetBase: new URL('hybrid-search/', document.baseURI).href,
  language: navigator.language,
});

const noteOf = ({ id, title, text, tags, type, updatedAt }: Memory): Note => ({
  path: id,
  title: title ?? id,
  text,
  tags,
  folder: folderOf(id),
  updatedAt,
  trashed: type === 'trash',
});

export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

/** The first heading, else the name of the file. */
function titleOf(path: string, text: string): string {
  const heading = /^#{1,6}\s+(.+)$/m.exec(text)?.[1];
  return (heading ?? path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/i, '')).trim().slice(0, 200);
}

/** `#tag` at the start of a word, outside code. */
function tagsOf(text: string): string[] {
  const prose = text.replace(/```[\s\S]*?(```|$)|`[^`\n]*`/g, '');
  const found = prose.matchAll(/(?<![\p{L}\p{N}/#])#([\p{L}\p{N}_-]*\p{L}[\p{L}\p{N}_-]*)/gu);
  return [...new Set([...found].map(([, tag]) => tag!.toLowerCase()))].slice(0, 50);
}

const inputOf = (path: string, text: string) => ({
  id: path,
  text,
  type: 'note',
  title: titleOf(path, text),
  tags: tagsOf(text),
  metadata: { folder: folderOf(path) },
});

/** One writer a note at a time, in all tabs: the editor and the mirror look before they write. */
export const locked = <Result>(path: string, job: () => Promise<Result>): Promise<Result> =>
  navigator.locks.request(`note ${path}`, job) as Promise<Result>;

export async function get(path: string): Promise<Note | null> {
  const memory = await client.get(path);
  return memory ? noteOf(memory) : null;
}

export const put = async (path: string, text: string): Promise<Note> =>
  noteOf(await client.upsert(inputOf(path, text)));

/** All or none; for folders of files. */
export const putMany = async (files: readonly { path: string; text: string }[]): Promise<void> => {
  const fresh = [];
  for (const file of files) if (!(await get(file.path))) fresh.push(file);
  await client.addMany(fresh.map(({ path, text }) => inputOf(path, text)));
};

/** Saves what the editor made of `base`. If the note was changed elsewhere meanwhile, that version becomes a note too. */
export const save = (path: string, text: string, base: string): Promise<Note> =>
  locked(path, async () => {
    const current = await get(path);
    if (current && !current.trashed && current.text !== base && current.text !== text)
      await keepAside(path, current.text);
    return put(path, text);
  });

/** The name says what is inside, so that doing it twice makes one note. */
export async function keepAside(path: string, text: string): Promise<string> {
  const aside = path.replace(/(\.md)?$/i, ` (other version ${(await hashOf(text)).slice(0, 8)}).md`);
  await put(aside, text);
  return aside;
}

export async function hashOf(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A note under a name that is still free. */
export async function create(folder: string, title: string, body = ''): Promise<Note> {
  const clean = title.replace(/[\\/:*?"<>|#^[\]\s]+/g, ' ').trim();
  const name = clean.slice(0, 80) || 'Note';
  for (let count = 1; ; count++) {
    const path = `${folder === '' ? '' : `${folder}/`}${name}${count === 1 ? '' : ` ${count}`}.md`;
    const made = await locked(path, async () => ((await get(path)) ? null : put(path, `# ${title}\n\n${body}`)));
    if (made) return made;
  }
}

export async function daily(): Promise<Note> {
  // In Swedish a date is written as ISO 8601 has it, here in the person's own time zone.
  const day = new Date().toLocaleDateString('sv');
  const path = `daily/${day}.md`;
  return locked(path, async () => {
    const known = await get(path);
    return known && !known.trashed ? known : put(path, `# ${day}\n\n`);
  });
}

/** Out of sight and of the search; `restore` brings it back. */
export const trash = (path: string): Promise<Memory> => locked(path, () => client.update(path, { type: 'trash' }));
export const restore = (path: string): Promise<Memory> => locked(path, () => client.update(path, { type: 'note' }));

export interface Shown {
  folder?: string;
  tag?: string;
  limit: number;
}

const filtersOf = ({ folder, tag }: Omit<Shown, 'limit'>) => ({
  type: 'note',
  ...(tag === undefined ? {} : { allTags: [tag] }),
  ...(folder === undefined ? {} : { metadata: { folder } }),
});

export async function list({ limit, ...where }: Shown): Promise<{ notes: Note[]; total: number }> {
  const { memories, total } = await client.list({ sort: 'updated', limit, filters: filtersOf(where) });
  return { notes: memories.map(noteOf), total };
}

/** Every note, trashed ones too, page by page, so that no page of them holds the thread for long. */
export async function* all(): AsyncGenerator<Note> {
  for (let offset = 0; ; offset += 200) {
    const { memories, hasMore } = await client.list({ sort: 'oldest', limit: 200, offset });
    yield* memories.map(noteOf);
    if (!hasMore) return;
  }
}

export const search = (query: string, where: Shown, options: SearchOptions): Promise<SearchResponse> =>
  client.search(query, { ...options, limit: Math.min(100, where.limit), filters: filtersOf(where), facets: ['tags'] });

/** The note that `[[name]]` means: by title, or by the name of its file. */
export async function linked(name: string): Promise<Note | null> {
  const wanted = name.trim().toLowerCase();
  const { hits, weak } = await client.search(`title:"${name.replaceAll('"', ' ')}"`, { modes: ['keyword'], limit: 50 });
  const found = [...hits, ...weak].find(
    ({ memory }) => memory.type === 'note' && memory.title?.toLowerCase() === wanted,
  );
  if (found) return noteOf(found.memory);
  for (const path of [`${name}.md`, `daily/${name}.md`]) {
    const note = await get(path);
    if (note && !note.trashed) return note;
  }
  return null;
}

/** Notes that link here. */
export async function backlinks({ path, title }: Note): Promise<Note[]> {
  const { hits, weak } = await client.search(`"${title.replaceAll('"', ' ')}"`, {
    modes: ['keyword'],
    limit: 100,
    filters: { type: 'note' },
    groupDuplicates: false,
  });
  const names = [title, path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/i, '')].map((name) => name.toLowerCase());
  return [...hits, ...weak]
    .map(({ memory }) => noteOf(memory))
    .filter((note) => note.path !== path && linksOf(note.text).some((link) => names.includes(link.toLowerCase())));
}

function linksOf(text: string): string[] {
  return [...text.matchAll(/\[\[([^[\]|#\n]+)/g)].map((match) => match[1]!.trim());
}
