/** Written by `npm run eval:calibrate`; what it is worth: `docs/evaluation/labels-multilingual-e5-small-64k.md`. */
import type { Calibration } from '../relevance.ts';

export const MULTILINGUAL_E5_SMALL_64K: Calibration = {
  both: [1.0335, 0, 4.0001, 3.9905, -0.5601, -0.0598, -0.4908, -2.0815],
  meaning: [1.1908, 0, 0, 0, 0, 0.0887, -0.5475, -2.2666],
  answerable: [1.13, -1.079, 9.5114, -1.3668, 0, -0.4478, -2.1943],
};
