/** Written by `npm run eval:calibrate`; what it is worth: `docs/evaluation/labels-all-minilm-l6-v2.md`. */
import type { Calibration } from '../relevance.ts';

export const ALL_MINILM_L6_V2: Calibration = {
  both: [0.9715, 0.3779, 3.7608, 3.3826, -0.9876, -0.4732, -0.6559, -0.7391],
  meaning: [0.7135, 0.5348, 0, 0, 0, -0.5346, -0.7005, -0.4153],
  answerable: [1.2768, -0.5046, 11.2137, -1.4836, 0, -0.6352, -2.6673],
};
