/** Loads the kernel, which has no fallback without SIMD: models need SIMD too, so there'd be no vectors to compare. */
import { HybridSearchError } from '../../../core/errors.ts';
import { KERNEL_WASM_BASE64 } from './kernel.generated.ts';
import type { ScanKernel } from './scan-kernel.ts';

const PAGE_BYTES = 65_536;
/** The memory grows by at least 4 MiB. When it grew block by block, a million rows spent three seconds in `grow`. */
const GROWTH_PAGES = 64;

type KernelExports = Omit<ScanKernel, 'buffer' | 'reserve'> & { memory: WebAssembly.Memory };

let compiled: WebAssembly.Module | HybridSearchError | undefined;

function compileKernel(): WebAssembly.Module | HybridSearchError {
  if (typeof WebAssembly === 'undefined') return new HybridSearchError('unsupported', 'WebAssembly is missing');
  const bytes = Uint8Array.from(atob(KERNEL_WASM_BASE64), (character) => character.charCodeAt(0));
  if (!WebAssembly.validate(bytes)) return new HybridSearchError('missing-simd');
  try {
    return new WebAssembly.Module(bytes);
  } catch (cause) {
    const detail = "WebAssembly: add 'wasm-unsafe-eval' to script-src, also in the headers of the workers' scripts";
    return new HybridSearchError('blocked-by-policy', detail, { cause });
  }
}

/** Returns why vectors can't be compared here, or null. */
export function kernelFailure(): HybridSearchError | null {
  compiled ??= compileKernel();
  return compiled instanceof HybridSearchError ? compiled : null;
}

/** @throws HybridSearchError the result of `kernelFailure` */
export function loadKernel(): ScanKernel {
  compiled ??= compileKernel();
  if (compiled instanceof HybridSearchError) throw compiled;
  const { memory, ...functions } = new WebAssembly.Instance(compiled).exports as unknown as KernelExports;
  return {
    ...functions,
    buffer: () => memory.buffer,
    /** Throws RangeError if the browser refuses more memory. */
    reserve(byteLength) {
      const missing = byteLength - memory.buffer.byteLength;
      if (missing > 0) memory.grow(Math.max(GROWTH_PAGES, Math.ceil(missing / PAGE_BYTES)));
    },
  };
}
