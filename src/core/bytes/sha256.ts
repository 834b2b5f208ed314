/**
 * SHA-256 (FIPS 180-4), at once and small: the library for it was 2.6 kB gzip of the engine, which every page loads; this is 1 kB
 * and as fast. It addresses contents; the digest of a file that must be trusted is in `embedding/sha256.ts`.
 */

/** The first 32 bits of the fractions of the cube roots of the first 64 primes, and of the square roots of the first 8. */
const CONSTANTS =
  '428a2f9871374491b5c0fbcfe9b5dba53956c25b59f111f1923f82a4ab1c5ed5d807aa9812835b01243185be550c7dc372be5d7480deb1fe' +
  '9bdc06a7c19bf174e49b69c1efbe47860fc19dc6240ca1cc2de92c6f4a7484aa5cb0a9dc76f988da983e5152a831c66db00327c8bf597fc7' +
  'c6e00bf3d5a7914706ca63511429296727b70a852e1b21384d2c6dfc53380d13650a7354766a0abb81c2c92e92722c85a2bfe8a1a81a664b' +
  'c24b8b70c76c51a3d192e819d6990624f40e3585106aa07019a4c1161e376c082748774c34b0bcb5391c0cb34ed8aa4a5b9cca4f682e6ff3' +
  '748f82ee78a5636f84c878148cc7020890befffaa4506cebbef9a3f7c67178f2' +
  '6a09e667bb67ae853c6ef372a54ff53a510e527f9b05688c1f83d9ab5be0cd19';
const WORDS = Int32Array.from({ length: 72 }, (_, at) => Number.parseInt(CONSTANTS.slice(8 * at, 8 * at + 8), 16));
const BLOCK = 64;
/** Of the block that is worked on; made once, since most texts are a few blocks long. */
const schedule = new Int32Array(64);

const rotated = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

/** 32 bytes. */
export function sha256(bytes: Uint8Array): Uint8Array {
  const state = WORDS.slice(64);
  const whole = bytes.length - (bytes.length % BLOCK);
  const rest = bytes.length - whole;
  // What is left, a one bit, and the length in bits at the end of the last block.
  const end = new Uint8Array(rest + 9 > BLOCK ? 2 * BLOCK : BLOCK);
  end.set(bytes.subarray(whole));
  end[rest] = 0x80;
  const last = new DataView(end.buffer);
  last.setUint32(end.length - 8, bytes.length / 2 ** 29);
  last.setUint32(end.length - 4, bytes.length << 3);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  for (let at = 0; at < whole; at += BLOCK) digestBlock(state, view, at);
  for (let at = 0; at < end.length; at += BLOCK) digestBlock(state, last, at);
  const digest = new Uint8Array(32);
  const out = new DataView(digest.buffer);
  for (let at = 0; at < 8; at++) out.setInt32(4 * at, state[at]!);
  return digest;
}

function digestBlock(state: Int32Array, view: DataView, start: number): void {
  for (let at = 0; at < 16; at++) schedule[at] = view.getInt32(start + 4 * at);
  for (let at = 16; at < 64; at++) {
    const far = schedule[at - 15]!;
    const near = schedule[at - 2]!;
    schedule[at] =
      schedule[at - 16]! +
      (rotated(far, 7) ^ rotated(far, 18) ^ (far >>> 3)) +
      schedule[at - 7]! +
      (rotated(near, 17) ^ rotated(near, 19) ^ (near >>> 10));
  }
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  let e = state[4]!;
  let f = state[5]!;
  let g = state[6]!;
  let h = state[7]!;
  for (let at = 0; at < 64; at++) {
    const first =
      (h + (rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25)) + ((e & f) ^ (~e & g)) + WORDS[at]! + schedule[at]!) | 0;
    const second = ((rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  state[0]! += a;
  state[1]! += b;
  state[2]! += c;
  state[3]! += d;
  state[4]! += e;
  state[5]! += f;
  state[6]! += g;
  state[7]! += h;
}
