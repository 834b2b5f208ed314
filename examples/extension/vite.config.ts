import { defineConfig } from 'vite';

/** The pages and the background script are modules. A script injected into a page must be a single classic script. */
export default defineConfig(({ mode }) => ({
  base: './',
  worker: { format: 'es' },
  build:
    mode === 'extract'
      ? {
          target: 'es2022',
          emptyOutDir: false,
          copyPublicDir: false,
          lib: { entry: 'src/extract.ts', formats: ['iife'], name: 'extract', fileName: () => 'extract.js' },
        }
      : {
          target: 'es2022',
          modulePreload: { polyfill: false },
          rollupOptions: {
            input: {
              background: 'src/background.ts',
              popup: 'popup.html',
              panel: 'panel.html',
              options: 'options.html',
              host: 'host.html',
            },
            output: {
              entryFileNames: '[name].js',
              // Each additional file would delay the popup.
              codeSplitting: {
                groups: [{ name: 'shared', test: /element.dist.(client|errors)|src.(memory|messages|pdf|queue)/ }],
              },
            },
          },
        },
}));
