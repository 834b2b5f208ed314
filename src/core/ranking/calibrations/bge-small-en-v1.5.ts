/** Written by `npm run eval:calibrate`; what it is worth: `docs/evaluation/labels-bge-small-en-v1.5.md`. */
import type { Calibration } from '../relevance.ts';

export const BGE_SMALL_EN_V1_5: Calibration = {
  both: [0.5657, 0.8411, 5.0024, 3.6938, -0.9084, -0.0672, -0.569, -3.1303],
  meaning: [0.6869, 1.0453, 0, 0, 0, -0.5927, -0.6146, -2.4218],
  answerable: [1.5301, -0.8798, 10.7245, -1.7077, 0, -0.5417, -3.3984],
};
