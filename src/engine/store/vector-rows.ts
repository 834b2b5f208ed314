/** Where each row is, instead of a view: creating 100,000 views took longer than the checksums of their bytes. */
import type { VectorRows } from './memory-store.ts';

/** Browsers have had `transfer` since 2024. Without it, the garbage collector frees the memory. */
interface Detachable {
  transfer?(length: number): unknown;
}

export class ReadRows implements VectorRows {
  readonly #dims: number;
  readonly #blocks: Int8Array[] = [];
  /** For each hash, the number of its block · 2^20 + its row in the block. */
  readonly #places = new Map<string, number>();

  constructor(dims: number) {
    this.#dims = dims;
  }

  get size(): number {
    return this.#places.size;
  }

  /** @param data the rows of the hashes, in their order */
  add(hashes: readonly string[], data: Int8Array): void {
    const block = this.#blocks.push(data) - 1;
    for (let row = 0; row < hashes.length; row++) this.#places.set(hashes[row]!, block * 2 ** 20 + row);
  }

  get(hash: string): Int8Array | undefined {
    const place = this.#places.get(hash);
    return place === undefined ? undefined : this.#at(place);
  }

  release(): void {
    this.#places.clear();
    // The garbage collector would free the buffers only when this thread next allocates much, which an idle thread
    // never does.
    for (const { buffer } of this.#blocks.splice(0)) (buffer as Detachable).transfer?.(0);
  }

  #at(place: number): Int8Array {
    const start = (place % 2 ** 20) * this.#dims;
    return this.#blocks[Math.floor(place / 2 ** 20)]!.subarray(start, start + this.#dims);
  }
}
