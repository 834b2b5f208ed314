import { fileId, nameOf, normalizePath } from './file-id.ts';
import { IMPORT_SOURCE } from './import-source.ts';
import type { ImportOrigin } from './report.ts';

/** The address in `[shown](folder/note.md#heading "title")` or `[shown](<folder/my note.md>)`. */
const FILE_LINK = /\]\([ \t]{0,9}(?:<([^<>\n]{1,1000})>|((?:[^\s()<>]|\([^\s()<>]{0,500}\)){1,1000}))/g;
/** The address in `[label]: folder/note.md "title"`, to which `[shown][label]` leads. Doesn't match footnotes. */
const DEFINITION = /^ {0,3}\[(?!\^)(?:[^[\]\\]|\\.){1,999}\]:[ \t]*(?:<([^<>\n]{1,1000})>|([^\s<]\S{0,999}))/;
const SCHEME = /^[a-z][a-z\d+.-]*:/i;
const MARKDOWN = /\.(?:md|markdown|mdown|mkd|mdx)$/i;

export function* linkedNotes(line: string, { path, paths, hash }: ImportOrigin): Generator<string> {
  if (!paths) return;
  const definition = DEFINITION.exec(line);
  for (const [, quoted, plain] of definition ? [definition] : line.matchAll(FILE_LINK)) {
    const target = fileOf((quoted ?? plain)!);
    const found = target === null ? undefined : filesOf(paths).find(target, path);
    if (found !== undefined) yield fileId(hash, IMPORT_SOURCE, found);
  }
}

/** Returns the address without its heading, or null if it isn't a path of a Markdown file. */
function fileOf(address: string): string | null {
  if (SCHEME.test(address)) return null;
  const encoded = address.replace(/[?#].*$/, '');
  if (!MARKDOWN.test(encoded)) return null;
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

class MarkdownFiles {
  readonly #paths: ReadonlySet<string>;
  readonly #byName = new Map<string, string[]>();

  constructor(paths: ReadonlySet<string>) {
    this.#paths = paths;
    for (const path of paths) {
      if (!MARKDOWN.test(path)) continue;
      const same = this.#byName.get(nameOf(path));
      if (same) same.push(path);
      else this.#byName.set(nameOf(path), [path]);
    }
  }

  /** Obsidian may write only a file's name, or its path from the vault's folder, which may be any above `from`. */
  find(target: string, from: string): string | undefined {
    const folder = normalizePath(from).split('/').slice(0, -1);
    const above = folder.map((_, depth) => folder.slice(0, depth));
    const bases = target.startsWith('/') ? [...above, folder] : [folder, ...above.reverse()];
    for (const base of bases) {
      const path = joined(base, target);
      if (path !== null && this.#paths.has(path)) return path;
    }
    const named = target.includes('/') ? [] : (this.#byName.get(nameOf(target)) ?? []);
    return named.length === 1 ? named[0] : undefined;
  }
}

/** Returns null if the path leads out of the outermost folder. */
function joined(folder: readonly string[], path: string): string | null {
  const names = [...folder];
  for (const name of path.replaceAll('\\', '/').split('/')) {
    if (name === '..' && names.pop() === undefined) return null;
    if (name !== '..' && name !== '.' && name !== '') names.push(name);
  }
  return names.join('/').normalize('NFC');
}

const known = new WeakMap<ReadonlySet<string>, MarkdownFiles>();

function filesOf(paths: ReadonlySet<string>): MarkdownFiles {
  const files = known.get(paths) ?? new MarkdownFiles(paths);
  known.set(paths, files);
  return files;
}
