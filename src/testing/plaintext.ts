/** Searches stored bytes for words as a thief with a hex editor would: decoded, inflated, and in two text encodings. */
import { inflateRawSync } from 'node:zlib';

const RECORD = /"d":"([\w+/=-]+)"/g;
/** In characters. A shorter value may be a word that wasn't encoded. */
const LEAST_ENCODED = 100;
/** An IV and a header. */
const LONGEST_START = 48;
const MAX_INFLATED = 4_194_304;

/** Use words that are too long to appear in random bytes by chance. */
export function plaintextIn(dump: string, words: readonly string[]): string[] {
  const found = new Set<string>();
  const search = (bytes: string): void => {
    const text = bytes.toLowerCase();
    for (const word of words) {
      const lower = word.toLowerCase();
      if (text.includes(lower) || text.includes([...lower].join('\0'))) found.add(word);
    }
  };
  // Half a megabyte of random base64 contains a word of six letters, in some mixture of cases, in one of 2,000 dumps.
  search(dump.replaceAll(RECORD, (record: string) => (record.length < LEAST_ENCODED ? record : '')));
  for (const word of words) if (dump.includes(word)) found.add(word);
  for (const [, base64 = ''] of dump.matchAll(RECORD)) {
    const bytes = Buffer.from(base64, 'base64');
    search(bytes.toString('latin1'));
    for (let start = 0; start < Math.min(LONGEST_START, bytes.length); start++) search(inflated(bytes.subarray(start)));
  }
  return [...found];
}

function inflated(bytes: Uint8Array): string {
  try {
    return inflateRawSync(bytes, { maxOutputLength: MAX_INFLATED }).toString('latin1');
  } catch {
    return '';
  }
}
