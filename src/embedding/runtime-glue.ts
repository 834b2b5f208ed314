/**
 * The JavaScript side of ONNX Runtime, part of this room's own script. Fetched by the runtime's loader, as it is meant to
 * be, a host could answer with other bytes than those that were verified: a worker's `import()` knows no integrity, and
 * a strict content policy no blob.
 *
 * The loader imports an address and takes the default export. It is given the address of the running script, which the
 * browser has evaluated already: nothing is asked of the network. So the entry exports `runtimeFactory` as its default.
 */
import plain from 'onnxruntime-web/ort-wasm-simd-threaded.mjs';
import { PLAIN_RUNTIME, WEBGPU_RUNTIME } from './runtime-files.ts';

type Factory = typeof plain;

const LOADERS: { readonly [build: string]: () => Promise<Factory> } = {
  // Imported at once: a thread of the runtime runs this script, and the glue in it, under a name of its own.
  [PLAIN_RUNTIME]: async () => plain,
  // Only when it is chosen: in a thread both would start.
  [WEBGPU_RUNTIME]: async () => (await import('onnxruntime-web/ort-wasm-simd-threaded.jspi.mjs')).default,
};

let factory: Factory = plain;

/** Chooses what `runtimeFactory` makes; the runtime asks once a worker. */
export async function chooseRuntime(build: string): Promise<void> {
  factory = await LOADERS[build]!();
}

export const runtimeFactory: Factory = (config) => factory(config);

// In the built worker the loader asks for it by this name and imports nothing: what a bundler has made of the script may
// be no module, and a second evaluation of it would be a second worker in the same thread.
Object.assign(globalThis, { [Symbol.for('hybrid-search.runtime')]: runtimeFactory });
