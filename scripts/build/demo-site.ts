/** The demo: a page beside a copy of the package's files, its runtime and its models, as any plain folder would hold them. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build, type Plugin } from 'vite';
import { RUNTIME_FILES, runtimeFile } from './runtime.ts';

const SITE = 'site';

/** Written after `dist/` is complete, in the modes `demo` and `test`. */
export function demoSite(): Plugin {
  return {
    name: 'demo-site',
    apply: (_, { mode }) => mode === 'demo' || mode === 'test',
    async closeBundle() {
      rmSync(SITE, { recursive: true, force: true });
      cpSync('dist', SITE, { recursive: true });
      cpSync('public', SITE, { recursive: true });
      mkdirSync(join(SITE, 'ort'));
      for (const name of RUNTIME_FILES) cpSync(runtimeFile(name), join(SITE, 'ort', name));
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
    },
  };
}
