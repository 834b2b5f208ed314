/** Written by `npm run eval:calibrate`; what it is worth: `docs/evaluation/labels-multilingual-e5-small-64k.md`. */
import type { Calibration } from '../relevance.ts';

export const MULTILINGUAL_E5_SMALL_64K: Calibration = {
  both: [1.0325, 0, 3.2269, 3.9983, -0.5763, -0.0821, -0.519, -1.788],
  meaning: [1.1882, 0, 0, 0, 0, -0.0476, -0.5412, -1.8908],
  answerable: [1.0695, -1.0134, 8.7077, -1.2793, 0, -0.4422, -1.9602],
};
