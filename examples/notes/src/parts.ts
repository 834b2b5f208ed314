import 'hybrid-search-element/define';
import { byId } from './dom.ts';
import { client, folderOf, isFile, paths } from './notes.ts';
import { say } from './strings.ts';

const PARTS = ['box', 'filters', 'results', 'status', 'import', 'settings'] as const;
const select = byId<HTMLSelectElement>('folder');
const folders = new Set<string>();

function connect(): void {
  for (const part of PARTS) {
    const element = document.querySelector(`hybrid-search-${part}`);
    if (element) element.client = client;
  }
}

// Must run before the parts open their own store.
connect();

/**
 * If sync is on, the app fills the menu at the start, because the settings part also shows the state of sync in the
 * status line.
 */
export function fillMenu(): void {
  const menu = byId('menu');
  menu.append(menu.querySelector('template')!.content);
  connect();
}

export function openMenu(): void {
  byId('menu').hidden = false;
  fillMenu();
}

// A click on the state of sync opens the settings, which have its panel.
document.querySelector('hybrid-search-status')!.addEventListener('click', (event) => {
  const [pressed] = event.composedPath() as HTMLElement[];
  if (pressed?.dataset.stage) location.hash = '#menu';
});

export const chosenFolder = (): string => (select.value === '/' ? '' : select.value);

function showChoice(): void {
  const { value } = select;
  select.replaceChildren(new Option(say('allFolders'), ''), ...[...folders].sort().map((each) => new Option(each)));
  select.value = value;
}

export async function showFolders(): Promise<void> {
  select.onchange = () => {
    const filters = select.value === '' ? null : { metadata: { folder: chosenFolder() } };
    document.querySelector('hybrid-search-results')!.filters = filters;
  };
  const know = (path: string): unknown => isFile(path) && folders.add(folderOf(path) || '/');
  client.subscribe(({ ids, kind }) => {
    if (kind === 'put') ids.forEach(know);
    showChoice();
  });
  showChoice();
  for await (const path of paths({ trashed: false })) know(path);
  showChoice();
}
