/** In the SVG, `data-part` is a file or folder of `src`, and `data-edge` of an arrow the two parts that it connects. */
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ImportGraph, importGraph } from './import-graph.ts';
import { ROOT } from './setup.mjs';

const SOURCE = join(ROOT, 'src');
const picture = readFileSync(join(ROOT, 'docs/images/architecture.svg'), 'utf8');
const parts = [...picture.matchAll(/data-part="([^"]+)"/g)].map(([, part = '']) => part);
const lines = picture.replace(/<defs>.*<\/defs>/, '').match(/<path [^>]*>/g) ?? [];
const arrows = lines.map((line) => {
  const [, from = '', to = ''] = /data-edge="(\S+) (\S+)"/.exec(line) ?? [];
  const [, by = 'import'] = /data-by="([^"]+)"/.exec(line) ?? [];
  return { from, to, by };
});

const graph: ImportGraph = new Map(
  [...importGraph()].map(([file, imports]) => [
    relative(SOURCE, file),
    imports.map((imported) => relative(SOURCE, imported)),
  ]),
);
const isIn = (part: string, file: string): boolean => file === part || file.startsWith(`${part}/`);
const filesOf = (part: string): string[] => [...graph.keys()].filter((file) => isIn(part, file));
const imports = (part: string, what: string): boolean =>
  filesOf(part).some((file) => graph.get(file)!.some((imported) => isIn(what, imported)));

/** @param by `import`; `worker`, if `from` starts the worker of `to`; or the protocol file that both import */
function isTrue({ from, to, by }: { from: string; to: string; by: string }): boolean {
  if (by === 'import') return imports(from, to);
  if (by !== 'worker') return imports(from, by) && imports(to, by);
  const start = `new Worker(new URL('../${to}/worker.ts', import.meta.url)`;
  return filesOf(from).some((file) => readFileSync(join(SOURCE, file), 'utf8').includes(start));
}

describe('the picture of the architecture', () => {
  it('names only parts that exist, and draws arrows only between them', () => {
    expect(parts.filter((part) => !existsSync(join(SOURCE, part)))).toEqual([]);
    expect(arrows.flatMap(({ from, to }) => [from, to]).filter((part) => !parts.includes(part))).toEqual([]);
  });

  it('has only arrows that are true of the source', () => {
    expect(arrows.length).toBeGreaterThan(0);
    expect(arrows.filter((arrow) => !isTrue(arrow))).toEqual([]);
  });

  it('shows each folder of the engine, except the helper of the transfer worker', () => {
    const folders = [...graph.keys()].flatMap((file) => /^engine\/[^/]+(?=\/)/.exec(file)?.[0] ?? []);
    expect([...new Set(folders)].filter((folder) => !parts.includes(folder))).toEqual(['engine/transfer']);
  });

  it('would not pass with a wrong arrow', () => {
    const wrong = [
      { from: 'engine/store', to: 'engine/search', by: 'import' },
      { from: 'client', to: 'engine/embed', by: 'worker' },
      { from: 'sync', to: 'embedding', by: 'protocol/embedder-api.ts' },
    ];
    expect(wrong.filter(isTrue)).toEqual([]);
  });
});
