import { createReadStream, existsSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Plugin } from 'vite';
import { PP_OCR_V4 } from '../../src/core/picture-models.ts';
import { pdfJsFile } from './document-files.ts';
import { pictureModelFile } from './picture-model.ts';

/** The plain build of ONNX Runtime: 14.3 MB instead of the default's 26.9, and faster to start. */
export const RUNTIME_FILES = ['ort-wasm-simd-threaded.wasm'] as const;

const folder = dirname(createRequire(import.meta.url).resolve('onnxruntime-web'));

export const runtimeFile = (name: (typeof RUNTIME_FILES)[number]): string => join(folder, name);

function modelFile(path: string): string {
  const ofPictures = path.startsWith(`${PP_OCR_V4.id}/`)
    ? pictureModelFile(path.slice(PP_OCR_V4.id.length + 1))
    : undefined;
  return ofPictures ?? join('public', 'models', path);
}

/** In development, no folder next to the worker contains these files, so this serves them from where they are. */
export function developmentAssets(): Plugin {
  return {
    name: 'development-assets',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const script = /^\/src\/transfer\/documents\/(\w+)\.js$/.exec(request.url ?? '')?.[1];
        if (script) {
          response.setHeader('content-type', 'text/javascript');
          response.end(`import '/src/documents/${script}-worker.ts';`);
          return;
        }
        const ofPdf = pdfJsFile(/^\/src\/transfer\/documents\/pdfjs\/([\w.-]+)$/.exec(request.url ?? '')?.[1] ?? '');
        if (ofPdf) {
          createReadStream(ofPdf).pipe(response);
          return;
        }
        const [, kind, path] =
          /^\/src\/embedding\/(ort|models)\/([\w.-]+(?:\/[\w.-]+)*)$/.exec(request.url ?? '') ?? [];
        const file = kind === 'ort' ? RUNTIME_FILES.find((name) => name === path) : path;
        if (!file) return next();
        const source = kind === 'ort' ? join(folder, file) : modelFile(file);
        if (!existsSync(source)) return next();
        if (file.endsWith('.wasm')) response.setHeader('content-type', 'application/wasm');
        response.setHeader('content-length', statSync(source).size);
        createReadStream(source).pipe(response);
      });
    },
  };
}
