/** CRC-32 as in zip files (ISO 3309, reflected 0xEDB88320). */
const POLYNOMIAL = 0xedb88320;
let table: Uint32Array | undefined;

function createTable(): Uint32Array {
  const made = new Uint32Array(256);
  for (let byte = 0; byte < 256; byte++) {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? POLYNOMIAL ^ (value >>> 1) : value >>> 1;
    made[byte] = value;
  }
  return made;
}

/** @param previous checksum of the bytes before */
export function crc32(bytes: Uint8Array, previous = 0): number {
  table ??= createTable();
  let value = ~previous;
  for (let at = 0; at < bytes.length; at++) value = table[(value ^ bytes[at]!) & 0xff]! ^ (value >>> 8);
  return ~value >>> 0;
}
