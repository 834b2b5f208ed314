/**
 * The JavaScript side of ONNX Runtime is bundled into the embedding worker (`src/embedding/runtime-glue.ts`), which hands
 * it out as its default export: so what runs is what came with the worker, and is never fetched again.
 */
import type { Plugin } from 'vite';

/** A top-level await, for Node only: Vite's default format of a worker refuses it, and so failed other people's builds. */
const NODE_THREADS = 'if(isNode)isPthread=(await import("worker_threads")).workerData==="em-pthread";';

const GLUE = /onnxruntime-web\/dist\/ort-wasm-[\w.-]+\.mjs$/;

export function runtimeGlue(): Plugin {
  return {
    name: 'runtime-glue',
    apply: 'build',
    enforce: 'pre',
    // A bundler drops what an entry exports unless it is told.
    options: (options) => ({ ...options, preserveEntrySignatures: 'exports-only' }),
    transform(code, id) {
      if (!GLUE.test(id)) return null;
      if (!code.includes('import.meta.url')) this.error(`ONNX Runtime changed: ${id} has no import.meta.url`);
      if (!code.includes(NODE_THREADS)) this.error(`ONNX Runtime changed: ${id} does not end as it did`);
      // Its threads start from the same script; and the WebAssembly that it names is not to be bundled.
      return code.replace(NODE_THREADS, '').replaceAll('import.meta.url', 'self.location.href');
    },
  };
}
