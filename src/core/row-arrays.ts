/**
 * Arrays with one element per row of the store, reused from search to search. New ones would take 6 MB for each search
 * of 100,000 memories. To free those, V8 would mark the whole heap every eighteenth search, with pauses of 8 ms.
 */

/** Arrays of zeros. */
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
const ROOM = 1.125;

/** Arrays that are never given back are left to the garbage collector. */
export class ArrayPool {
  #free: ArrayBuffer[] = [];
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

  /** Nobody may read the arrays any more. */
  giveBack(arrays: RowArrays): void {
    this.#free.push(...(this.#lent.get(arrays)?.splice(0) ?? []));
    // The oldest may have been made for a smaller store.
    this.#free.splice(0, Math.max(0, this.#free.length - MOST_FREE));
  }

  #take(bytes: number): ArrayBuffer {
    const at = this.#free.findLastIndex(({ byteLength }) => byteLength >= bytes && byteLength <= 2 * bytes * ROOM);
    return at < 0 ? new ArrayBuffer(8 * Math.ceil((bytes * ROOM) / 8)) : this.#free.splice(at, 1)[0]!;
  }
}
