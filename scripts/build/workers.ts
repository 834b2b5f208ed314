/**
 * Builds each worker as a single file, because bundlers don't copy a worker's own chunks. Also, a chunk that imports
 * the worker's entry would evaluate it twice. Workers are started by an expression that every bundler knows.
 */
import { build, type InlineConfig, type Plugin } from 'vite';
import { runtimeGlue } from './runtime-glue.ts';
import { smaller } from './smaller.ts';

export const WORKER_FILES: { readonly [file: string]: string } = {
  'engine-worker.js': 'src/engine/worker.ts',
  'embedding-worker.js': 'src/embedding/worker.ts',
  'transfer-worker.js': 'src/transfer/worker.ts',
  'sync-worker.js': 'src/sync/worker.ts',
};

const STARTERS: readonly (readonly [file: string, workers: number])[] = [
  ['/client/workers.ts', 3],
  ['/client/sync-worker.ts', 1],
];

const SOURCE = /new Worker\(new URL\('\.\.\/(\w+)\/worker\.ts', import\.meta\.url\), \{ type: 'module' \}\)/g;
/**
 * Matches the placeholder that replaces the expression during the build. Without it, Vite would bundle the worker, and
 * the minifier would change the expression.
 */
const HELD = /__worker__\(["'`](\w+)["'`]\)/g;

export function workerFiles(shared: InlineConfig): Plugin {
  return {
    name: 'worker-files',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      const starts = STARTERS.find(([file]) => id.endsWith(file))?.[1];
      if (starts === undefined) return null;
      const held = code.replace(SOURCE, "__worker__('$1')");
      if (held.match(HELD)?.length !== starts) this.error(`${id} does not start each worker`);
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
          (_, name) => `new Worker(new URL('./${name}-worker.js', import.meta.url), { type: 'module' })`,
        );
      }
      for (const [fileName, entry] of Object.entries(WORKER_FILES)) {
        this.emitFile({ type: 'asset', fileName, source: await singleFile(fileName, entry, shared) });
      }
    },
  };
}

export async function singleFile(fileName: string, entry: string, shared: InlineConfig): Promise<string> {
  const result = await build({
    ...shared,
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [...(shared.plugins ?? []), runtimeGlue()],
    build: {
      ...shared.build,
      write: false,
      rollupOptions: { input: entry, output: { codeSplitting: false, entryFileNames: fileName } },
    },
  });
  const { output } = (Array.isArray(result) ? result[0] : result) as { output: { type: string; code?: string }[] };
  const [chunk, ...rest] = output;
  if (chunk?.code === undefined || rest.length > 0) throw new Error(`${entry} is not a single file`);
  // Browsers never run the code with `import.meta.url`, but an app's bundler would look for the file that `new URL(…,
  // import.meta.url)` names.
  const code = chunk.code.replaceAll('import.meta.url', 'self.location.href');
  if (fileName === 'embedding-worker.js') return withOwnRuntime(code);
  // The other workers load after the first answer. Terser would shrink them a third as much, and take twice as long.
  return fileName === 'engine-worker.js' ? smaller(code) : code;
}

/** Matches the import in ONNX Runtime's minified loader that loads its other part. */
const LOADER = /\(await import\([\w$]+\)\)\.default/g;

/**
 * Replaces the import of the runtime with the code that the worker already contains. An app's bundler may emit files
 * that can't be imported as modules.
 * @throws if the loader isn't found exactly once, because semantic search would then fail in every bundled app
 */
export function withOwnRuntime(code: string): string {
  const found = code.match(LOADER)?.length ?? 0;
  if (found !== 1) {
    throw new Error(
      `ONNX Runtime's loader was found ${found} times in the embedding worker, not once: look in the installed ` +
        'onnxruntime-web/dist/ort*.mjs how it imports its .mjs now, and let LOADER in scripts/build/workers.ts match that',
    );
  }
  return code.replace(LOADER, "globalThis[Symbol.for('hybrid-search.runtime')]");
}
