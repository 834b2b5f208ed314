import { describe, expect, it, vi } from 'vitest';
import { createScalarKernel } from '../../../testing/scalar-kernel.ts';
// @ts-expect-error A build script without declarations.
import { generateKernel } from './build.mjs';
import * as generated from './kernel.generated.ts';
import { kernelFailure, loadKernel } from './load-kernel.ts';
import { BLOCK_ROWS, blockBytes } from './scan-kernel.ts';

describe('scan kernel', () => {
  it('is committed as the base64 that its source compiles to', async () => {
    expect(await generateKernel()).toContain(`'${generated.KERNEL_WASM_BASE64}'`);
  }, 120_000);

  it("says why it can't run: no WebAssembly, no SIMD, or a policy", async () => {
    const { validate } = WebAssembly;
    class Module {
      constructor() {
        throw new EvalError('Refused by the content security policy');
      }
    }
    const platforms = [
      [undefined, 'unsupported'],
      [{ validate: () => false, Module: WebAssembly.Module }, 'missing-simd'],
      [{ validate, Module }, 'blocked-by-policy'],
    ] as const;
    for (const [platform, code] of platforms) {
      vi.resetModules();
      vi.stubGlobal('WebAssembly', platform);
      const fresh = await import('./load-kernel.ts');
      expect(fresh.kernelFailure()).toMatchObject({ code });
      expect(() => fresh.loadKernel()).toThrow(expect.objectContaining({ code }));
      vi.unstubAllGlobals();
    }
    expect(kernelFailure()).toBeNull();
  });

  it('returns exact integers at the ends of the range', () => {
    for (const kernel of [loadKernel(), createScalarKernel()]) {
      const stride = 384;
      const table = 16;
      const block = 32;
      const query = block + blockBytes(stride);
      const list = query + stride * 2;
      kernel.reserve(list + 64);
      new Uint32Array(kernel.buffer(), table, 1)[0] = block;
      const rows = new Int8Array(kernel.buffer(), block, stride * BLOCK_ROWS);
      rows.fill(127, 0, stride);
      rows.fill(-127, stride, 2 * stride);
      rows[2 * stride] = 1;
      new Int16Array(kernel.buffer(), query, stride).fill(32_767);
      new Uint32Array(kernel.buffer(), list, 4).set([0, 1, 2, 3]);
      kernel.dots(table, stride, query, list, 4, list + 16);
      expect([...new Int32Array(kernel.buffer(), list + 16, 4)]).toEqual([
        384 * 127 * 32_767,
        -384 * 127 * 32_767,
        32_767,
        0,
      ]);
    }
  });
});
