import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { ROOT } from '../../scripts/setup.mjs';
import { LIBRARIES } from './libraries.ts';

const LEVEL = { level: 9 };
/** Built files that a page without the element has loaded by its first keyword answer. */
const OURS = /^(?:client|client-core|errors|rolldown-runtime|common-words|engine-worker)\.js$/;

export async function scriptBytes(library: string, folder: string): Promise<number | null> {
  const { scripts } = LIBRARIES[library]!;
  if (scripts.length === 0) return ownBytes();
  const modules = scripts.filter((script) => !script.includes(':'));
  const files = scripts.filter((script) => script.includes(':'));
  const entry = join(folder, 'entry.mjs');
  // What tree shaking can remove depends on the page.
  const text = modules.map(
    (name, at) => `import * as m${at} from ${JSON.stringify(name)};\nglobalThis.m${at} = m${at};\n`,
  );
  writeFileSync(entry, text.join(''));
  const built = await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    build: { write: false, minify: true, target: 'es2022', assetsInlineLimit: 0, rollupOptions: { input: entry } },
  });
  let bytes = 0;
  for (const { output } of [built].flat() as { output: { type: string; code?: string }[] }[]) {
    for (const { type, code } of output) if (type === 'chunk') bytes += gzipSync(code ?? '', LEVEL).length;
  }
  for (const file of files) {
    const [name, ending] = file.split(':') as [string, string];
    const root = join(folder, 'node_modules', name);
    const found = readdirSync(root, { recursive: true, encoding: 'utf8' }).find((path) => path.endsWith(ending));
    if (found !== undefined) bytes += gzipSync(readFileSync(join(root, found)), LEVEL).length;
  }
  return bytes;
}

function ownBytes(): number | null {
  const dist = join(ROOT, 'dist');
  if (!existsSync(dist)) return null;
  const files = readdirSync(dist).filter((name) => OURS.test(name));
  return files.reduce((sum, name) => sum + gzipSync(readFileSync(join(dist, name)), LEVEL).length, 0);
}
