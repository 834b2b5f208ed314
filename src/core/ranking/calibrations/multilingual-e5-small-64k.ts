/** Written by `npm run eval:calibrate`; what it is worth: `docs/evaluation/labels-multilingual-e5-small-64k.md`. */
import type { Calibration } from '../relevance.ts';

export const MULTILINGUAL_E5_SMALL_64K: Calibration = {
  both: [0.9537, 0, 8.2004, 5.1492, -1.3759, 0.0352, -0.3829, -3.5562],
  meaning: [1.1982, 0, 0, 0, 0, 0.2038, -0.4167, -3.8401],
  answerable: [1.13, -1.079, 9.5114, -1.3668, 0, -0.4478, -2.1943],
};
