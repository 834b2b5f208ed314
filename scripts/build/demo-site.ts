import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { documentFiles, writeInto } from './document-files.ts';
import { writePictureModel } from './picture-model.ts';
import { RUNTIME_FILES, runtimeFile } from './runtime.ts';

const SITE = 'site';

/** Assembles the demo in `site/` once `dist/` is complete. */
export function demoSite(): Plugin {
  return {
    name: 'demo-site',
    // Development servers call `closeBundle` too, and unit tests run in such a server.
    apply: (_, { command, mode }) => command === 'build' && (mode === 'demo' || mode === 'test'),
    async closeBundle() {
      rmSync(SITE, { recursive: true, force: true });
      cpSync('dist', SITE, { recursive: true });
      cpSync('public', SITE, { recursive: true });
      mkdirSync(join(SITE, 'ort'));
      for (const name of RUNTIME_FILES) cpSync(runtimeFile(name), join(SITE, 'ort', name));
      writePictureModel(join(SITE, 'models'));
      const documents = join(SITE, 'documents');
      mkdirSync(documents);
      for (const [path, bytes] of (await documentFiles()).files) writeInto(documents, path, bytes);
      await build({
        configFile: false,
        publicDir: false,
        logLevel: 'warn',
        build: {
          outDir: SITE,
          emptyOutDir: false,
          target: 'es2022',
          rollupOptions: { input: { demo: 'src/demo.ts' }, output: { entryFileNames: '[name].js' } },
        },
      });
      const page = readFileSync('index.html', 'utf8')
        .replace('/src/define.ts', './define.js')
        .replace('/src/demo.ts', './demo.js')
        .replaceAll('"/demo/', '"./demo/');
      writeFileSync(join(SITE, 'index.html'), page);
      writeFileSync(join(SITE, 'offline.js'), offlineWorker());
    },
  };
}

/** The element caches the models itself. */
const NOT_KEPT = /^models\/|\.bcmap$|\.d\.ts$/;

/** Has a hash of the cached files, so that the browser installs a build that changes one of them as an update. */
function offlineWorker(): string {
  const files = readdirSync(SITE, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(SITE.length + 1))
    .filter((path) => !NOT_KEPT.test(path))
    .sort();
  const hash = createHash('sha256');
  for (const path of files) hash.update(path).update(readFileSync(join(SITE, path)));
  const kept = ['./', ...files.filter((path) => path !== 'index.html')];
  const facts = `const BUILD = ${JSON.stringify(hash.digest('hex'))};\nconst FILES = ${JSON.stringify(kept)};\n`;
  return facts + readFileSync('scripts/build/demo-offline.js', 'utf8');
}
