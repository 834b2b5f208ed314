/** Writes the licence notices. The packages are collected from the bundles, so that none is forgotten. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { runtimeNotices } from './runtime-notices.ts';

/** These packages name their licence but don't contain its text, which is only in ONNX Runtime's repository. */
const MIT_OF: { readonly [name: string]: string } = {
  'onnxruntime-web': 'Copyright (c) Microsoft Corporation',
  'onnxruntime-common': 'Copyright (c) Microsoft Corporation',
};

/** Packages that were bundled into other packages before we got them. */
const WITHIN: { readonly [name: string]: readonly string[] } = {
  '@huggingface/transformers': ['@huggingface/jinja', '@huggingface/tokenizers'],
  'onnxruntime-web': ['onnxruntime-common'],
};

const folders = new Set<string>();

/** Module ids by script. `consumers/package-checks.ts` compares the notices with them. */
export const METAFILE = '.types/bundled-modules.json';
const modulesOf: { [script: string]: string[] } = {};

export function bundledPackages(): Plugin {
  return {
    name: 'bundled-packages',
    apply: 'build',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') modulesOf[file.fileName] = Object.keys(file.modules);
        for (const id of file.type === 'chunk' ? Object.keys(file.modules) : []) {
          const folder = /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0];
          if (!folder) continue;
          folders.add(folder.replace(/^\0/, ''));
          const [, modules, name] = /^\0?(.*\/node_modules\/)(.+)$/.exec(folder)!;
          for (const inner of WITHIN[name!] ?? []) {
            const own = `${folder}/node_modules/${inner}`;
            folders.add(existsSync(own) ? own : modules + inner);
          }
        }
      }
    },
  };
}

export function thirdPartyNotices(): Plugin {
  return {
    name: 'third-party-notices',
    apply: 'build',
    closeBundle() {
      mkdirSync(dirname(METAFILE), { recursive: true });
      writeFileSync(METAFILE, `${JSON.stringify(modulesOf, null, 2)}\n`);
      const runtime = [...folders].find((folder) => folder.endsWith('/onnxruntime-web'));
      if (!runtime) throw new Error('no script holds onnxruntime-web');
      const { version } = JSON.parse(readFileSync(join(runtime, 'package.json'), 'utf8'));
      const parts = [noticesOf('hybrid-search-element', folders), ...runtimeNotices(version)];
      writeFileSync('THIRD-PARTY-NOTICES', parts.join(`\n${'-'.repeat(79)}\n\n`));
    },
  };
}

/** @param modules module ids, as a bundle has them */
export const foldersOf = (modules: Iterable<string>): string[] => [
  ...new Set([...modules].flatMap((id) => /^\0?(.*\/node_modules\/(?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? [])),
];

export function noticesOf(whose: string, packageFolders: Iterable<string>): string {
  // Otherwise the longest text would be repeated several times.
  const packagesOf = new Map<string, string[]>();
  for (const folder of [...packageFolders].sort()) {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    const text = licenceOf(name, license, folder).trim().replaceAll('\r\n', '\n');
    packagesOf.set(text, [...(packagesOf.get(text) ?? []), `${name} ${version} (${license})`]);
  }
  const parts = [...packagesOf].map(([text, packages]) => `${packages.join('\n')}\n\n${text}\n`);
  const head = `The scripts of ${whose} contain the following packages, under their own licences.\n`;
  return [head, ...parts].join(`\n${'-'.repeat(79)}\n\n`);
}

function licenceOf(name: string, license: string, folder: string): string {
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)/i.test(entry));
  const notice = existsSync(join(folder, 'NOTICE')) ? `\n\n${readFileSync(join(folder, 'NOTICE'), 'utf8')}` : '';
  if (file) return readFileSync(join(folder, file), 'utf8') + notice;
  const holder = MIT_OF[name];
  if (!holder || license !== 'MIT')
    throw new Error(`${name} comes without its licence: add it to scripts/build/notices.ts`);
  return `MIT License\n\n${holder}\n\n${readFileSync('LICENSE', 'utf8').split('\n\n').slice(2).join('\n\n')}`;
}
