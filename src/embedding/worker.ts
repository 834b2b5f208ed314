/** Entry of the embedding worker: one init message, then `EmbedderApi` is served over the port that came with it. */
import type { EmbedderStatus } from '../protocol/embedder-api.ts';
import { EMBEDDER_STATUS_EVENT, type EmbedderInit, serveEmbedder } from '../protocol/embedder-proxy.ts';
import { checkedProfile } from './custom-model.ts';
import { createEmbedder } from './embedder.ts';
import { modelProfile } from './models.ts';
import { webPlatform } from './platform-web.ts';

declare const self: DedicatedWorkerGlobalScope;

self.addEventListener('message', ({ data }: MessageEvent<EmbedderInit>) => {
  if (data?.kind !== 'init') return;
  const { modelId, modelBase, runtimeBase, remote, threads, port } = data;
  const emit = (status: EmbedderStatus): void => server.emit(EMBEDDER_STATUS_EVENT, status);
  const embedder = createEmbedder({
    profile: data.profile ? checkedProfile(data.profile) : modelProfile(modelId),
    platform: webPlatform({ modelBase, runtimeBase, remote, threads }),
    reranker: data.reranker,
    onStatus: emit,
  });
  const server = serveEmbedder(embedder, port);
});
