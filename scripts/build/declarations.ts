import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';
import type { Plugin } from 'vite';
import { buildsPackage } from './builds-package.ts';
import {
  attributesModule,
  defineModule,
  elementClasses,
  reactModule,
  svelteModule,
  vueModule,
} from './element-types.ts';

const ENTRIES = { 'hybrid-search': 'src/index.ts', client: 'src/client/index.ts' };
const ELEMENT_MODULES = /\/ui\/(?:element\/hybrid-search|search\/box\/box|search\/parts|notes\/parts)\.ts$/;
const STAND_IN = resolve('.types/declarations/element.d.ts');

export function declarations(): Plugin {
  return { name: 'declarations', apply: buildsPackage, closeBundle: writeDeclarations };
}

async function writeDeclarations(): Promise<void> {
  for (const name of readdirSync('dist')) if (name.endsWith('.d.ts')) rmSync(join('dist', name));
  mkdirSync(resolve(STAND_IN, '..'), { recursive: true });
  writeFileSync(STAND_IN, elementClasses('../../src/'));
  const bundle = await rollup({
    input: ENTRIES,
    plugins: [
      {
        name: 'element-from-manifest',
        resolveId: (source) => (ELEMENT_MODULES.test(source) ? STAND_IN : null),
      },
      dts({
        tsconfig: 'src/ui/tsconfig.json',
        compilerOptions: { composite: false, allowImportingTsExtensions: true, emitDeclarationOnly: true },
      }),
    ],
    onwarn: (warning) => {
      throw new Error(warning.message);
    },
  });
  await bundle.write({ dir: 'dist', chunkFileNames: '[name].d.ts' });
  await bundle.close();
  const modules = {
    'define.d.ts': defineModule,
    'attributes.d.ts': attributesModule,
    'react.d.ts': reactModule,
    'vue.d.ts': vueModule,
    'svelte.d.ts': svelteModule,
  };
  for (const [name, text] of Object.entries(modules)) writeFileSync(join('dist', name), text);
  // At run time, export paths that only have types resolve to this module.
  writeFileSync(join('dist', 'types-only.js'), 'export {};\n');
}
