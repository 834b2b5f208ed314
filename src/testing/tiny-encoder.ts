/** An encoder with random weights, in `e2e/fixtures`. It tests WebGPU support; its vectors mean nothing. */
import type { ModelProfile } from '../protocol/embedder-api.ts';

export const TINY_ENCODER: ModelProfile = {
  id: 'tiny-encoder',
  dims: 32,
  pooling: 'mean',
  queryPrefix: '',
  documentPrefix: '',
  maxTokens: 256,
  bytes: 200_092,
  languages: 'none',
  note: 'Random weights.',
  floor: 0,
  duplicateThreshold: 1,
  priorMean: 0,
  priorSd: 0.1,
  files: {
    'config.json': { bytes: 258, sha256: '9f2b58c979b8d0fddc11272e71b1222ce873d9bd5e67bb57a39347607042f3c3' },
    'tokenizer.json': { bytes: 6310, sha256: 'd9eda18604f4887b515531cd114a7e6a4f9954eb0009c9108bbe21c6f77a066d' },
    'tokenizer_config.json': { bytes: 206, sha256: '0c274e1a56a542fa7d14b06e0f4640b54e32f89228acdd8d3a2e3c0daab31e45' },
    'onnx/model.onnx': { bytes: 193_318, sha256: 'a640dda2ea670b01c29da060364f6a871b76455cc143924b8cd9ce1339cef0da' },
  },
  webgpu: true,
};
