/**
 * SHA-256 (FIPS 180-4) at once: `crypto.subtle` cannot be awaited inside a transaction's decision, and is missing on plain
 * HTTP. Of our own, because a library's was 2 kB of each worker.
 */

const BLOCK = 64;
const LENGTH_BYTES = 8;
const ROUNDS = 64;

const PRIMES: number[] = [];
for (let candidate = 2; PRIMES.length < ROUNDS; candidate++) {
  if (PRIMES.every((prime) => candidate % prime !== 0)) PRIMES.push(candidate);
}
/** The first 32 bits behind the point. */
const fraction = (root: number): number => Math.floor((root % 1) * 2 ** 32);
const CONSTANTS = Int32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)));
const START = Int32Array.from(PRIMES.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

/** The message schedule of one block. */
const words = new Int32Array(ROUNDS);

/** `[32]` */
export function sha256(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  const state = START.slice();
  const whole = bytes.length - (bytes.length % BLOCK);
  addBlocks(state, bytes.subarray(0, whole));
  const rest = bytes.length - whole;
  const last = new Uint8Array(rest + 1 + LENGTH_BYTES > BLOCK ? 2 * BLOCK : BLOCK);
  last.set(bytes.subarray(whole));
  last[rest] = 0x80;
  const bits = new DataView(last.buffer, last.length - LENGTH_BYTES);
  bits.setUint32(0, bytes.length / 2 ** 29);
  bits.setUint32(4, bytes.length << 3);
  addBlocks(state, last);
  const digest = new DataView(new ArrayBuffer(state.byteLength));
  state.forEach((word, at) => {
    digest.setInt32(at * 4, word);
  });
  return new Uint8Array(digest.buffer);
}

function addBlocks(state: Int32Array, bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let start = 0; start < bytes.length; start += BLOCK) {
    for (let at = 0; at < 16; at++) words[at] = view.getInt32(start + at * 4);
    for (let at = 16; at < ROUNDS; at++) {
      const early = words[at - 15]!;
      const late = words[at - 2]!;
      const near = turn(early, 7) ^ turn(early, 18) ^ (early >>> 3);
      const far = turn(late, 17) ^ turn(late, 19) ^ (late >>> 10);
      words[at] = (words[at - 16]! + near + words[at - 7]! + far) | 0;
    }
    let a = state[0]!;
    let b = state[1]!;
    let c = state[2]!;
    let d = state[3]!;
    let e = state[4]!;
    let f = state[5]!;
    let g = state[6]!;
    let h = state[7]!;
    for (let at = 0; at < ROUNDS; at++) {
      const choice = (e & f) ^ (~e & g);
      const majority = (a & b) ^ (a & c) ^ (b & c);
      const first = (h + (turn(e, 6) ^ turn(e, 11) ^ turn(e, 25)) + choice + CONSTANTS[at]! + words[at]!) | 0;
      const second = ((turn(a, 2) ^ turn(a, 13) ^ turn(a, 22)) + majority) | 0;
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
}

function turn(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}
