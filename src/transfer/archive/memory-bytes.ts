/** Gives bytes in memory the interface of a file. Each read of a Blob would be a round trip to the browser process. */
import type { ImportBytes } from '../../core/import/report.ts';

export function memoryBytes(bytes: Uint8Array): ImportBytes {
  return {
    size: bytes.length,
    slice: (start = 0, end = bytes.length) => memoryBytes(bytes.subarray(Math.max(0, start), Math.max(0, end))),
    // The reader may free the memory.
    arrayBuffer: async () => bytes.slice().buffer as ArrayBuffer,
  };
}
