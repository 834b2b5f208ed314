/**
 * Arrays as long as the store, used by one search after the other. Made anew they are 6 MB a search of 100,000 memories, and
 * V8, which counts what lies outside its heap, marks the whole heap every eighteenth search to get them back: slices of
 * 4 ms between the searches of half a second, and pauses of 8.
 */

/** Each call makes an array of zeros. */
export interface RowArrays {
  float32(length: number): Float32Array<ArrayBuffer>;
  float64(length: number): Float64Array<ArrayBuffer>;
  uint32(length: number): Uint32Array<ArrayBuffer>;
  int32(length: number): Int32Array<ArrayBuffer>;
}

/** For who asks seldom. */
export const NEW_ARRAYS: RowArrays = {
  float32: (length) => new Float32Array(length),
  float64: (length) => new Float64Array(length),
  uint32: (length) => new Uint32Array(length),
  int32: (length) => new Int32Array(length),
};

/** Of those that are free; a search by words and meaning has about fifteen. */
const MOST_FREE = 24;
/** Rows are added while searches go on: some room lets the next search use the same again. */
const ROOM = 1.125;

/** What its owner never gives back is left to the collector. */
export class ArrayPool {
  #free: ArrayBuffer[] = [];
  readonly #lent = new WeakMap<RowArrays, ArrayBuffer[]>();

  /** The arrays of one search. */
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

  /** Nobody may read them any more. */
  giveBack(arrays: RowArrays): void {
    this.#free.push(...(this.#lent.get(arrays)?.splice(0) ?? []));
    // The oldest go: those of a smaller store are of no use to anybody.
    this.#free.splice(0, Math.max(0, this.#free.length - MOST_FREE));
  }

  #take(bytes: number): ArrayBuffer {
    const at = this.#free.findLastIndex(({ byteLength }) => byteLength >= bytes && byteLength <= 2 * bytes * ROOM);
    return at < 0 ? new ArrayBuffer(8 * Math.ceil((bytes * ROOM) / 8)) : this.#free.splice(at, 1)[0]!;
  }
}
