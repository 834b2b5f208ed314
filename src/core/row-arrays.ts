/**
 * Arrays with one element per row of the store, reused from search to search. New ones would take 6 MB for each search
 * of 100,000 memories. To free those, V8 would mark the whole heap every eighteenth search, with pauses of 8 ms.
 */

/** Each array that's returned contains only zeros. */
export interface RowArrays {
  float32(length: number): Float32Array<ArrayBuffer>;
  float64(length: number): Float64Array<ArrayBuffer>;
  uint32(length: number): Uint32Array<ArrayBuffer>;
  int32(length: number): Int32Array<ArrayBuffer>;
}

export const NEW_ARRAYS: RowArrays = {
  float32: (length) => new Float32Array(length),
  float64: (length) => new Float64Array(length),
  uint32: (length) => new Uint32Array(length),
  int32: (length) => new Int32Array(length),
};

/** A search by words and meaning uses about fifteen. */
const MOST_FREE = 24;
/** Spare capacity, so that the next search can reuse an array even if rows were added. */
const SPARE = 1.125;

/** Arrays that are never given back are left to the garbage collector. */
export class ArrayPool {
  #free: ArrayBuffer[] = [];
  /** Given back while somebody may still have been reading them. */
  readonly #returned = new Set<RowArrays>();
  #readers = 0;
  readonly #lent = new WeakMap<RowArrays, ArrayBuffer[]>();

  lend(): RowArrays {
    const lent: ArrayBuffer[] = [];
    const take = (bytes: number): ArrayBuffer => {
      const buffer = this.#take(bytes);
      lent.push(buffer);
      return buffer;
    };
    const arrays: RowArrays = {
      float32: (length) => new Float32Array(take(length * 4), 0, length).fill(0),
      float64: (length) => new Float64Array(take(length * 8), 0, length).fill(0),
      uint32: (length) => new Uint32Array(take(length * 4), 0, length).fill(0),
      int32: (length) => new Int32Array(take(length * 4), 0, length).fill(0),
    };
    this.#lent.set(arrays, lent);
    return arrays;
  }

  /** Until the returned function is called, no array that's given back is reused. */
  read(): () => void {
    this.#readers++;
    return () => {
      this.#readers--;
      this.#reclaim();
    };
  }

  giveBack(arrays: RowArrays): void {
    this.#returned.add(arrays);
    this.#reclaim();
  }

  /** Undoes `giveBack`. Call it only while `read` is in effect. */
  keep(arrays: RowArrays): void {
    this.#returned.delete(arrays);
  }

  #reclaim(): void {
    if (this.#readers > 0) return;
    for (const arrays of this.#returned) this.#free.push(...(this.#lent.get(arrays)?.splice(0) ?? []));
    this.#returned.clear();
    // The oldest may have been made for a smaller store.
    this.#free.splice(0, Math.max(0, this.#free.length - MOST_FREE));
  }

  #take(bytes: number): ArrayBuffer {
    const at = this.#free.findLastIndex(({ byteLength }) => byteLength >= bytes && byteLength <= 2 * bytes * SPARE);
    return at < 0 ? new ArrayBuffer(8 * Math.ceil((bytes * SPARE) / 8)) : this.#free.splice(at, 1)[0]!;
  }
}
