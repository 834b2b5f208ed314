/**
 * Evidence about a hit, in the order of the coefficients.
 * - `nearness`: how far its cosine is above the mean of all searched memories, in the model's standard deviations. At
 *   least `CHANCE_NEARNESS`, because a hit found by its words may be no nearer than an unrelated text;
 * - `cosine`: how far its cosine is above the model's mean over all texts, in the same unit; 0 if it's below;
 * - `margin`: its keyword share minus the best other memory's, counting only what each has above `CHANCE_SHARE`;
 * - `coverage`: share of the query's idf mass that it has;
 * - `agreement`: coverage × `cosine`, which counts up to `MOST_AGREEING`: the words of a text that's near anyway add
 *   less, but they do add;
 * - `nearAgreement`: coverage × `nearness`, the same for multilingual models, whose cosines aren't comparable between
 *   pairs of languages;
 * - `words`: logarithm of 1 + the question's content words;
 * - `memories`: logarithm of the number of searched memories, at most `MOST_MEMORIES`: among many memories, more are
 *   near by chance;
 * - `behind`: its cosine minus the best other memory's, in the model's standard deviations, from −`MOST_BEHIND` to 0;
 *   0 for the nearest memory.
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
  'behind',
] as const;
export type EvidenceName = (typeof EVIDENCE)[number];

/**
 * Evidence that the store has an answer, in the order of the coefficients.
 * - `best`, `mean`: best and mean cosine of the searched memories, in the model's standard deviations above its mean
 *   over all texts;
 * - `share`: keyword share of the best keyword match;
 * - `agreement`: `share` × (`best` − `mean`), at least 0;
 * - `words`: logarithm of 1 + the question's content words;
 * - `memories`: logarithm of the number of searched memories, at most 400.
 */
export const QUESTION_EVIDENCE = ['best', 'mean', 'share', 'agreement', 'words', 'memories'] as const;

/** In the order of the evidence, then the bias. */
export type Coefficients = readonly number[];

export interface Calibration {
  both: Coefficients;
  meaning: Coefficients;
  answerable: Coefficients;
}

/** For hits without a cosine. Fitted to words alone, so it applies to every model, and without one. */
export interface WordCalibration {
  hit: Coefficients;
  answerable: Coefficients;
}
