import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { build } from 'vite';
import { foldersOf } from './notices.ts';

const SCRIPTS = ['markup', 'word', 'pdf'] as const;

const pdfJs = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'));

/** Image decoders that PDF.js loads when a scan needs them: for JBIG2 and fax, and for JPEG 2000. */
const DECODERS = ['jbig2.wasm', 'openjpeg.wasm', 'LICENSE_JBIG2', 'LICENSE_OPENJPEG'] as const;

/** PDFs may name these character maps without containing them. */
const CHARACTER_MAPS = readdirSync(join(pdfJs, 'cmaps')).filter((name) => name.endsWith('.bcmap'));

export function pdfJsFile(name: string): string | undefined {
  if (DECODERS.some((decoder) => decoder === name)) return join(pdfJs, 'wasm', name);
  return CHARACTER_MAPS.includes(name) ? join(pdfJs, 'cmaps', name) : undefined;
}

export interface DocumentFiles {
  files: Map<string, string | Uint8Array>;
  packages: string[];
}

export async function documentFiles(): Promise<DocumentFiles> {
  const files: DocumentFiles['files'] = new Map();
  const modules = new Set<string>();
  for (const script of SCRIPTS) {
    const result = await build({
      configFile: false,
      publicDir: false,
      logLevel: 'warn',
      build: {
        target: 'es2022',
        modulePreload: false,
        write: false,
        rollupOptions: {
          input: `src/documents/${script}-worker.ts`,
          output: { codeSplitting: false, entryFileNames: `${script}.js` },
        },
      },
    });
    const { output } = (Array.isArray(result) ? result[0] : result) as {
      output: { type: string; code?: string; modules?: object }[];
    };
    const [chunk, ...rest] = output;
    if (chunk?.code === undefined || rest.length > 0) throw new Error(`${script} is not a single file`);
    files.set(`${script}.js`, chunk.code);
    for (const id of Object.keys(chunk.modules ?? {})) modules.add(id);
  }
  for (const name of [...DECODERS, ...CHARACTER_MAPS]) files.set(`pdfjs/${name}`, readFileSync(pdfJsFile(name)!));
  files.set('pdfjs/LICENSE_CMAPS', readFileSync(join(pdfJs, 'cmaps', 'LICENSE')));
  return { files, packages: foldersOf(modules) };
}

export function writeInto(folder: string, path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}
