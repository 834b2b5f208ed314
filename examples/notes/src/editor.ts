/** Writes each keystroke to a draft, which survives a crash of the tab. The note is saved a moment later. */
import { byId, make, toast } from './dom.ts';
import { backlinks, client, get, isFile, restore, save, trash } from './notes.ts';
import { preview } from './preview.ts';
import { say } from './strings.ts';
import { markOf } from './tasks.ts';

const SAVE_AFTER_MS = 400;
const text = byId<HTMLTextAreaElement>('text');

interface OpenNote {
  path: string;
  /** The stored text when the editor last read or saved it. It may have changed since. */
  base: string;
  saving?: string;
  close(): void;
}

interface Draft {
  base: string;
  saving?: string;
  text: string;
}

let open: OpenNote | null = null;
/** A note that may be opened before it's stored. */
let fresh: string | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let saving: Promise<void> = Promise.resolve();

const draftKey = (path: string): string => `draft ${path}`;

/** Compares texts without regard to line ends. A text field turns those of a Windows file into `\n`. */
const sameText = (one: string, two: string): boolean => one.replace(/\r\n?/g, '\n') === two.replace(/\r\n?/g, '\n');

/** Whatever is typed from now on is meant for the next note. */
export function leave(): void {
  text.readOnly = true;
}

export function stay(): void {
  text.readOnly = open !== null && !isFile(open.path);
}

export function startAt(path: string): void {
  fresh = path;
}

export async function openNote(path: string): Promise<void> {
  leave();
  if (open?.path === path) return stay();
  await flush();
  const note = await get(path);
  if (!note && path !== fresh) {
    location.hash = '';
    return;
  }
  fresh = null;
  open?.close();
  open = { path, base: note?.text ?? '', close: holdOpen(path) };
  byId('note').hidden = false;
  byId('path').textContent = isFile(path) ? path : note!.title;
  byId('mode').hidden = !isFile(path);
  text.value = open.base;
  stay();
  setMode(isFile(path) ? 'edit' : 'read');
  text.focus({ preventScroll: true });
  await showBacklinks();
}

export async function closeNote(): Promise<void> {
  await flush();
  open?.close();
  open = null;
  byId('note').hidden = true;
}

/** Other tabs see that this one is editing the note. */
function holdOpen(path: string): () => void {
  let close = (): void => {};
  void navigator.locks.request(`editing ${path}`, () => new Promise<void>((resolve) => (close = resolve)));
  return () => close();
}

/** Each draft has the text that it was based on, so that a newer version isn't lost. */
export async function restoreDrafts(): Promise<void> {
  for (const key of Object.keys(localStorage).filter((each) => each.startsWith('draft '))) {
    const path = key.slice('draft '.length);
    await navigator.locks.request(`editing ${path}`, { ifAvailable: true }, async (lock) => {
      const draft = JSON.parse(localStorage.getItem(key) ?? 'null') as Draft | null;
      if (!lock || !draft) return;
      if (await saysSomething(path, draft)) await save(path, draft.text, draft.base, draft.saving ?? draft.base);
      localStorage.removeItem(key);
    });
  }
}

/**
 * If the draft is its base again, changes made elsewhere stay. But if an earlier text of the draft was stored, the
 * draft has to replace that.
 */
async function saysSomething(path: string, { base, saving, text: typed }: Draft): Promise<boolean> {
  if (typed.trim() === '') return false;
  return !sameText(typed, base) || (saving !== undefined && (await get(path))?.text === saving);
}

/** Restoring a draft that equals its base could undo a change made elsewhere. */
function keepDraft({ path, base, saving }: OpenNote): void {
  const draft: Draft = { base, text: text.value, ...(saving === undefined ? {} : { saving }) };
  if (saving === undefined && sameText(text.value, base)) localStorage.removeItem(draftKey(path));
  else localStorage.setItem(draftKey(path), JSON.stringify(draft));
}

/** One save at a time. The draft is dropped only if it equals what's stored. */
export function flush(): Promise<void> {
  clearTimeout(timer);
  saving = saving
    .catch(() => {})
    .then(async () => {
      const mine = open;
      const value = text.value;
      if (!mine || sameText(value, mine.base) || value.trim() === '') return;
      mine.saving = value;
      try {
        await save(mine.path, value, mine.base);
        mine.base = value;
      } finally {
        delete mine.saving;
      }
      if (open === mine) keepDraft(mine);
      else localStorage.removeItem(draftKey(mine.path));
    });
  return saving;
}

async function showBacklinks(): Promise<void> {
  const note = open && (await get(open.path));
  const links = note ? await backlinks(note) : [];
  const box = byId('backlinks');
  const items = links.map(({ path, title }) =>
    make('li', {}, make('a', { href: `#note/${encodeURIComponent(path)}`, textContent: title })),
  );
  box.hidden = items.length === 0;
  box.querySelector('ul')!.replaceChildren(...items);
}

function setMode(mode: 'edit' | 'read'): void {
  const reading = mode === 'read';
  if (reading) byId('preview').replaceChildren(preview(text.value, tick));
  byId('preview').hidden = !reading;
  text.hidden = reading;
  byId('mode').textContent = say(reading ? 'edit' : 'read');
}

function tick(line: number, done: boolean): void {
  const at = markOf(text.value, line);
  if (at === null || text.readOnly) {
    setMode('read');
    return;
  }
  text.setRangeText(done ? 'x' : ' ', at, at + 1);
  changed();
}

function changed(): void {
  if (!open) return;
  keepDraft(open);
  client.typing();
  clearTimeout(timer);
  timer = setTimeout(() => void flush().catch((error: Error) => toast(error.message)), SAVE_AFTER_MS);
}

text.oninput = changed;
byId('mode').onclick = () => setMode(text.hidden ? 'edit' : 'read');
byId('trash').onclick = async () => {
  if (!open) return;
  const { path } = open;
  await flush();
  const stored = await get(path);
  if (stored) await trash(path);
  open.close();
  open = null;
  location.hash = '';
  if (!stored) return;
  const undo = () => restore(path).then(() => (location.hash = `#note/${encodeURIComponent(path)}`));
  toast(say('trashed'), say('undo'), () => void undo());
};

/** Shows a change made elsewhere, unless something was typed here. */
client.subscribe(async ({ ids, kind }) => {
  const mine = open;
  if (!mine || (kind === 'put' && !ids.includes(mine.path))) return;
  const note = await get(mine.path);
  if (open !== mine || !sameText(text.value, mine.base) || !note || note.text === mine.base) return;
  mine.base = note.text;
  const { selectionStart, selectionEnd } = text;
  text.value = note.text;
  text.setSelectionRange(selectionStart, selectionEnd);
  if (text.hidden) setMode('read');
});
addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && void flush().catch(() => {}));
