/** Written by `npm run eval:calibrate`. Its quality: `docs/evaluation/labels-multilingual-e5-small-64k.md`. */
import type { Calibration } from '../calibration.ts';

export const MULTILINGUAL_E5_SMALL_64K: Calibration = {
  both: [1.0928, 0, 7.7658, 6.1681, 0, -1.0075, 0.1358, -0.3782, 0, -3.9269],
  meaning: [1.1846, 0, 0, 0, 0, 0, 0.203, -0.4059, 0, -3.8327],
  answerable: [1.13, -1.079, 9.5114, -1.3668, 0, -0.4478, -2.1943],
};
