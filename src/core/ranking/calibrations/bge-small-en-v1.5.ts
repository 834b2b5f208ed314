/** Written by `npm run eval:calibrate`. Its quality: `docs/evaluation/labels-bge-small-en-v1.5.md`. */
import type { Calibration } from '../calibration.ts';

export const BGE_SMALL_EN_V1_5: Calibration = {
  both: [0.3976, 1.1432, 4.8009, 6.2968, -1.4165, 0, 0.0641, -0.5675, -3.532],
  meaning: [0.6728, 1.0372, 0, 0, 0, 0, -0.5273, -0.6035, -2.514],
  answerable: [1.5301, -0.8798, 10.7245, -1.7077, 0, -0.5417, -3.3984],
};
