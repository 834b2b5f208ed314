/// <reference types="vitest/config" />
import { createReadStream, readFileSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { defineConfig, type Plugin } from 'vite';
import { securityHeaders } from './scripts/headers.mjs';

const require = createRequire(import.meta.url);

/** The plain build of ONNX Runtime: 14.3 MB against the 26.9 MB of the default one, and faster to start. */
const RUNTIME_FILES = ['ort-wasm-simd-threaded.mjs', 'ort-wasm-simd-threaded.wasm'];
const RUNTIME_FOLDER = dirname(
  require.resolve('onnxruntime-web', { paths: [dirname(require.resolve('@huggingface/transformers'))] }),
);

/** Serves and emits the runtime under `ort/`: our own files, under stable names, beside the models. */
function onnxRuntimeFiles(): Plugin {
  return {
    name: 'onnx-runtime-files',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const name = RUNTIME_FILES.find((file) => request.url?.split('?')[0] === `/ort/${file}`);
        if (!name) return next();
        const path = join(RUNTIME_FOLDER, name);
        response.setHeader('content-type', name.endsWith('.wasm') ? 'application/wasm' : 'text/javascript');
        response.setHeader('content-length', statSync(path).size);
        createReadStream(path).pipe(response);
      });
    },
    generateBundle() {
      if (this.environment.name !== 'client') return;
      for (const name of RUNTIME_FILES) {
        this.emitFile({ type: 'asset', fileName: `ort/${name}`, source: readFileSync(join(RUNTIME_FOLDER, name)) });
      }
    },
  };
}

/** What Lit's browser build touches at import; guarded, so that every entry point can be imported in Node (U9). */
const LIT_GUARDS: [file: RegExp, from: string, to: string][] = [
  [/lit-html\/lit-html\.js$/, '=document,', '=globalThis.document??{createTreeWalker:()=>({})},'],
  [/reactive-element\/reactive-element\.js$/, 'extends HTMLElement{', 'extends(globalThis.HTMLElement??class{}){'],
];

function importableInNode(): Plugin {
  return {
    name: 'importable-in-node',
    transform(code, id) {
      const guard = LIT_GUARDS.find(([file]) => file.test(id.split('?')[0] ?? ''));
      if (!guard) return null;
      if (!code.includes(guard[1])) this.error(`Lit changed: ${id} has no ${guard[1]}`);
      return code.replace(guard[1], guard[2]);
    },
  };
}

/** Flat output: a module finds models, runtime and workers beside itself, whichever chunk it ended up in. */
const flat = {
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
  assetFileNames: '[name]-[hash][extname]',
};

/** Both entries are called `worker.ts`; the folder tells them apart. */
const roomOf = (module: string | null): string => (module?.includes('/embedding/') ? 'embedding' : 'engine');

export default defineConfig({
  base: './',
  resolve: { conditions: ['onnxruntime-web-use-extern-wasm', 'module', 'browser', 'development|production'] },
  plugins: [onnxRuntimeFiles(), importableInNode()],
  server: { headers: securityHeaders({ strict: false }) },
  worker: {
    format: 'es',
    rollupOptions: {
      output: { ...flat, entryFileNames: ({ facadeModuleId }) => `${roomOf(facadeModuleId)}-worker-[hash].js` },
    },
  },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rollupOptions: {
      input: {
        demo: 'index.html',
        define: 'src/define.ts',
        'hybrid-search': 'src/index.ts',
        client: 'src/client/index.ts',
      },
      output: flat,
      preserveEntrySignatures: 'exports-only',
    },
  },
  test: { include: ['src/**/*.test.ts', 'eval/**/*.test.ts', 'scripts/**/*.test.ts'], testTimeout: 60_000 },
});
