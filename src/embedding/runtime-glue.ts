/**
 * Bundles the JavaScript side of ONNX Runtime into this worker's script. A worker's `import()` has no integrity check,
 * so a host could send other bytes, and a strict content policy allows no blob. The runtime's loader imports the URL of
 * the running script, which is evaluated already, and uses its default export.
 */
import plain from 'onnxruntime-web/ort-wasm-simd-threaded.mjs';
import { PLAIN_RUNTIME, WEBGPU_RUNTIME } from './runtime-files.ts';

type Factory = typeof plain;

const LOADERS: { readonly [build: string]: () => Promise<Factory> } = {
  // Each thread of the runtime runs this script, and the glue in it recognises a thread by the worker's name.
  [PLAIN_RUNTIME]: async () => plain,
  // Imported only if it's chosen. Otherwise, a thread that runs this script would start both builds.
  [WEBGPU_RUNTIME]: async () => (await import('onnxruntime-web/ort-wasm-simd-threaded.jspi.mjs')).default,
};

let factory: Factory = plain;

/** The runtime calls `runtimeFactory` once per worker. */
export async function chooseRuntime(build: string): Promise<void> {
  factory = await LOADERS[build]!();
}

export const runtimeFactory: Factory = (config) => factory(config);

// In the built worker the loader uses this global instead of importing. A bundler's output may not be a module, and
// evaluating it twice would start a second worker in the same thread.
Object.assign(globalThis, { [Symbol.for('hybrid-search.runtime')]: runtimeFactory });
