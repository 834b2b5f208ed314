/**
 * Joins modules into few files. By default, the bundler makes a file for every set of modules that the same entries
 * need. That's forty files, most below 1 kB, and such small files compress badly.
 */

interface ModuleInfo {
  readonly importedIds: readonly string[];
}

interface ChunkingContext {
  getModuleInfo(id: string): ModuleInfo | null;
}

/** A module that at least two of these views need goes into the file `session`. */
const VIEWS = [
  '/src/ui/element/notes-side.ts',
  '/src/ui/search/box/box-view.ts',
  '/src/ui/search/filters/filters-view.ts',
  '/src/ui/search/results/results-view.ts',
  '/src/ui/search/status/status-view.ts',
  '/src/ui/search/reader/reader-panel.ts',
  '/src/ui/search/help/help-panel.ts',
];

/** A file may import only files that precede it here. A module goes into the first file that needs it. */
const FILES = [
  'lit',
  'errors',
  'element',
  'client-core',
  'session',
  'results-view',
  'status-view',
  'notes-side',
] as const;

type File = (typeof FILES)[number];

interface Group {
  readonly name: (id: string, context: ChunkingContext) => string | null;
  readonly debugName: string;
  readonly priority: number;
}

export function chunkGroups(root: string): Group[] {
  const chunks = new Chunks(root);
  return FILES.map((file, at) => ({
    name: (id, context) => (chunks.fileOf(id, context) === file ? file : null),
    debugName: file,
    priority: FILES.length - at,
  }));
}

class Chunks {
  readonly #root: string;
  #files: ReadonlyMap<string, File> | null = null;

  constructor(root: string) {
    this.#root = root;
  }

  fileOf(id: string, context: ChunkingContext): File | undefined {
    this.#files ??= this.#assign(context);
    return this.#files.get(id);
  }

  #assign(context: ChunkingContext): Map<string, File> {
    const reach = (entry: string): Set<string> => reachable(this.#root + entry, context);
    const files = new Map<string, File>();
    const put = (file: File, ids: Iterable<string>): void => {
      for (const id of ids) if (!files.has(id)) files.set(id, file);
    };
    const first = reach('/src/ui/element/hybrid-search.ts');
    put('lit', [...first].filter(isLit));
    put('errors', reach('/src/core/errors.ts'));
    put('element', first);
    put('client-core', reach('/src/client/index.ts'));
    // The client and the element both need this module. If it were in a file of the element, a client without the
    // element would load Lit too.
    put('client-core', reach('/src/core/import/picture-path.ts'));
    const views = VIEWS.map(reach);
    const shared = [...new Set(views.flatMap((view) => [...view]))].filter(
      (id) => views.filter((view) => view.has(id)).length > 1,
    );
    // Almost every page with a part of the element soon needs the box and the toasts, and both are small.
    const small = ['box/box-view.ts', 'status/toasts.ts', 'status/toasts.styles.ts', 'status/storage-note.ts'].flatMap(
      (view) => [...reach(`/src/ui/search/${view}`)],
    );
    // Otherwise, panels would load the status line for the first module, and `body` the parts that write for the second.
    const elsewhere = [...reach('/src/ui/shared/bar.ts'), ...reach('/src/ui/strings/load-notes.ts')];
    put('session', [...reach('/src/ui/session/session.ts'), ...shared, ...small, ...elsewhere]);
    put('results-view', reach('/src/ui/search/results/results-view.ts'));
    put('status-view', [...reach('/src/ui/search/status/status-view.ts'), ...reach('/src/ui/element/whole-frame.ts')]);
    put('notes-side', reach('/src/ui/element/notes-side.ts'));
    return files;
  }
}

const isLit = (id: string): boolean => /node_modules\/(@lit\/|lit)/.test(id);

function reachable(entry: string, context: ChunkingContext): Set<string> {
  const found = new Set<string>();
  const waiting = [entry];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    waiting.push(...(context.getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}
