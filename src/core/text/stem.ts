/** English Snowball stems. No other file uses the stemmer package. */
import { stemmer } from '@orama/stemmers/english';

export type Stemming = 'en' | 'none';

/** @param language BCP 47; empty means unknown, which counts as English */
export function stemmingOf(language: string): Stemming {
  return language === '' || /^en\b/i.test(language) ? 'en' : 'none';
}

export const STEMMER_FINGERPRINT = 'orama-english-3.1';

const STEMMABLE = /^[a-z]{3,40}$/;
const cache = new Map<string, string>();
const CACHE_SIZE = 50_000;

/** Returns null if stemming is off, or the word isn't 3 to 40 lower-case ASCII letters. */
export function stem(word: string, stemming: Stemming): string | null {
  if (stemming === 'none' || !STEMMABLE.test(word)) return null;
  let found = cache.get(word);
  if (found === undefined) {
    found = stemmer(word);
    if (cache.size >= CACHE_SIZE) cache.clear();
    cache.set(word, found);
  }
  return found;
}
