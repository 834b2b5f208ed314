/** All parts use the app's client. Chosen notes open in the app's own editor. */
import 'hybrid-search-element/define';
import { byId } from './dom.ts';
import { client, folderOf, isFile, paths } from './notes.ts';
import { say } from './strings.ts';

const PARTS = ['box', 'filters', 'results', 'status', 'import', 'settings'] as const;
const select = byId<HTMLSelectElement>('folder');
/** Folders of all notes seen since the page was opened. The root is `/`. */
const folders = new Set<string>();

function connect(): void {
  for (const part of PARTS) {
    const element = document.querySelector(`hybrid-search-${part}`);
    if (element) element.client = client;
  }
}

// Before the parts open a store of their own.
connect();

/** If sync is on, the menu is filled at once, because the status line shows its state. */
export function fillMenu(): void {
  const menu = byId('menu');
  menu.append(menu.querySelector('template')!.content);
  connect();
}

export function openMenu(): void {
  byId('menu').hidden = false;
  fillMenu();
}

// Clicking the state of sync opens its panel in the settings.
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
