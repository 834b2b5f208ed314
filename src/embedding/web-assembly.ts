/** Checks whether the runtime can start here at all, before fifty megabytes are downloaded. */
import { HybridSearchError } from '../core/errors.ts';

const EMPTY = new Uint8Array([0x00, 0x61, 0x73, 0x6d, 0x01, 0x00, 0x00, 0x00]);
/** Its function returns zeros (`v128.const`). If this doesn't compile, the runtime's builds won't either. */
const SIMD = new Uint8Array([
  ...EMPTY,
  ...[0x01, 0x05, 0x01, 0x60, 0x00, 0x01, 0x7b],
  ...[0x03, 0x02, 0x01, 0x00],
  ...[0x0a, 0x16, 0x01, 0x14, 0x00, 0xfd, 0x0c, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x0b],
]);

/** @throws HybridSearchError `unsupported`, `missing-simd` or `blocked-by-policy`. */
export function checkWebAssembly(wasm: typeof WebAssembly | undefined = globalThis.WebAssembly): void {
  if (!wasm) throw new HybridSearchError('unsupported', 'WebAssembly is missing');
  if (!wasm.validate(SIMD)) throw new HybridSearchError('missing-simd');
  try {
    new wasm.Module(EMPTY);
  } catch (cause) {
    const detail = "WebAssembly: add 'wasm-unsafe-eval' to script-src, also in the headers of the workers' scripts";
    throw new HybridSearchError('blocked-by-policy', detail, { cause });
  }
}
