/** Written by `npm run eval:calibrate`; what it is worth: `docs/evaluation/labels-words.md`. */
import type { WordCalibration } from '../relevance.ts';

export const WORDS_ALONE: WordCalibration = {
  hit: [0, 0, 4.7984, 3.9547, 0, 0.4467, -0.3555, -1.7669],
  answerable: [0, 0, 8.8823, 0, 0.6696, -0.328, -2.3426],
};
