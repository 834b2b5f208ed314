/** Written by `npm run eval:calibrate`. Its quality: `docs/evaluation/labels-all-minilm-l6-v2.md`. */
import type { Calibration } from '../calibration.ts';

export const ALL_MINILM_L6_V2: Calibration = {
  both: [0.381, 0.6922, 4.3782, 6.8342, -1.1873, 0, 0.8349, -0.5829, 0, -4.1447],
  meaning: [0.5864, 0.677, 0, 0, 0, 0, -0.1021, -0.6126, 0, -2.1688],
  answerable: [1.2768, -0.5046, 11.2137, -1.4836, 0, -0.6352, -2.6673],
};
