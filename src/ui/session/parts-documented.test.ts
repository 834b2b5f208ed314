import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { INNER_PARTS } from '../shared/parts.ts';

interface Entry {
  name: string;
  description?: string;
}
interface Tag {
  tagName?: string;
  attributes?: Entry[];
  slots?: Entry[];
  events?: Entry[];
  cssParts?: Entry[];
}

const UI = new URL('../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, UI), 'utf8');
const manifest: { modules: { declarations: Tag[] }[] } = JSON.parse(read('../../custom-elements.json'));
const tags = manifest.modules.flatMap(({ declarations }) => declarations);
const inner = new Set(INNER_PARTS.split(', '));
const unique = (names: string[]): string[] => [...new Set(names)].sort();
const namesOf = (entries: Entry[] = []): string[] => entries.map(({ name }) => name).sort();

/** The settings show the panel of sync in their place. */
const SYNC_PANEL = 'notes/sync/sync-panel.ts';

interface Part {
  tag: string;
  attributes: string[];
  views: string[];
}

function partsOf(path: string): Part[] {
  return read(path)
    .split(/(?=\/\*\*\n \* @tagname )/)
    .flatMap((source) => {
      const tag = /@tagname (\S+)/.exec(source)?.[1];
      if (!tag) return [];
      const views = [...source.matchAll(/import\('(\S+)'\)/g)].map(([, view = '']) => relativeToUi(view, path));
      if (tag === 'hybrid-search-settings') views.push(SYNC_PANEL);
      // A box that waits for its view already draws its field.
      if (tag === 'hybrid-search-box') views.push(path);
      return [{ tag, attributes: attributesIn(source), views }];
    });
}

function attributesIn(source: string): string[] {
  return [...source.matchAll(/@property\(([^)]*)\)\s+(?:override )?(\w+)/g)].flatMap(([, options = '', name = '']) => {
    const [, own = name] = /attribute: '?(\w+)/.exec(options) ?? [];
    return own === 'false' ? [] : [own.toLowerCase()];
  });
}

function relativeToUi(specifier: string, from: string): string {
  return fileURLToPath(new URL(specifier, new URL(from, UI))).slice(fileURLToPath(UI).length);
}

/**
 * Files that a view draws with, and whether they draw into the shadow root of an inner element. A view's own file may
 * also define that element.
 */
function filesOf(views: string[]): Map<string, boolean> {
  const files = new Map<string, boolean>();
  const visit = (path: string, within: boolean): void => {
    const source = read(path);
    const hidden = within || (!views.includes(path) && /extends LitElement/.test(source));
    if (files.get(path) === false || files.get(path) === hidden) return;
    files.set(path, hidden);
    for (const [, specifier = ''] of source.matchAll(/(?:from |import\()'(\.\S+)'/g)) {
      const next = relativeToUi(specifier, path);
      const draws = /^(?:search|notes|shared)\//.test(next) && !next.startsWith('notes/desk/');
      if (draws && existsSync(new URL(next, UI))) visit(next, hidden);
    }
  };
  for (const view of views) visit(view, false);
  return files;
}

function cssPartsOf(views: string[]): string[] {
  return [...filesOf(views)].flatMap(([path, hidden]) => {
    const source = read(path);
    const literal = [...source.matchAll(/\spart="([^"$]+)/g)].flatMap(([, names = '']) => names.trim().split(' '));
    const chosen = [...source.matchAll(/\spart=\$\{[^?}]*\?([^}]*)\}/g)].flatMap(([, either = '']) =>
      [...either.matchAll(/'([^']*)'/g)].flatMap(([, names = '']) => names.split(' ')),
    );
    const labels = /part="label \$\{/.test(source) ? ['strong', 'likely', 'weak'] : [];
    const all = [...literal, ...chosen, ...labels];
    return hidden ? all.filter((name) => inner.has(name)) : all;
  });
}

function slotsOf(views: string[]): string[] {
  return [...filesOf(views)].flatMap(([path, hidden]) => {
    const source = read(path);
    if (hidden) return [];
    const written = [...source.matchAll(/<slot(?:>| name="(\S+)")/g)].map(([, name = '']) => name);
    // A view fills the slots of its inner element with other inner elements.
    const filled = new Set([...source.matchAll(/<hs-[^<>]*\sslot="(\S+)"/g)].map(([, name = '']) => name));
    return written.filter((name) => !filled.has(name));
  });
}

/** A session dispatches its events through any part, so every part fires all of them. */
function firedEvents(): string[] {
  const classes = ['session/session.ts', 'session/commands.ts', 'session/connection.ts', 'notes/desk/store-actions.ts']
    .map(read)
    .flatMap((source) => [...source.matchAll(/new (Hs\w+Event)\(/g)].map(([, name = '']) => name));
  const events = read('shared/events.ts') + read('shared/error-event.ts');
  const named = new Map(
    [...events.matchAll(/class (\w+) extends Event \{\s+static readonly eventName = '(\S+)'/g)].map(
      ([, name = '', event = '']) => [name, event],
    ),
  );
  return classes.map((name) => named.get(name) ?? name);
}

const PARTS = ['search/box/box.ts', 'search/parts.ts', 'notes/parts.ts'].flatMap(partsOf);
const SHARED_ATTRIBUTES = ['theme', ...attributesIn(read('session/part.ts'))];

describe.each(PARTS)('the manifest of $tag', ({ tag, attributes, views }) => {
  const entry = tags.find(({ tagName }) => tagName === tag);

  it('names every CSS part that it draws, and no other', () => {
    expect(namesOf(entry?.cssParts)).toEqual(unique(cssPartsOf(views)));
  });

  it('names every slot that it has, and no other', () => {
    expect(namesOf(entry?.slots)).toEqual(unique(slotsOf(views)));
  });

  it('names every event that it fires, and no other', () => {
    expect(namesOf(entry?.events)).toEqual(unique(firedEvents()));
  });

  it('names every attribute that it has, and no other', () => {
    expect(namesOf(entry?.attributes)).toEqual(unique([...SHARED_ATTRIBUTES, ...attributes]));
  });

  it('describes each', () => {
    const { attributes = [], slots = [], events = [], cssParts = [] } = entry ?? {};
    const bare = [...attributes, ...slots, ...events, ...cssParts].filter(({ description }) => !description);
    expect(bare).toEqual([]);
  });
});

it('every part is looked at', () => {
  const published = tags.flatMap(({ tagName = '' }) => (tagName.startsWith('hybrid-search-') ? [tagName] : []));
  expect(PARTS.map(({ tag }) => tag).sort()).toEqual(published.sort());
});
