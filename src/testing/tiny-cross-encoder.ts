/** A cross-encoder with random weights (`e2e/fixtures`), to test how the parts fit together. Scores mean nothing. */
import type { RerankProfile } from '../protocol/embedder-api.ts';

export const TINY_CROSS_ENCODER: RerankProfile = {
  id: 'tiny-cross-encoder',
  maxTokens: 512,
  dtype: 'fp32',
  files: {
    'config.json': { bytes: 366, sha256: '15cb1443c93a8a0e6030b1f442ebed9f828cc47f6ad5f4ab5af02c16e92dfb09' },
    'tokenizer.json': { bytes: 6310, sha256: 'd9eda18604f4887b515531cd114a7e6a4f9954eb0009c9108bbe21c6f77a066d' },
    'tokenizer_config.json': { bytes: 206, sha256: '0c274e1a56a542fa7d14b06e0f4640b54e32f89228acdd8d3a2e3c0daab31e45' },
    'onnx/model.onnx': { bytes: 197643, sha256: '09a68d530a291eaccc396531d6155dd93e7bc2df15e9c7ad601bb4eb306a7ae1' },
  },
};
