/** The list: the latest notes, or what the search found, with the reason. */
import type { Hit, SearchResponse } from 'hybrid-search-element/client';
import { byId, make, toast } from './dom.ts';
import { frontMatterOf } from './front-matter.ts';
import { all, client, folderOf, list, type Note, type Shown, search } from './notes.ts';
import { say } from './strings.ts';

const STEP = 50;
const query = byId<HTMLInputElement>('query');
const folder = byId<HTMLSelectElement>('folder');
const tag = byId<HTMLSelectElement>('tag');
const order = byId<HTMLSelectElement>('order');
const days = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'medium' });
/** Folders of all notes since the page was opened. The root is `/`. */
const folders = new Set<string>();
let limit = STEP;
let running = new AbortController();

const shown = (): Shown => ({
  limit,
  order: order.value === 'newest' ? 'newest' : 'updated',
  ...(folder.value === '' ? {} : { folder: folder.value === '/' ? '' : folder.value }),
  ...(tag.value === '' ? {} : { tag: tag.value }),
});

/** Only the latest call updates the page. */
export async function showList(): Promise<void> {
  running.abort();
  running = new AbortController();
  const { signal } = running;
  const words = query.value.trim();
  if (words !== '') {
    const paint = (answer: SearchResponse): void => {
      if (!signal.aborted) showHits(answer);
    };
    try {
      paint(await search(words, shown(), { signal, onPartial: paint }));
    } catch (error) {
      if (!signal.aborted) throw error;
    }
    return;
  }
  const { notes, total } = await list(shown());
  if (signal.aborted) return;
  byId('list').replaceChildren(
    ...notes.map((note) => row(note.path, note.title, [firstWords(note)], note.tags, note.date)),
  );
  setCount(notes.length, total, total === 0 ? say('empty') : '');
}

function showHits({ hits, weak, total }: SearchResponse): void {
  const items = hits.map(hitRow);
  if (weak.length > 0)
    items.push(make('li', { className: 'divider', textContent: say('weak') }), ...weak.slice(0, 5).map(hitRow));
  byId('list').replaceChildren(...items);
  setCount(hits.length, Math.min(100, total), hits.length === 0 ? say('nothing') : '');
}

function setCount(count: number, total: number, otherwise: string): void {
  const words = count < total ? say('count', count, total) : count === 1 ? say('oneNote') : say('notes', count);
  byId('count').textContent = otherwise || words;
  byId('more').hidden = count < limit || count >= total;
}

function hitRow({ memory, passage, highlights, scores }: Hit): HTMLLIElement {
  const marks = highlights.filter(({ field, kind }) => field === 'text' && kind === 'keyword');
  const words = [...new Set(marks.map(({ start, end }) => memory.text.slice(start, end).toLowerCase()))].slice(0, 3);
  const reasons = [
    ...(words.length > 0 ? [say('word', words.join(', '))] : []),
    ...(scores.semanticRank === null ? [] : [say('meaning')]),
    ...scores.tagMatches.map((tag) => say('tagged', tag)),
    ...(scores.contributions.links ? [say('link')] : []),
  ];
  const pieces: (Node | string)[] = [];
  const { length, date } = frontMatterOf(memory.text);
  // The title is shown above.
  const heading = memory.text.slice(length).match(/^\s*#.*\n*/)?.[0].length ?? 0;
  let at = Math.max(passage.start, length + heading);
  for (const { start, end } of marks) {
    if (start < at || end > passage.end) continue;
    pieces.push(memory.text.slice(at, start), make('mark', { textContent: memory.text.slice(start, end) }));
    at = end;
  }
  pieces.push(memory.text.slice(at, passage.end));
  return row(memory.id, memory.title ?? memory.id, pieces, reasons, date ?? memory.updatedAt);
}

function row(path: string, title: string, words: (Node | string)[], labels: string[], time: number): HTMLLIElement {
  const link = make('a', { href: `#note/${encodeURIComponent(path)}` });
  link.append(make('strong', { textContent: title }), make('span', {}, ...words));
  return make('li', {}, link, make('small', { textContent: [days.format(time), ...labels].join(' · ') }));
}

function firstWords({ text, title }: Note): string {
  const body = text.slice(frontMatterOf(text).length);
  return body.replace(/^#.*$/m, '').replace(title, '').trim().slice(0, 140);
}

async function showFilters(): Promise<void> {
  const { tags } = await client.stats();
  options(tag, say('allTags'), Object.keys(tags).sort(), '#');
  options(folder, say('allFolders'), [...folders].sort(), '');
}

function options(select: HTMLSelectElement, every: string, values: string[], prefix: string): void {
  const { value } = select;
  const all = values.map((each) => new Option(prefix + each, each));
  select.replaceChildren(new Option(every, ''), ...all);
  select.value = values.includes(value) ? value : '';
}

export function watchList(): void {
  const show = (): void => void showList().catch((error: Error) => toast(error.message));
  let timer: ReturnType<typeof setTimeout> | undefined;
  query.oninput = () => {
    limit = STEP;
    client.typing();
    show();
  };
  folder.onchange = tag.onchange = order.onchange = show;
  const know = (path: string): unknown => folders.add(folderOf(path) || '/');
  byId('more').onclick = () => {
    limit = Math.min(1_000, limit + STEP);
    show();
  };
  const readFolders = async (): Promise<void> => {
    for await (const { path, trashed } of all()) if (!trashed) know(path);
    await showFilters();
  };
  void readFolders();
  client.subscribe(({ ids, kind }) => {
    if (kind === 'put') ids.forEach(know);
    clearTimeout(timer);
    timer = setTimeout(() => void showFilters().finally(show), 250);
  });
}
