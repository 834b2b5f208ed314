/** Texts in one language are nearer: unrelated English notes would precede an English question's German answer. */
import { NEW_ARRAYS, type RowArrays } from '../row-arrays.ts';
import { type LanguageId, UNKNOWN_LANGUAGE } from '../text/language.ts';

/** How many rows the overall mean counts as. In a language with five notes, half of the difference is removed. */
const LANGUAGE_PRIOR_ROWS = 5;

/**
 * Shifts the cosines of each language so that its mean is nearer to the overall mean
 * (docs/decisions/0013-ordinary-notes.md). The spreads stay different, because results were worse with equal ones.
 * Returns `similarity` itself if all texts are in one language.
 * @param similarity NaN where there's no cosine
 */
export function acrossLanguages(
  similarity: Float32Array,
  languageOf: (row: number) => number,
  { languages, mean, arrays = NEW_ARRAYS }: { languages: number; mean: number; arrays?: RowArrays },
): Float32Array {
  const rows = new Float64Array(languages);
  const above = new Float64Array(languages);
  for (let row = 0, { length } = similarity; row < length; row++) {
    const cosine = similarity[row]!;
    if (Number.isNaN(cosine)) continue;
    const language = languageOf(row);
    rows[language]! += 1;
    above[language]! += cosine - mean;
  }
  if (rows.filter((count) => count > 0).length < 2) return similarity;
  const shift = above.map((sum, language) => sum / (rows[language]! + LANGUAGE_PRIOR_ROWS));
  const compared = arrays.float32(similarity.length);
  for (let row = 0, { length } = similarity; row < length; row++) {
    const cosine = similarity[row]!;
    compared[row] = Number.isNaN(cosine) ? cosine : cosine - shift[languageOf(row)]!;
  }
  return compared;
}

/** With fewer rows, one near row could decide. */
const LEAST_ROWS_OF_LANGUAGE = 3;

/** Returns the language whose rows are nearest on average, which is usually the query's own. */
export function nearestLanguage(
  similarity: Float32Array,
  languageOf: (row: number) => LanguageId,
  languages: number,
): LanguageId {
  const rows = new Uint32Array(languages);
  const sums = new Float64Array(languages);
  for (let row = 0, { length } = similarity; row < length; row++) {
    const cosine = similarity[row]!;
    if (Number.isNaN(cosine)) continue;
    const language = languageOf(row);
    rows[language]! += 1;
    sums[language]! += cosine;
  }
  let nearest = UNKNOWN_LANGUAGE;
  let best = Number.NEGATIVE_INFINITY;
  for (let language = 0; language < languages; language++) {
    const mean = sums[language]! / rows[language]!;
    if (rows[language]! < LEAST_ROWS_OF_LANGUAGE || mean <= best) continue;
    best = mean;
    nearest = language as LanguageId;
  }
  return nearest;
}
