/** Polyfills for methods that PDF.js uses and that browsers before 2024 and Node 20 lack. Import it before PDF.js. */
interface Resolvers {
  promise: Promise<unknown>;
  resolve(value: unknown): void;
  reject(reason: unknown): void;
}

const promises = Promise as { withResolvers?(): Resolvers };
const buffers = ArrayBuffer.prototype as { transferToFixedLength?(this: ArrayBuffer, length?: number): ArrayBuffer };

promises.withResolvers ??= () => {
  let resolve!: Resolvers['resolve'];
  let reject!: Resolvers['reject'];
  const promise = new Promise<unknown>((onResolve, onReject) => {
    resolve = onResolve;
    reject = onReject;
  });
  return { promise, resolve, reject };
};

/** Unlike the native method, it leaves the old buffer intact, which nothing here reads afterwards. */
buffers.transferToFixedLength ??= function transferToFixedLength(this: ArrayBuffer, length = this.byteLength) {
  const bytes = new Uint8Array(length);
  bytes.set(new Uint8Array(this, 0, Math.min(length, this.byteLength)));
  return bytes.buffer;
};
