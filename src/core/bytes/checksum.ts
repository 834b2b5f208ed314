/**
 * CRC-32C (Castagnoli polynomial 0x1EDC6F41, reflected 0x82F63B78; RFC 3720 §12.1), the checksum of log frames,
 * memory records and derived blocks. It finds damage, it does not prove authorship: no cryptographic claim.
 */
const POLYNOMIAL = 0x82f63b78;
const SLICES = 8;

/** Eight tables of 256 entries: table k advances a byte that stands k positions before the end of its group. */
const TABLES = (() => {
  const tables = Array.from({ length: SLICES }, () => new Uint32Array(256));
  for (let byte = 0; byte < 256; byte++) {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? POLYNOMIAL ^ (value >>> 1) : value >>> 1;
    tables[0]![byte] = value >>> 0;
  }
  for (let slice = 1; slice < SLICES; slice++) {
    for (let byte = 0; byte < 256; byte++) {
      const previous = tables[slice - 1]![byte]!;
      tables[slice]![byte] = (tables[0]![previous & 0xff]! ^ (previous >>> 8)) >>> 0;
    }
  }
  return tables as [
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
    Uint32Array,
  ];
})();

/**
 * Checksum of `bytes` as an unsigned 32-bit number. `previous` is the checksum of the bytes before them, so that
 * `crc32c(b, crc32c(a))` equals the checksum of a and b joined.
 */
export function crc32c(bytes: Uint8Array, previous = 0): number {
  const [t0, t1, t2, t3, t4, t5, t6, t7] = TABLES;
  const length = bytes.length;
  let crc = ~previous;
  let at = 0;
  for (const end = length - (length % SLICES); at < end; at += SLICES) {
    crc ^= bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24);
    crc =
      t7[crc & 0xff]! ^
      t6[(crc >>> 8) & 0xff]! ^
      t5[(crc >>> 16) & 0xff]! ^
      t4[crc >>> 24]! ^
      t3[bytes[at + 4]!]! ^
      t2[bytes[at + 5]!]! ^
      t1[bytes[at + 6]!]! ^
      t0[bytes[at + 7]!]!;
  }
  for (; at < length; at++) crc = t0[(crc ^ bytes[at]!) & 0xff]! ^ (crc >>> 8);
  return ~crc >>> 0;
}

/**
 * `(from, to, previous)` is `crc32c(bytes.subarray(from, to), previous)`, but after one pass over `bytes` (4 bytes of
 * memory for each) every range costs the same, some 900 operations: a CRC is linear, so that of a range follows from those
 * of the two beginnings that differ by it.
 */
export function rangeChecksums(bytes: Uint8Array): (from: number, to: number, previous: number) => number {
  const [t0] = TABLES;
  const prefix = new Uint32Array(bytes.length + 1);
  for (let at = 0, crc = 0; at < bytes.length; at++) {
    crc = t0[(crc ^ bytes[at]!) & 0xff]! ^ (crc >>> 8);
    prefix[at + 1] = crc;
  }
  return (from, to, previous) => {
    let rest = prefix[from]! ^ ~previous;
    for (let power = 0, length = to - from; length > 0; power++, length = Math.floor(length / 2)) {
      if (length % 2 === 1) rest = apply(zeroBytes(power), rest);
    }
    return ~(prefix[to]! ^ rest) >>> 0;
  };
}

/** What 2^power bytes of zero make of each bit of a checksum's register. */
const ZERO_BYTES: Uint32Array[] = [];

function zeroBytes(power: number): Uint32Array {
  const [t0] = TABLES;
  for (let known = ZERO_BYTES.length; known <= power; known++) {
    const half = ZERO_BYTES[known - 1];
    const bits = Array.from({ length: 32 }, (_, bit) => (1 << bit) >>> 0);
    ZERO_BYTES.push(
      Uint32Array.from(bits, (bit, at) => (half ? apply(half, half[at]!) : t0[bit & 0xff]! ^ (bit >>> 8))),
    );
  }
  return ZERO_BYTES[power]!;
}

function apply(matrix: Uint32Array, register: number): number {
  let result = 0;
  for (let bits = register >>> 0, at = 0; bits !== 0; bits >>>= 1, at++) if (bits & 1) result ^= matrix[at]!;
  return result >>> 0;
}
