/** A cached Node embedder for a shipped model. */
import { fileURLToPath } from 'node:url';
import { modelProfile } from '../src/core/options/model-profiles.ts';
import { createNodeEmbedder } from '../src/embedding/node.ts';
import type { ModelProfile } from '../src/protocol/embedder-api.ts';
import { type CachedEmbedder, createCachedEmbedder } from './vector-cache.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
export const CACHE_DIR = `${ROOT}.cache/eval`;
export const MODELS_DIR = `${ROOT}public/models`;

export interface EvaluationModel {
  profile: ModelProfile;
  embedder: CachedEmbedder;
  /** By the model's own tokenizer, without special tokens. */
  countTokens(texts: readonly string[]): Promise<number[]>;
  dispose(): Promise<void>;
}

export async function openModel(modelId: string, threads = 1): Promise<EvaluationModel> {
  const profile = modelProfile(modelId);
  const node = createNodeEmbedder({ modelId, modelsDir: MODELS_DIR, threads });
  const { fingerprint } = await node.call('status', []);
  const weights = profile.files['onnx/model_quantized.onnx']?.sha256.slice(0, 16) ?? '';
  const names = { model: `${profile.id}_${weights}`, fingerprint };
  const embedder = await createCachedEmbedder(node, names, profile.dims, CACHE_DIR);
  return {
    profile,
    embedder,
    countTokens: (texts) => node.call('countTokens', [texts]),
    dispose: () => node.call('dispose', []),
  };
}
