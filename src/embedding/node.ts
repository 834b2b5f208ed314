/** The embedder in Node, with the same API as in browsers. The mean cosine of their vectors is 0.999. */

import { modelProfile } from '../core/model-profiles.ts';
import type { EmbedderApi, ModelProfile, RerankProfile } from '../protocol/embedder-api.ts';
import { local, type Remote } from '../protocol/rpc.ts';
import { createEmbedder } from './embedder.ts';
import { nodePlatform } from './platform-node.ts';

export interface NodeEmbedderOptions {
  /** A shipped model's id; `profile` describes any other. */
  modelId: string;
  profile?: ModelProfile;
  /** Folder that contains `<org>/<name>/…`. */
  modelsDir: string;
  /** Default 1. */
  threads?: number;
  reranker?: RerankProfile;
  chunkTokens?: number;
  chunkOverlap?: number;
}

export function createNodeEmbedder(options: NodeEmbedderOptions): Remote<EmbedderApi> {
  const embedder = createEmbedder({
    profile: options.profile ?? modelProfile(options.modelId),
    platform: nodePlatform(options.modelsDir, options.threads),
    reranker: options.reranker,
    chunkTokens: options.chunkTokens,
    chunkOverlap: options.chunkOverlap,
  });
  return local(embedder);
}
