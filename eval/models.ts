import { fileURLToPath } from 'node:url';
import { fingerprintOf, modelProfile } from '../src/core/model-profiles.ts';
import { CHUNKER_VERSION } from '../src/core/text/chunk.ts';
import { VECTOR_SCALE } from '../src/core/vector-scale.ts';
import { createNodeEmbedder } from '../src/embedding/node.ts';
import type { EmbedderApi, EmbedderStatus, ModelProfile } from '../src/protocol/embedder-api.ts';
import { type CachedEmbedder, createCachedEmbedder } from './vector-cache.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
export const CACHE_DIR = `${ROOT}.cache/eval`;
export const MODELS_DIR = `${ROOT}public/models`;

export interface EvaluationModel {
  profile: ModelProfile;
  embedder: CachedEmbedder;
  /** Counts tokens, without special tokens. */
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

export function cachedModel({ profile, embedder, countTokens }: EvaluationModel): EmbedderApi {
  const status: EmbedderStatus = {
    state: 'ready',
    model: profile.id,
    fingerprint: fingerprintOf(profile, CHUNKER_VERSION),
    dims: profile.dims,
    device: 'native',
    threads: 1,
    loadedBytes: profile.bytes,
    totalBytes: profile.bytes,
    runs: 0,
  };
  /** The engine requests the vectors of these chunks next. */
  const rows = new Map<string, Int8Array>();
  return {
    load: async () => status,
    status: async () => status,
    async chunk(_, sources) {
      const cut = await embedder.documents(sources, () => {});
      for (const { chunks, vectors } of cut)
        for (const [at, { hash }] of chunks.entries()) rows.set(hash, vectors[at]!);
      return cut.map(({ chunks }) => chunks);
    },
    embedPassages: async (_, passages) =>
      passages.map(({ hash }) => {
        const row = rows.get(hash);
        rows.delete(hash);
        return row ? Float32Array.from(row, (component) => component / VECTOR_SCALE) : null;
      }),
    embedQuery: (_, text, corrections) => embedder.query(text, corrections),
    countTokens: (_, texts) => countTokens(texts),
    bestSentences: () => Promise.reject(new Error('evaluations mark no sentences')),
    rerank: () => Promise.reject(new Error('evaluations do not rerank')),
    readPicture: () => Promise.reject(new Error('evaluations read no pictures')),
    setTyping: async () => {},
    dispose: async () => {},
  };
}
