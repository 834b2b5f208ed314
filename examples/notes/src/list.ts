/** The list: the latest notes, or what the search found, with the reason why. */
import type { Hit, SearchResponse } from 'hybrid-search-element/client';
import { byId, make, toast } from './dom.ts';
import { all, client, list, type Note, type Shown, search } from './notes.ts';
import { strings } from './strings.ts';

const STEP = 50;
const query = byId<HTMLInputElement>('query');
const folder = byId<HTMLSelectElement>('folder');
const tag = byId<HTMLSelectElement>('tag');
let limit = STEP;
let running = new AbortController();

const shown = (): Shown => ({
  limit,
  ...(folder.value === '' ? {} : { folder: folder.value === '/' ? '' : folder.value }),
  ...(tag.value === '' ? {} : { tag: tag.value }),
});

/** The newest call alone writes to the page. */
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
    ...notes.map((note) => row(note.path, note.title, [firstWords(note)], note.tags, note.updatedAt)),
  );
  setCount(notes.length, total, total === 0 ? strings.empty : '');
}

function showHits({ hits, weak, total }: SearchResponse): void {
  const items = hits.map(hitRow);
  if (weak.length > 0)
    items.push(make('li', { className: 'divider', textContent: strings.weak }), ...weak.slice(0, 5).map(hitRow));
  byId('list').replaceChildren(...items);
  setCount(hits.length, Math.min(100, total), hits.length === 0 ? strings.nothing : '');
}

function setCount(count: number, total: number, otherwise: string): void {
  byId('count').textContent = otherwise || strings.count(count, Math.max(count, total));
  byId('more').hidden = count < limit || count >= total;
}

function hitRow({ memory, passage, highlights, scores }: Hit): HTMLLIElement {
  const marks = highlights.filter(({ field, kind }) => field === 'text' && kind === 'keyword');
  const words = [...new Set(marks.map(({ start, end }) => memory.text.slice(start, end).toLowerCase()))].slice(0, 3);
  const reasons = [
    ...(words.length > 0 ? [strings.word(words.join(', '))] : []),
    ...(scores.semanticRank === null ? [] : [strings.meaning]),
    ...scores.tagMatches.map(strings.tagged),
    ...(scores.contributions.links ? [strings.link] : []),
  ];
  const pieces: (Node | string)[] = [];
  let at = passage.start;
  for (const { start, end } of marks) {
    if (start < at || end > passage.end) continue;
    pieces.push(memory.text.slice(at, start), make('mark', { textContent: memory.text.slice(start, end) }));
    at = end;
  }
  pieces.push(memory.text.slice(at, passage.end));
  return row(memory.id, memory.title ?? memory.id, pieces, reasons, memory.updatedAt);
}

function row(path: string, title: string, words: (Node | string)[], labels: string[], time: number): HTMLLIElement {
  const day = new Date(time).toLocaleDateString(document.documentElement.lang, { dateStyle: 'medium' });
  return make(
    'li',
    {},
    make(
      'a',
      { href: `#note/${encodeURIComponent(path)}` },
      make('strong', { textContent: title }),
      make('span', {}, ...words),
    ),
    make('small', { textContent: [day, ...labels].join(' · ') }),
  );
}

function firstWords({ text, title }: Note): string {
  return text.replace(/^#.*$/m, '').replace(title, '').trim().slice(0, 140);
}

async function showFilters(): Promise<void> {
  const { tags } = await client.stats();
  const folders = new Set<string>();
  for await (const note of all()) if (!note.trashed) folders.add(note.folder);
  options(tag, strings.allTags, Object.keys(tags).sort(), (name) => `#${name}`);
  options(
    folder,
    strings.allFolders,
    [...folders].sort().map((name) => name || '/'),
    (name) => name,
  );
}

function options(select: HTMLSelectElement, every: string, values: string[], label: (value: string) => string): void {
  const { value } = select;
  select.replaceChildren(
    make('option', { value: '', textContent: every }),
    ...values.map((each) => make('option', { value: each, textContent: label(each) })),
  );
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
  folder.onchange = tag.onchange = show;
  byId('more').onclick = () => {
    limit = Math.min(1_000, limit + STEP);
    show();
  };
  void showFilters();
  let filters: ReturnType<typeof setTimeout> | undefined;
  client.subscribe(() => {
    clearTimeout(timer);
    timer = setTimeout(show, 250);
    clearTimeout(filters);
    filters = setTimeout(() => void showFilters(), 3_000);
  });
}
