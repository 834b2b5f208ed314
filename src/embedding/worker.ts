/**
 * After one init message, serves `EmbedderApi` over the port in that message. The same script also runs trials of
 * devices (`device-choice.ts`) and threads of the runtime, and provides the runtime's glue (`runtime-glue.ts`).
 */

import { modelProfile } from '../core/model-profiles.ts';
import type { EmbedderApi, EmbedderEvents, EmbedderInit } from '../protocol/embedder-api.ts';
import { serve } from '../protocol/serve.ts';
import { checkedProfile } from './custom-model.ts';
import { choosingPlatform, runTrial, type TrialRequest } from './device-choice.ts';
import { createEmbedder } from './embedder.ts';
import { webPlatform } from './platform-web.ts';
import { trustOwnWorkers } from './trusted-workers.ts';

export { runtimeFactory as default } from './runtime-glue.ts';

declare const self: DedicatedWorkerGlobalScope;

const hasWorkers = trustOwnWorkers();

self.addEventListener('message', ({ data }: MessageEvent<EmbedderInit | TrialRequest>) => {
  if (data?.kind === 'trial') void runTrial(data).then((trial) => self.postMessage(trial));
  if (data?.kind !== 'init') return;
  const { modelId, remote, port } = data;
  const threads = hasWorkers ? data.threads : 1;
  const base = data.assetBase ?? new URL('./', self.location.href).href;
  const profile = data.profile ? checkedProfile(data.profile) : modelProfile(modelId);
  const place = { modelBase: `${base}models/`, runtimeBase: `${base}ort/`, remote, threads };
  const embedder = createEmbedder({
    profile,
    platform: profile.webgpu ? choosingPlatform(profile, place) : webPlatform(place),
    reranker: data.reranker,
    pictureModel: data.pictureModel,
    onStatus: (status) => server.emit('status', status),
    onBlocking: (bytes) => server.emit('blocking', bytes),
  });
  const server = serve<EmbedderApi, EmbedderEvents>(embedder, port);
});
