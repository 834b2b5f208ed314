/** Written by `npm run eval:calibrate`; what it is worth: `docs/evaluation/labels-bge-small-en-v1.5.md`. */
import type { Calibration } from '../relevance.ts';

export const BGE_SMALL_EN_V1_5: Calibration = {
  both: [0.9053, 0.8559, 4.2025, 2.5359, -1.0469, -0.6942, -0.6014, -1.4792],
  meaning: [0.7464, 0.9436, 0, 0, 0, -0.6456, -0.6792, -1.4984],
  answerable: [1.5301, -0.8798, 10.7245, -1.7077, 0, -0.5417, -3.3984],
};
