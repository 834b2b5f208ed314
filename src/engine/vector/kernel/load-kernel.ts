/** Chooses the scan kernel: the WebAssembly module where it compiles, else its JavaScript twin. */
import { KERNEL_WASM_BASE64 } from './kernel.generated.ts';
import { createScalarKernel } from './scalar.ts';
import type { ScanKernel } from './scan-kernel.ts';

const PAGE_BYTES = 65_536;
/** Smallest growth, 4 MiB: a block a time, a million rows spent three seconds in `grow`. */
const GROWTH_PAGES = 64;

type KernelExports = Omit<ScanKernel, 'kind' | 'buffer' | 'reserve'> & { memory: WebAssembly.Memory };

/** Compiled once a worker; null where WebAssembly or SIMD is missing or the page's policy forbids it. */
let compiled: WebAssembly.Module | null | undefined;

function compileKernel(): WebAssembly.Module | null {
  try {
    return new WebAssembly.Module(Uint8Array.from(atob(KERNEL_WASM_BASE64), (character) => character.charCodeAt(0)));
  } catch {
    // No SIMD (CompileError), no WebAssembly (ReferenceError), or refused by policy: the twin gives the same answers.
    return null;
  }
}

/** @returns A kernel with a memory of its own. */
export function loadKernel(forceScalar = false): ScanKernel {
  if (forceScalar) return createScalarKernel();
  if (compiled === undefined) compiled = compileKernel();
  if (compiled === null) return createScalarKernel();
  const { memory, ...functions } = new WebAssembly.Instance(compiled).exports as unknown as KernelExports;
  return {
    kind: 'wasm',
    ...functions,
    buffer: () => memory.buffer,
    /** Throws RangeError when the browser gives no more memory. */
    reserve(byteLength) {
      const missing = byteLength - memory.buffer.byteLength;
      if (missing > 0) memory.grow(Math.max(GROWTH_PAGES, Math.ceil(missing / PAGE_BYTES)));
    },
  };
}
