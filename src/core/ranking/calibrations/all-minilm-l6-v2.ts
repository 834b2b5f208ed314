/** Written by `npm run eval:calibrate`; what it is worth: `docs/evaluation/labels-all-minilm-l6-v2.md`. */
import type { Calibration } from '../relevance.ts';

export const ALL_MINILM_L6_V2: Calibration = {
  both: [0.9696, 0.3745, 3.8015, 3.2761, -0.9538, -0.5247, -0.6464, -0.6638],
  meaning: [0.7196, 0.5384, 0, 0, 0, -0.5854, -0.6941, -0.3741],
  answerable: [1.272, -0.5036, 11.2987, -1.4578, 0, -0.6496, -2.6499],
};
