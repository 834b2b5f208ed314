/** Reads and writes notes. The id of a note is the path of its Markdown file. */
import { createHybridSearch, isHybridSearchError, type Memory } from 'hybrid-search-element/client';
import { frontMatterOf } from './front-matter.ts';

export interface Note {
  /** `folder/name.md`. Never changes. */
  path: string;
  title: string;
  text: string;
  stored: Memory;
}

export const client = createHybridSearch({
  name: 'offline-notes',
  assetBase: new URL('hybrid-search/', document.baseURI).href,
  language: navigator.language,
});

const noteOf = (stored: Memory): Note => ({
  path: stored.id,
  title: stored.title ?? stored.id,
  text: stored.text,
  stored,
});

/** False for imported content that isn't a note, such as a chat message. The user can read it and find it. */
export const isFile = (path: string): boolean => /\.md$/i.test(path);

export const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1).replace(/\.md$/i, '');

/** The app makes these names up for notes without a title. */
const UNNAMED = /^(New note|Neue Notiz) \d{4}-\d\d-\d\d( \d+)?$/;

/** Front matter, first heading, file name. Instead of a name that the app made up, the first line. */
function titleOf(path: string, text: string): string {
  const { length, title } = frontMatterOf(text);
  const body = text.slice(length);
  const heading = title ?? /^#{1,6}[ \t]+(.+)$/m.exec(body)?.[1];
  const name = nameOf(path);
  const firstLine = UNNAMED.test(name) ? /\S.*/.exec(body)?.[0] : undefined;
  return (heading ?? firstLine ?? name).trim().slice(0, 200);
}

/** Including each `#tag` at the start of a word outside code. */
function tagsOf(text: string): string[] {
  const { length, tags } = frontMatterOf(text);
  const prose = text.slice(length).replace(/```[\s\S]*?(```|$)|`[^`\n]*`/g, '');
  const found = prose.matchAll(/(?<![\p{L}\p{N}/#])#([\p{L}\p{N}_-]*\p{L}[\p{L}\p{N}_-]*)/gu);
  const all = [...tags, ...[...found].map(([, tag]) => tag!.toLowerCase())].filter((tag) => tag.length <= 200);
  return [...new Set(all)].slice(0, 50);
}

function inputOf(path: string, text: string, isNew: boolean) {
  const { date } = frontMatterOf(text);
  return {
    id: path,
    text,
    type: 'note',
    title: titleOf(path, text),
    tags: tagsOf(text),
    metadata: { folder: folderOf(path) },
    ...(date === null ? {} : { createdAt: date }),
    // Without this, `updatedAt` would be the date from the front matter too.
    ...(date !== null && isNew ? { updatedAt: Date.now() } : {}),
  };
}

/**
 * Across tabs. The editor and the mirror check a note before they write. Sync doesn't take this lock, so writers also
 * pass the version that they replace.
 */
export const locked = <Result>(path: string, job: () => Promise<Result>): Promise<Result> =>
  navigator.locks.request(`note ${path}`, job) as Promise<Result>;

export async function get(path: string): Promise<Note | null> {
  const memory = await client.get(path);
  return memory ? noteOf(memory) : null;
}

/** @param over the version to replace, or null if there's none; rejects with `isOvertaken` if sync has changed it */
export async function put(path: string, text: string, over: Note | null): Promise<Note> {
  if (over?.text === text) return over;
  const input = inputOf(path, text, over === null);
  if (!over) return noteOf(await client.add(input));
  return noteOf(await client.update(path, input, { ifUnchanged: over.stored }));
}

export const isOvertaken = (error: unknown): boolean =>
  isHybridSearchError(error, 'conflict') || isHybridSearchError(error, 'not-found');

/** Adds the notes that don't exist yet. Either all of them are added, or none. */
export const putMany = async (files: readonly { path: string; text: string }[]): Promise<void> => {
  const fresh = [];
  for (const file of files) if (!(await get(file.path))) fresh.push(file);
  await client.addMany(fresh.map(({ path, text }) => inputOf(path, text, true)));
};

/** A version that was stored since the editor read the note becomes a separate note. */
export const save = (path: string, text: string, ...known: string[]): Promise<Note> =>
  locked(path, async () => {
    for (;;) {
      const current = await get(path);
      if (current && ![text, ...known].includes(current.text)) await keepAside(path, current.text);
      try {
        return await put(path, text, current);
      } catch (error) {
        if (!isOvertaken(error)) throw error;
      }
    }
  });

/** The name depends on the text, so storing a version twice makes only one note. */
export async function keepAside(path: string, text: string): Promise<string> {
  const aside = path.replace(/(\.md)?$/i, ` (other version ${(await hashOf(text)).slice(0, 8)}).md`);
  await put(aside, text, await get(aside));
  return aside;
}

export async function hashOf(text: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The Swedish locale writes dates like ISO 8601. */
const today = (): string => new Date().toLocaleDateString('sv');

const numbered = (folder: string, name: string, count: number): string =>
  `${folder === '' ? '' : `${folder}/`}${name}${count === 1 ? '' : ` ${count}`}.md`;

/** A new note would replace one in the trash. */
async function isTaken(path: string): Promise<boolean> {
  if (await get(path)) return true;
  for await (const trashed of paths({ trashed: true })) if (trashed === path) return true;
  return false;
}

export async function freePath(folder: string, name: string): Promise<string> {
  const { held = [] } = await navigator.locks.query();
  for (let count = 1; ; count++) {
    const path = numbered(folder, `${name} ${today()}`, count);
    if (!held.some((lock) => lock.name === `editing ${path}`) && !(await isTaken(path))) return path;
  }
}

export async function create(folder: string, title: string, body = ''): Promise<Note> {
  const clean = title.replace(/[\\/:*?"<>|#^[\]\s]+/g, ' ').trim();
  const name = clean.slice(0, 80) || 'Note';
  for (let count = 1; ; count++) {
    const path = numbered(folder, name, count);
    const made = await locked(path, async () =>
      (await isTaken(path)) ? null : put(path, `# ${title}\n\n${body}`, null),
    );
    if (made) return made;
  }
}

export async function daily(): Promise<Note> {
  const day = today();
  const path = `daily/${day}.md`;
  return locked(path, async () => (await get(path)) ?? put(path, `# ${day}\n\n`, null));
}

/** The note can be brought back for 30 days, with `restore` or in the settings. */
export const trash = (path: string): Promise<number> => locked(path, () => client.trash.put([path]));
export const restore = (path: string): Promise<number> => locked(path, () => client.trash.restore([path]));

/** Earlier versions of the app marked deleted notes with a type. */
export async function moveOldTrash(): Promise<void> {
  const { memories } = await client.list({ filters: { type: 'trash' }, limit: 1_000 });
  for (const { id } of memories) {
    await client.update(id, { type: 'note' });
    await trash(id);
  }
}

/** Page by page, so that no call blocks the thread for long. */
export async function* paths({ trashed }: { trashed: boolean }): AsyncGenerator<string> {
  for (let offset = 0; ; offset += 200) {
    const page = { limit: 200, offset };
    const { memories, hasMore } = await (trashed ? client.trash.list(page) : client.list({ ...page, sort: 'oldest' }));
    for (const { id } of memories) yield id;
    if (!hasMore) return;
  }
}

/** Finds the note that a link refers to by title or file name. A file name may be that of a daily note. */
export async function linked(name: string): Promise<Note | null> {
  const wanted = name.trim().toLowerCase();
  const { hits, weak } = await client.search(`title:"${name.replaceAll('"', ' ')}"`, { modes: ['keyword'], limit: 50 });
  const found = [...hits, ...weak].find(({ memory }) => memory.title?.toLowerCase() === wanted);
  if (found) return noteOf(found.memory);
  for (const path of [`${name}.md`, `daily/${name}.md`]) {
    const note = await get(path);
    if (note) return note;
  }
  return null;
}

export async function backlinks({ path, title }: Note): Promise<Note[]> {
  const { hits, weak } = await client.search(`"${title.replaceAll('"', ' ')}"`, {
    modes: ['keyword'],
    limit: 100,
    groupDuplicates: false,
  });
  const names = [title, nameOf(path)].map((name) => name.toLowerCase());
  return [...hits, ...weak]
    .map(({ memory }) => noteOf(memory))
    .filter((note) => note.path !== path && linksOf(note.text).some((link) => names.includes(link.toLowerCase())));
}

function linksOf(text: string): string[] {
  return [...text.matchAll(/\[\[([^[\]|#\n]+)/g)].map((match) => match[1]!.trim());
}
