/// <reference types="vitest/config" />
import { defineConfig, type InlineConfig, type Plugin } from 'vite';
import { chunkGroups } from './scripts/build/chunks.ts';
import { declarations } from './scripts/build/declarations.ts';
import { demoSite } from './scripts/build/demo-site.ts';
import { fileLists } from './scripts/build/file-lists.ts';
import { flatTemplates } from './scripts/build/flat-templates.ts';
import { bundledPackages, thirdPartyNotices } from './scripts/build/notices.ts';
import { developmentAssets } from './scripts/build/runtime.ts';
import { smallerScripts } from './scripts/build/smaller.ts';
import { workerFiles } from './scripts/build/workers.ts';
import { securityHeaders } from './scripts/headers.mjs';
import { unitProjects } from './scripts/unit-projects.ts';

/**
 * The first two guard the globals that Lit's browser build uses on import, so that every entry point can be imported in
 * Node. The others remove code for standard decorators, and for browsers without constructable style sheets, in which
 * the element doesn't work anyway.
 */
const LIT_CHANGES: [file: RegExp, from: string, to: string][] = [
  [/lit-html\/lit-html\.js$/, '=document,', '=globalThis.document??{createTreeWalker:()=>({})},'],
  [/reactive-element\/reactive-element\.js$/, 'extends HTMLElement{', 'extends(globalThis.HTMLElement??class{}){'],
  [/reactive-element\/decorators\/property\.js$/, '"object"==typeof o?r(t,e,o):', ''],
  [
    /reactive-element\/css-tag\.js$/,
    't.ShadowRoot&&(void 0===t.ShadyCSS||t.ShadyCSS.nativeShadow)&&"adoptedStyleSheets"in Document.prototype&&"replace"in CSSStyleSheet.prototype',
    '!0',
  ],
];

function changedLit(): Plugin {
  return {
    name: 'changed-lit',
    transform(code, id) {
      const change = LIT_CHANGES.find(([file]) => file.test(id.split('?')[0] ?? ''));
      if (!change) return null;
      if (!code.includes(change[1])) this.error(`Lit changed: ${id} has no ${change[1]}`);
      return code.replace(change[1], change[2]);
    },
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
  codegen: { removeWhitespace: true },
};

export default defineConfig({
  ...shared,
  plugins: [
    ...shared.plugins!,
    flatTemplates(),
    developmentAssets(),
    changedLit(),
    smallerScripts(),
    workerFiles(shared),
    declarations(),
    thirdPartyNotices(),
    fileLists(),
    demoSite(),
  ],
  // The pages of `consumers` need packages that aren't installed here.
  optimizeDeps: { entries: ['index.html'] },
  server: { headers: securityHeaders({ strict: false }) },
  worker: { format: 'es' },
  build: {
    ...shared.build,
    copyPublicDir: false,
    // In library mode, Vite keeps `import()` as it is, because the bundler of the page decides how to load lazy modules.
    lib: {
      entry: { define: 'src/define.ts', 'hybrid-search': 'src/index.ts', client: 'src/client/index.ts' },
      formats: ['es'],
    },
    rollupOptions: {
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
