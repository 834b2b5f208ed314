/**
 * The open note. Every key goes into a draft at once, which outlives the tab; the note is saved a moment later, and when
 * the page is left.
 */
import { byId, make, toast } from './dom.ts';
import { backlinks, client, get, restore, save, trash } from './notes.ts';
import { preview } from './preview.ts';
import { say } from './strings.ts';

const SAVE_AFTER_MS = 400;
const text = byId<HTMLTextAreaElement>('text');

/** `base`: the text that the editor was given; what is stored may be something else by now. */
let open: { path: string; base: string; close(): void } | null = null;
let timer: ReturnType<typeof setTimeout> | undefined;
let saving: Promise<void> = Promise.resolve();

const draftKey = (path: string): string => `draft ${path}`;

/**
 * Takes no keys until another note is open, or `stay`: what is typed after "Today" was pressed is meant for today's note
 * and not for the one that it replaces.
 */
export function leave(): void {
  text.readOnly = true;
}

export function stay(): void {
  text.readOnly = false;
}

export async function openNote(path: string): Promise<void> {
  leave();
  if (open?.path === path) return stay();
  await flush();
  const note = await get(path);
  if (!note || note.trashed) {
    location.hash = '';
    return;
  }
  open?.close();
  open = { path, base: note.text, close: holdOpen(path) };
  byId('note').hidden = false;
  byId('path').textContent = path;
  text.value = note.text;
  stay();
  setMode('edit');
  text.focus({ preventScroll: true });
  await showBacklinks();
}

export async function closeNote(): Promise<void> {
  await flush();
  open?.close();
  open = null;
  byId('note').hidden = true;
}

/** Tells other tabs that the draft is being written. */
function holdOpen(path: string): () => void {
  let close = (): void => {};
  void navigator.locks.request(`editing ${path}`, () => new Promise<void>((resolve) => (close = resolve)));
  return () => close();
}

/** What was typed when a tab died, with the text that it was typed over, so that a newer one is not lost. */
export async function restoreDrafts(): Promise<void> {
  for (const key of Object.keys(localStorage).filter((each) => each.startsWith('draft '))) {
    const path = key.slice('draft '.length);
    await navigator.locks.request(`editing ${path}`, { ifAvailable: true }, async (lock) => {
      const draft = JSON.parse(localStorage.getItem(key) ?? 'null') as { base: string; text: string } | null;
      if (!lock || !draft) return;
      if (draft.text.trim() !== '') await save(path, draft.text, draft.base);
      localStorage.removeItem(key);
    });
  }
}

/** Resolves when what was typed is stored. One save at a time; the draft goes only when it says what is stored. */
export function flush(): Promise<void> {
  clearTimeout(timer);
  saving = saving
    .catch(() => {})
    .then(async () => {
      const mine = open;
      const value = text.value;
      if (!mine || value === mine.base || value.trim() === '') return;
      await save(mine.path, value, mine.base);
      mine.base = value;
      if (open !== mine || text.value === value) localStorage.removeItem(draftKey(mine.path));
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
  if (reading) byId('preview').replaceChildren(preview(text.value));
  byId('preview').hidden = !reading;
  text.hidden = reading;
  byId('mode').textContent = say(reading ? 'edit' : 'read');
}

text.oninput = () => {
  if (!open) return;
  localStorage.setItem(draftKey(open.path), JSON.stringify({ base: open.base, text: text.value }));
  client.typing();
  clearTimeout(timer);
  timer = setTimeout(() => void flush().catch((error: Error) => toast(error.message)), SAVE_AFTER_MS);
};
byId('mode').onclick = () => setMode(text.hidden ? 'edit' : 'read');
byId('trash').onclick = async () => {
  if (!open) return;
  const { path } = open;
  await flush();
  await trash(path);
  open.close();
  open = null;
  location.hash = '';
  const undo = () => restore(path).then(() => (location.hash = `#note/${encodeURIComponent(path)}`));
  toast(say('trashed'), say('undo'), () => void undo());
};

/** Changed elsewhere (the folder, another tab): shown at once where nothing was typed over it. */
client.subscribe(async ({ ids, kind }) => {
  const mine = open;
  if (!mine || (kind === 'put' && !ids.includes(mine.path))) return;
  const note = await get(mine.path);
  if (open !== mine || text.value !== mine.base || !note || note.text === mine.base) return;
  mine.base = note.text;
  const { selectionStart, selectionEnd } = text;
  text.value = note.text;
  text.setSelectionRange(selectionStart, selectionEnd);
  if (text.hidden) setMode('read');
});
addEventListener('visibilitychange', () => document.visibilityState === 'hidden' && void flush().catch(() => {}));
