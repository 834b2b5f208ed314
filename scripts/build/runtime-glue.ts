/** Prepares ONNX Runtime's JavaScript to be a part of the worker, so that it's never loaded separately. */
import type { Plugin } from 'vite';

/** Only Node needs this top-level await. Vite's default worker format rejects it, which broke builds of apps. */
const NODE_THREADS = 'if(isNode)isPthread=(await import("worker_threads")).workerData==="em-pthread";';

const GLUE = /onnxruntime-web\/dist\/ort-wasm-[\w.-]+\.mjs$/;

export function runtimeGlue(): Plugin {
  return {
    name: 'runtime-glue',
    apply: 'build',
    enforce: 'pre',
    // Without this, the bundler drops the exports of an entry.
    options: (options) => ({ ...options, preserveEntrySignatures: 'exports-only' }),
    transform(code, id) {
      if (!GLUE.test(id)) return null;
      if (!code.includes('import.meta.url')) this.error(`ONNX Runtime changed: ${id} has no import.meta.url`);
      if (!code.includes(NODE_THREADS)) this.error(`ONNX Runtime changed: ${id} does not end as it did`);
      // With `self.location.href`, the runtime's threads start from the worker's own script. Also, the bundler doesn't
      // include the WebAssembly file whose URL the code builds.
      return code.replace(NODE_THREADS, '').replaceAll('import.meta.url', 'self.location.href');
    },
  };
}
