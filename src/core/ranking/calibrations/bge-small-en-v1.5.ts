/** Written by `npm run eval:calibrate`. Its quality: `docs/evaluation/labels-bge-small-en-v1.5.md`. */
import type { Calibration } from '../calibration.ts';

export const BGE_SMALL_EN_V1_5: Calibration = {
  both: [0.3965, 1.1114, 3.7469, 6.3837, -1.4968, 0, -0.198, -0.5624, 0.3414, -2.5759],
  meaning: [0.6679, 1.0221, 0, 0, 0, 0, -0.7452, -0.5943, 0, -1.9735],
  answerable: [1.5301, -0.8798, 10.7245, -1.7077, 0, -0.5417, -3.3984],
};
