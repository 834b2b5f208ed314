/** Written by `npm run eval:calibrate`. Its quality: `docs/evaluation/labels-words.md`. */
import type { WordCalibration } from '../calibration.ts';

export const WORDS_ALONE: WordCalibration = {
  hit: [0, 0, 4.9426, 5.5981, 0, 0, 1.1439, -0.477, 0, -3.4721],
  answerable: [0, 0, 8.8823, 0, 0.6696, -0.328, -2.3426],
};
