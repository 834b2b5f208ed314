/**
 * Starts ONNX Runtime before there is a model for it: compiling its WebAssembly and registering its operators took 190 of
 * the 640 ms until bge-small was ready on a warm visit, and now runs while the model's 34 MB are read. The library starts
 * it with the first session only, so that one is of a graph that does nothing.
 */
import { env } from '@huggingface/transformers';
// The library's own entry: of another one the worker would carry a second copy.
import { InferenceSession } from 'onnxruntime-web/webgpu';
import { HybridSearchError } from '../core/errors.ts';
import type { VerifiedRuntime } from './runtime-files.ts';
import { chooseRuntime } from './runtime-glue.ts';

export interface RuntimeSettings {
  /** Absolute URL of the WebAssembly, as `loadRuntime` fetched it. */
  wasm: string;
  threads: number;
  /** Absolute URL of the running script, whose default export is `runtimeFactory`; default the worker's own. */
  script: string | undefined;
}

/** Once a worker: another build or thread count needs a new one. */
export async function startRuntime(build: string, verified: VerifiedRuntime, settings: RuntimeSettings): Promise<void> {
  const { wasm } = env.backends.onnx;
  if (!wasm) throw new HybridSearchError('unsupported', 'no WebAssembly runtime');
  await chooseRuntime(build);
  // Object form, both keys: a string, or one key, makes the library load another build or a CDN.
  wasm.wasmPaths = { mjs: settings.script ?? globalThis.location.href, wasm: settings.wasm };
  wasm.numThreads = settings.threads;
  wasm.proxy = false;
  // The runtime asks by the global name; its own option takes bytes, whose compiled code the browser does not keep.
  const { fetch: ofWorker } = globalThis;
  globalThis.fetch = async (input, init) => (input === settings.wasm ? verified.answer() : ofWorker(input, init));
  try {
    const session = await InferenceSession.create(identityGraph(), { executionProviders: ['wasm'] });
    await session.release();
  } finally {
    globalThis.fetch = ofWorker;
  }
}

/** An ONNX file of 63 bytes: one float in, the same out. Field numbers are those of onnx.proto3, at IR version 8. */
export function identityGraph(): Uint8Array {
  const text = (value: string): number[] => [...new TextEncoder().encode(value)];
  const number = (field: number, value: number): number[] => [field << 3, value];
  const message = (field: number, ...parts: number[][]): number[] => {
    const body = parts.flat();
    return [(field << 3) | 2, body.length, ...body];
  };
  const oneFloat = message(2, message(1, number(1, 1), message(2, message(1, number(1, 1)))));
  const node = message(1, message(1, text('in')), message(2, text('out')), message(4, text('Identity')));
  const ends = [message(11, message(1, text('in')), oneFloat), message(12, message(1, text('out')), oneFloat)];
  const graph = message(7, node, message(2, text('identity')), ...ends);
  return Uint8Array.from([...number(1, 8), ...graph, ...message(8, number(2, 13))]);
}
