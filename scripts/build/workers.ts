/**
 * Each worker becomes one file of its own beside the modules, and the built modules name it as every bundler knows:
 * `new Worker(new URL('./engine-worker.js', import.meta.url), { type: 'module' })`. A worker with chunks of its own cannot be
 * taken along by them, and a chunk that imports the worker's entry would evaluate it a second time.
 */
import { build, type InlineConfig, type Plugin } from 'vite';
import { runtimeGlue } from './runtime-glue.ts';

export const WORKER_FILES: { readonly [file: string]: string } = {
  'engine-worker.js': 'src/engine/worker.ts',
  'embedding-worker.js': 'src/embedding/worker.ts',
  'transfer-worker.js': 'src/transfer/worker.ts',
};

/** As the sources have it, for the development server. */
const SOURCE = /new Worker\(new URL\('\.\.\/(\w+)\/worker\.ts', import\.meta\.url\), \{ type: 'module' \}\)/g;
/** Stands in for it while Vite would take it for a worker to bundle, and while strings are minified. */
const HELD = /__worker__\(["'`](\w+)["'`]\)/g;

export function workerFiles(shared: InlineConfig): Plugin {
  return {
    name: 'worker-files',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/client/workers.ts')) return null;
      const held = code.replace(SOURCE, "__worker__('$1')");
      if (held.match(HELD)?.length !== Object.keys(WORKER_FILES).length) this.error(`${id} does not start each worker`);
      return held;
    },
    async buildStart() {
      for (const source of Object.values(WORKER_FILES)) this.addWatchFile(source);
    },
    async generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        file.code = file.code.replace(
          HELD,
          (_, room) => `new Worker(new URL('./${room}-worker.js', import.meta.url), { type: 'module' })`,
        );
      }
      for (const [fileName, entry] of Object.entries(WORKER_FILES)) {
        this.emitFile({ type: 'asset', fileName, source: await singleFile(entry, shared) });
      }
    },
  };
}

async function singleFile(entry: string, shared: InlineConfig): Promise<string> {
  const result = await build({
    ...shared,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [...(shared.plugins ?? []), runtimeGlue()],
    build: {
      ...shared.build,
      write: false,
      rollupOptions: { input: entry, output: { codeSplitting: false } },
    },
  });
  const { output } = (Array.isArray(result) ? result[0] : result) as { output: { type: string; code?: string }[] };
  const [chunk, ...rest] = output;
  if (chunk?.code === undefined || rest.length > 0) throw new Error(`${entry} is not a single file`);
  return (
    chunk.code
      // Dead in a browser, yet bundlers of other people's builds would look for what `new URL(…, import.meta.url)` names.
      .replaceAll('import.meta.url', 'self.location.href')
      // The runtime's loader: what it would import by the worker's own address is here already (`runtime-glue.ts`).
      .replace(/\(await import\([\w$]+\)\)\.default/g, "globalThis[Symbol.for('hybrid-search.runtime')]")
  );
}
