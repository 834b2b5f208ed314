/**
 * Six words from a list of 2,048 have 66 bits. Each guess costs an Argon2id run with 64 MiB, or a PBKDF2 run if the
 * page's policy refuses WebAssembly.
 */
import { wordlist } from '@scure/bip39/wordlists/english.js';

const WORDS = 6;

export function newPassphrase(): string {
  // The length of the list divides 65,536, so every word is equally likely.
  const numbers = crypto.getRandomValues(new Uint16Array(WORDS));
  return Array.from(numbers, (number) => wordlist[number % wordlist.length]!).join(' ');
}
