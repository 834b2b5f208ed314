/**
 * WebGPU is used only if its vectors agree with WebAssembly's on known texts, and it's clearly faster. It's off by
 * default, because the shipped models are int8, which some GPUs compute incorrectly without an error.
 */
import { pool } from './pooling.ts';
import type { EncoderSession } from './session.ts';

export type Device = 'wasm' | 'webgpu';

export interface DeviceTrial {
  /** One unit vector per text of `PROBE_TEXTS`. */
  vectors: Float32Array[];
  /** Median of the timed runs in milliseconds. */
  milliseconds: number;
}

export interface DeviceDecision {
  device: Device;
  reason: 'wrong-answers' | 'not-faster' | 'faster' | 'failed';
  /** Lowest cosine. Null if there was nothing to compare. */
  agreement: number | null;
  /** WebAssembly's time divided by WebGPU's. Null if there was nothing to compare. */
  speedup: number | null;
}

/** A faulty GPU kernel should show in at least one of the texts. */
export const PROBE_TEXTS: readonly string[] = [
  'where is the spare key',
  'The archive lists each box by number, year and shelf, and each shelf by the room that holds it. '.repeat(8),
  'Der Ersatzschlüssel hängt hinter dem blauen Schrank, 备用钥匙挂在走廊蓝色柜子后面。',
  'x:1000, z:-500 /tp @p 0 64 0 C2065',
];

/** If the kernels are right, float models agree to 0.9999. */
export const LEAST_AGREEMENT = 0.999;
/** A smaller gain isn't worth the heat, or the risk of a faulty driver. */
export const LEAST_SPEEDUP = 1.5;
const TIMED_RUNS = 5;

/** `clock` returns milliseconds. The first run of each text compiles shaders, so it isn't timed. */
export async function tryDevice(
  session: EncoderSession,
  profile: { pooling: 'cls' | 'mean'; maxTokens: number },
  clock: () => number = () => performance.now(),
): Promise<DeviceTrial> {
  const probes = PROBE_TEXTS.map((text) => session.tokens.encode(text, profile.maxTokens));
  const vectors: Float32Array[] = [];
  for (const ids of probes) vectors.push(pool(await session.run(ids), profile.pooling));
  const times: number[] = [];
  for (let run = 0; run < TIMED_RUNS; run++) {
    const started = clock();
    for (const ids of probes) await session.run(ids);
    times.push(clock() - started);
  }
  times.sort((a, b) => a - b);
  return { vectors, milliseconds: times[TIMED_RUNS >> 1]! };
}

/** @param webgpu null if its trial failed */
export function decideDevice(wasm: DeviceTrial, webgpu: DeviceTrial | null): DeviceDecision {
  if (!webgpu) return { device: 'wasm', reason: 'failed', agreement: null, speedup: null };
  const agreement = Math.min(...wasm.vectors.map((vector, i) => cosine(vector, webgpu.vectors[i])));
  const speedup = wasm.milliseconds / webgpu.milliseconds;
  // Written so that NaN, the most common wrong answer, fails.
  if (!(agreement >= LEAST_AGREEMENT)) return { device: 'wasm', reason: 'wrong-answers', agreement, speedup };
  if (!(speedup >= LEAST_SPEEDUP)) return { device: 'wasm', reason: 'not-faster', agreement, speedup };
  return { device: 'webgpu', reason: 'faster', agreement, speedup };
}

function cosine(a: Float32Array, b: Float32Array | undefined): number {
  if (!b || a.length !== b.length) return Number.NaN;
  let sum = 0;
  for (let d = 0; d < a.length; d++) sum += a[d]! * b[d]!;
  return sum;
}
