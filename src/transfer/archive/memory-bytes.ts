/** Bytes in memory that are read like a file: each read of a Blob is a round trip to the browser's own process. */
import type { ImportBytes } from '../../core/import/report.ts';

export function memoryBytes(bytes: Uint8Array): ImportBytes {
  return {
    size: bytes.length,
    slice: (start = 0, end = bytes.length) => memoryBytes(bytes.subarray(Math.max(0, start), Math.max(0, end))),
    // A copy, since whoever reads it may give the memory back.
    arrayBuffer: async () => bytes.slice().buffer as ArrayBuffer,
  };
}
