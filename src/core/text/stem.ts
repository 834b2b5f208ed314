/** The only file that knows the stemmer package: English Snowball stems, cached, for plain lower-case ASCII words. */
import { stemmer } from '@orama/stemmers/english';

export type Stemming = 'en' | 'none';

/** @param language of the page or the notes, BCP 47. Empty means unknown, which is read as English */
export function stemmingOf(language: string): Stemming {
  return language === '' || /^en\b/i.test(language) ? 'en' : 'none';
}

export const STEMMER_FINGERPRINT = 'orama-english-3.1';

const STEMMABLE = /^[a-z]{3,40}$/;
const cache = new Map<string, string>();
const CACHE_SIZE = 50_000;

/** Null if it isn't a plain word, or if stemming is off. */
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
