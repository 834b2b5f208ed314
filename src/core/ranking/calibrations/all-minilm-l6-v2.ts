/** Written by `npm run eval:calibrate`; what it is worth: `docs/evaluation/labels-all-minilm-l6-v2.md`. */
import type { Calibration } from '../relevance.ts';

export const ALL_MINILM_L6_V2: Calibration = {
  both: [0.6497, 0.4021, 4.5688, 5.1902, -0.9171, 0.7364, -0.5957, -4.1385],
  meaning: [0.6093, 0.6786, 0, 0, 0, -0.1375, -0.6315, -2.1167],
  answerable: [1.2768, -0.5046, 11.2137, -1.4836, 0, -0.6352, -2.6673],
};
