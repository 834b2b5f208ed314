/** Vectors in blocks of the kernel's memory, which never move. The memory after them is scratch space for one call. */
import { BLOCK_ROWS, blockBytes, type ScanKernel, signBlockBytes, strideOf } from './kernel/scan-kernel.ts';

const TOMBSTONE = -1;
const ALIGNMENT = 16;

export class RowBlocks {
  readonly dims: number;
  readonly stride: number;
  rows = 0;
  tombstones = 0;
  readonly #load: () => ScanKernel;
  #kernel: ScanKernel | null = null;
  #blocks: number[] = [];
  #signBlocks: number[] = [];
  /** Rows that have inverse norms. At a start, the kernel computes whole blocks, 20 times as fast as one by one. */
  #normedRows = 0;
  #signedRows = 0;
  /** Address after the last block. 0 stays unused, because it means "no bitmap" to the kernel. */
  #end = ALIGNMENT;

  #i8 = new Int8Array(0);
  #i32 = new Int32Array(0);
  #f32 = new Float32Array(0);

  /** @param load without a kernel the index can only be empty */
  constructor(dims: number, load: () => ScanKernel) {
    this.dims = dims;
    this.stride = strideOf(dims);
    this.#load = load;
  }

  get kernel(): ScanKernel {
    this.#kernel ??= this.#load();
    return this.#kernel;
  }

  append(owner: number, vector: Int8Array): number {
    if (vector.length !== this.dims) throw new RangeError(`Expected ${this.dims} components, got ${vector.length}`);
    const row = this.rows;
    if (row === this.#blocks.length * BLOCK_ROWS) this.#blocks.push(this.#allocate(blockBytes(this.stride)));
    const address = this.#componentsAt(row);
    if (this.dims < this.stride) this.#i8.fill(0, address + this.dims, address + this.stride);
    this.#i8.set(vector, address);
    this.#i32[this.#ownerAt(row) >>> 2] = owner;
    this.rows++;
    return row;
  }

  remove(row: number): void {
    this.#i32[this.#ownerAt(row) >>> 2] = TOMBSTONE;
    this.tombstones++;
  }

  vector(row: number): Int8Array {
    return this.view(row).slice();
  }

  /** Returns the row in place, `[dims]`, valid until the memory grows. */
  view(row: number): Int8Array {
    const address = this.#componentsAt(row);
    return this.#i8.subarray(address, address + this.dims);
  }

  /** Returns the row in place with its padding, `[stride]`, valid until the memory grows. */
  components(row: number): Int8Array {
    return this.#i8.subarray(this.#componentsAt(row), this.#componentsAt(row) + this.stride);
  }

  owner(row: number): number {
    return this.#i32[this.#ownerAt(row) >>> 2]!;
  }

  setOwner(row: number, owner: number): void {
    this.#i32[this.#ownerAt(row) >>> 2] = owner;
  }

  owners(rows: Uint32Array): Int32Array {
    const owners = new Int32Array(rows.length);
    for (let i = 0; i < rows.length; i++) owners[i] = this.#i32[this.#ownerAt(rows[i]!) >>> 2]!;
    return owners;
  }

  inverseNorms(rows: Uint32Array): Float32Array {
    this.#norm();
    const inverseNorms = new Float32Array(rows.length);
    for (let i = 0; i < rows.length; i++) inverseNorms[i] = this.#f32[this.#inverseNormAt(rows[i]!) >>> 2]!;
    return inverseNorms;
  }

  /** Live rows keep their order. */
  compact(moved: (owner: number, row: number) => void): void {
    this.#norm();
    let to = 0;
    for (let from = 0; from < this.rows; from++) {
      const owner = this.owner(from);
      if (owner === TOMBSTONE) continue;
      if (to !== from) {
        const components = this.#componentsAt(from);
        this.#i8.copyWithin(this.#componentsAt(to), components, components + this.stride);
        this.#f32[this.#inverseNormAt(to) >>> 2] = this.#f32[this.#inverseNormAt(from) >>> 2]!;
        this.#i32[this.#ownerAt(to) >>> 2] = owner;
      }
      moved(owner, to);
      to++;
    }
    this.rows = to;
    this.tombstones = 0;
    this.#normedRows = to;
    this.#signedRows = 0;
  }

  sign(): void {
    if (this.#signedRows === this.rows) return;
    while (this.#signBlocks.length < this.#blocks.length) {
      this.#signBlocks.push(this.#allocate(signBlockBytes(this.stride)));
    }
    // A row takes only 10 ns, so whole blocks are signed again.
    for (let block = Math.floor(this.#signedRows / BLOCK_ROWS); block * BLOCK_ROWS < this.rows; block++) {
      const rows = Math.min(BLOCK_ROWS, this.rows - block * BLOCK_ROWS);
      this.kernel.signs(this.#blocks[block]!, rows, this.stride, this.#signBlocks[block]!);
    }
    this.#signedRows = this.rows;
  }

  /**
   * Valid until the next `append`, `sign` or `scratch`. Returns the addresses of the table of blocks, of the table of
   * sign blocks, then of each region.
   */
  scratch(byteLengths: readonly number[]): number[] {
    this.#norm();
    const tables = [this.#blocks, this.#signBlocks];
    const addresses: number[] = [];
    let end = this.#end;
    for (const byteLength of [...tables.map((table) => table.length * 4), ...byteLengths]) {
      addresses.push(end);
      end = align(end + byteLength);
    }
    this.#reserve(end);
    tables.forEach((table, i) => {
      new Uint32Array(this.kernel.buffer(), addresses[i], table.length).set(table);
    });
    return addresses;
  }

  #norm(): void {
    while (this.#normedRows < this.rows) {
      const block = Math.floor(this.#normedRows / BLOCK_ROWS);
      const first = block * BLOCK_ROWS;
      const end = Math.min(this.rows, first + BLOCK_ROWS);
      this.kernel.norms(this.#blocks[block]!, this.#normedRows - first, end - first, this.stride);
      this.#normedRows = end;
    }
  }

  /** The memory grows nowhere else, and getting its buffer takes 0.1 µs. */
  #reserve(end: number): void {
    this.kernel.reserve(end);
    const buffer = this.kernel.buffer() as ArrayBuffer;
    if (this.#i8.buffer === buffer) return;
    this.#i8 = new Int8Array(buffer);
    this.#i32 = new Int32Array(buffer);
    this.#f32 = new Float32Array(buffer);
  }

  #allocate(byteLength: number): number {
    const address = this.#end;
    this.#reserve(align(address + byteLength));
    this.#end = align(address + byteLength);
    return address;
  }

  #componentsAt(row: number): number {
    return this.#blocks[Math.floor(row / BLOCK_ROWS)]! + (row % BLOCK_ROWS) * this.stride;
  }

  #inverseNormAt(row: number): number {
    return this.#blocks[Math.floor(row / BLOCK_ROWS)]! + BLOCK_ROWS * this.stride + (row % BLOCK_ROWS) * 4;
  }

  #ownerAt(row: number): number {
    return this.#inverseNormAt(row) + BLOCK_ROWS * 4;
  }
}

function align(address: number): number {
  return Math.ceil(address / ALIGNMENT) * ALIGNMENT;
}
