/// <reference types="vitest/config" />
import { defineConfig, type InlineConfig, type Plugin } from 'vite';
import { chunkGroups } from './scripts/build/chunks.ts';
import { declarations } from './scripts/build/declarations.ts';
import { demoSite } from './scripts/build/demo-site.ts';
import { fileLists } from './scripts/build/file-lists.ts';
import { flatTemplates } from './scripts/build/flat-templates.ts';
import { bundledPackages, thirdPartyNotices } from './scripts/build/notices.ts';
import { developmentAssets } from './scripts/build/runtime.ts';
import { workerFiles } from './scripts/build/workers.ts';
import { securityHeaders } from './scripts/headers.mjs';
import { unitProjects } from './scripts/unit-projects.ts';

/** Guards the globals that Lit's browser build uses on import, so that every entry point can be imported in Node. */
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

/** The bundler of the page decides how to load the library's lazy modules. */
function plainDynamicImports(): Plugin {
  return {
    name: 'plain-dynamic-imports',
    apply: 'build',
    enforce: 'pre',
    load: (id) => (id.includes('vite/preload-helper') ? 'export const __vitePreload = (load) => load();' : null),
  };
}

const shared: InlineConfig = {
  plugins: [bundledPackages()],
  // Without the first condition, the library includes an unused 26.9 MB build of the runtime.
  resolve: { conditions: ['onnxruntime-web-use-extern-wasm', 'module', 'browser', 'development|production'] },
  build: { target: 'es2022', assetsInlineLimit: 0, modulePreload: false },
};

/** Users see class names of errors and events in consoles and logs. */
const KEEP_CLASS_NAMES = {
  compress: { keepNames: { class: true, function: false } },
  mangle: { keepNames: { class: true, function: false } },
};

export default defineConfig({
  ...shared,
  plugins: [
    ...shared.plugins!,
    flatTemplates(),
    developmentAssets(),
    importableInNode(),
    plainDynamicImports(),
    workerFiles(shared),
    declarations(),
    thirdPartyNotices(),
    fileLists(),
    demoSite(),
  ],
  server: { headers: securityHeaders({ strict: false }) },
  worker: { format: 'es' },
  build: {
    ...shared.build,
    copyPublicDir: false,
    rollupOptions: {
      input: { define: 'src/define.ts', 'hybrid-search': 'src/index.ts', client: 'src/client/index.ts' },
      // Flat and without hashes. The files import one another, and pages may link to them.
      output: {
        entryFileNames: '[name].js',
        chunkFileNames: '[name].js',
        minify: KEEP_CLASS_NAMES,
        codeSplitting: { groups: chunkGroups(import.meta.dirname) },
      },
      preserveEntrySignatures: 'exports-only',
    },
  },
  test: {
    // This limit only ends tests that hang. On a busy machine, a test takes ten times as long.
    testTimeout: 300_000,
    // By default, Vitest leaves one core idle, which is half of a two-core machine.
    maxWorkers: '100%',
    projects: unitProjects(import.meta.dirname),
  },
});
