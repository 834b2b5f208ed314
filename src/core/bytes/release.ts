/**
 * Frees the bytes immediately, if the browser has `ArrayBuffer.transfer`. Otherwise they stay until a garbage
 * collection, which is rare in a worker whose memory is mostly buffers. Don't use the array afterwards.
 */
export function release({ buffer }: ArrayBufferView): void {
  (buffer as ArrayBuffer & { transfer?(length: number): ArrayBuffer }).transfer?.(0);
}
