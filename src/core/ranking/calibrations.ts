/** Written by `npm run eval:calibrate`; how it was fitted and what it is worth: `docs/evaluation/labels.md`. */
import type { Calibration, WordCalibration } from './relevance.ts';

export const BGE_SMALL_CALIBRATION: Calibration = {
  both: [0.905, 0.856, 4.202, 2.536, -1.047, -0.694, -0.601, -1.479],
  meaning: [0.746, 0.944, 0, 0, 0, -0.646, -0.679, -1.498],
  answerable: [1.53, -0.88, 10.724, -1.708, 0, -0.542, -3.398],
};

export const MULTILINGUAL_E5_SMALL_CALIBRATION: Calibration = BGE_SMALL_CALIBRATION;

export const MINI_LM_CALIBRATION: Calibration = BGE_SMALL_CALIBRATION;

/** Of a model that has none of its own. */
export const DEFAULT_CALIBRATION = BGE_SMALL_CALIBRATION;

export const WORDS_ALONE: WordCalibration = {
  hit: [0, 0, 4.798, 3.955, 0, 0.447, -0.355, -1.767],
  answerable: [0, 0, 8.882, 0, 0.67, -0.328, -2.343],
};
