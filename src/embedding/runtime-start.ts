/**
 * Starts the runtime while the model is being read. Compiling the WebAssembly and registering its operators took 190 of
 * the 640 ms until bge-small was ready on a warm visit. ONNX Runtime starts only with a session, so the first session
 * has a graph that does nothing.
 */
import { env } from '@huggingface/transformers';
// Import the same entry as transformers.js. Any other would put a second copy of the runtime into the worker.
import { InferenceSession } from 'onnxruntime-web/webgpu';
import { HybridSearchError } from '../core/errors.ts';
import type { VerifiedRuntime } from './runtime-files.ts';
import { chooseRuntime } from './runtime-glue.ts';

export interface RuntimeSettings {
  /** Absolute; the one that `loadRuntime` fetched. */
  wasm: string;
  threads: number;
  /** Its default export must be `runtimeFactory`. Default: the worker's script. */
  script: string | undefined;
}

/** Another build or thread count needs a new worker. */
export async function startRuntime(build: string, verified: VerifiedRuntime, settings: RuntimeSettings): Promise<void> {
  const { wasm } = env.backends.onnx;
  if (!wasm) throw new HybridSearchError('unsupported', 'WebAssembly is missing');
  await chooseRuntime(build);
  // Must be an object with both keys. With a string, or only one key, another build is loaded, or one from a CDN.
  wasm.wasmPaths = { mjs: settings.script ?? globalThis.location.href, wasm: settings.wasm };
  wasm.numThreads = settings.threads;
  wasm.proxy = false;
  // The runtime's own option takes bytes, whose compiled code the browser doesn't cache.
  const { fetch: ofWorker } = globalThis;
  globalThis.fetch = async (input, init) => (input === settings.wasm ? verified.answer() : ofWorker(input, init));
  try {
    const session = await InferenceSession.create(identityGraph(), { executionProviders: ['wasm'] });
    await session.release();
  } finally {
    globalThis.fetch = ofWorker;
  }
}

/** Returns a model of 63 bytes that copies one float. Field numbers are those of onnx.proto3 at IR version 8. */
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
