import { describe, expect, it } from 'vitest';
import { type DeviceTrial, decideDevice, PROBE_TEXTS, tryDevice } from './device.ts';
import type { EncoderSession } from './session.ts';

const unit = (angle: number): Float32Array => Float32Array.of(Math.cos(angle), Math.sin(angle));
const trial = (angle: number, milliseconds: number): DeviceTrial => ({
  vectors: PROBE_TEXTS.map(() => unit(angle)),
  milliseconds,
});

describe('the device', () => {
  it('is WebAssembly if WebGPU fails, answers wrongly, or is not clearly faster', () => {
    expect(decideDevice(trial(0, 100), null)).toMatchObject({ device: 'wasm', reason: 'failed' });
    expect(decideDevice(trial(0, 100), trial(0.1, 1))).toMatchObject({ device: 'wasm', reason: 'wrong-answers' });
    expect(decideDevice(trial(0, 100), trial(Number.NaN, 1))).toMatchObject({
      device: 'wasm',
      reason: 'wrong-answers',
    });
    expect(decideDevice(trial(0, 100), { vectors: [], milliseconds: 1 })).toMatchObject({ reason: 'wrong-answers' });
    expect(decideDevice(trial(0, 100), trial(0, 90))).toMatchObject({ device: 'wasm', reason: 'not-faster' });
  });

  it('is WebGPU if it agrees and is clearly faster', () => {
    expect(decideDevice(trial(0, 100), trial(0.001, 20))).toMatchObject({ device: 'webgpu', speedup: 5 });
  });

  it('is tried only with warm runs, timed by their median', async () => {
    let now = 0;
    let runs = 0;
    const session: EncoderSession = {
      tokens: { encode: (text) => [text.length], count: () => 1, specialTokens: 2, isOneToken: () => true },
      run: async () => {
        now += runs++ < PROBE_TEXTS.length ? 1_000 : 2;
        return { data: Float32Array.of(3, 4), tokens: 1, dims: 2 };
      },
      dispose: async () => {},
    };
    const result = await tryDevice(session, { pooling: 'cls', maxTokens: 512 }, () => now);
    expect(result.milliseconds).toBe(2 * PROBE_TEXTS.length);
    expect(result.vectors[0]).toEqual(Float32Array.of(0.6, 0.8));
  });
});
