/** What is fitted to judged sets (`npm run eval:calibrate`): the evidence by name, and a coefficient for each in that order. */

/**
 * What a hit is judged by, in the order of the coefficients.
 * - `nearness`: its cosine above the mean of all memories asked, in the model's standard deviations, from `CHANCE_NEARNESS`
 *   on: that a hit found by its words is no nearer than a stranger says nothing against it;
 * - `cosine`: its cosine above the model's mean over all texts, in the same, 0 below it;
 * - `margin`: its keyword share above the best other memory's (negative below it), both beyond `CHANCE_SHARE`;
 * - `coverage`: share of the query's idf mass that it holds;
 * - `agreement`: coverage × `cosine`, `MOST_AGREEING` at most: words of a text that is near anyway add less, but add;
 * - `nearAgreement`: coverage × `nearness`, the same for models of several languages, whose cosines from pair to pair of
 *   languages are not of one measure;
 * - `words`: logarithm of 1 + the question's telling words;
 * - `memories`: logarithm of the memories asked, `MOST_MEMORIES` at most: among many, more come near by chance.
 */
export const EVIDENCE = [
  'nearness',
  'cosine',
  'margin',
  'coverage',
  'agreement',
  'nearAgreement',
  'words',
  'memories',
] as const;
export type EvidenceName = (typeof EVIDENCE)[number];

/**
 * What a question is judged by: `best` cosine and `mean` cosine of the memories asked in the model's standard deviations
 * above its mean over all texts, `share` of the best keyword match, their `agreement`, and the number of `memories`.
 */
export const QUESTION_EVIDENCE = ['best', 'mean', 'share', 'agreement', 'words', 'memories'] as const;

/** Coefficients in the order of the evidence, then the bias. */
export type Coefficients = readonly number[];

export interface Calibration {
  /** Hits with a cosine, the keyword arm asked too. */
  both: Coefficients;
  /** Hits with a cosine, no keyword arm. */
  meaning: Coefficients;
  /** Whether the question has an answer. */
  answerable: Coefficients;
}

/** The same without any cosine: fitted to words alone, for every model and for none. */
export interface WordCalibration {
  hit: Coefficients;
  answerable: Coefficients;
}
