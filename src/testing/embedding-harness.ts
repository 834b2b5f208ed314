/** Runs in a page. Opens the embedding worker, or a session for what the worker's API doesn't show. */
import { modelProfile } from '../core/model-profiles.ts';
import { webPlatform } from '../embedding/platform-web.ts';
import { Caller } from '../protocol/call.ts';
import type { EmbedderApi, EmbedderEvents, EmbedderInit, EmbedderStatus } from '../protocol/embedder-api.ts';
import type { Remote } from '../protocol/rpc.ts';
import { TINY_CROSS_ENCODER } from './tiny-cross-encoder.ts';
import { TINY_ENCODER } from './tiny-encoder.ts';

export { runtimeFactory as default } from '../embedding/runtime-glue.ts';

const assetBase = new URL('/', location.href).href;
const bases = { modelBase: `${assetBase}models/`, runtimeBase: `${assetBase}ort/` };
/** A session in the page gets the runtime's JavaScript from this script. */
const inPage = { ...bases, script: `${assetBase}harness.js` };

export interface OpenEmbedder {
  api: Remote<EmbedderApi>;
  statuses: EmbedderStatus[];
  /** Values of `blocking` events: bytes to read before the runtime blocks its thread, 0 afterwards. */
  blocking: number[];
  end(): void;
}

export function openEmbedder(modelId: string, more: Partial<EmbedderInit> = {}): OpenEmbedder {
  const worker = new Worker('/worker.js', { type: 'module' });
  const { port1, port2 } = new MessageChannel();
  const init: EmbedderInit = { kind: 'init', modelId, assetBase, remote: null, threads: 1, ...more, port: port2 };
  worker.postMessage(init, [port2]);
  const statuses: EmbedderStatus[] = [];
  const blocking: number[] = [];
  const api = new Caller<EmbedderApi, EmbedderEvents>(port1, {
    onEvent(event) {
      if (event.name === 'status') statuses.push(event.value);
      else blocking.push(event.value);
    },
  });
  return { api, statuses, blocking, end: () => worker.terminate() };
}

/** If the runtime waited for the weights, this would never resolve. */
export async function openAfterRuntime(modelId: string): Promise<number> {
  const { instantiateStreaming } = WebAssembly;
  const started = new Promise<void>((resolve) => {
    WebAssembly.instantiateStreaming = (...args) => instantiateStreaming(...args).finally(resolve);
  });
  const held: typeof fetch = async (input, init) => {
    if (String(input).endsWith('.onnx')) await started;
    return fetch(input, init);
  };
  const session = await webPlatform({ ...inPage, cache: null, fetch: held }).openEncoder(
    modelProfile(modelId),
    () => {},
  );
  return session.tokens.count('two words');
}

/** `texts` include their prefix. */
export async function tokenIds(modelId: string, texts: readonly string[]): Promise<number[][]> {
  const profile = modelProfile(modelId);
  const session = await webPlatform(inPage).openEncoder(profile, () => {});
  return texts.map((text) => session.tokens.encode(text, profile.maxTokens));
}

export async function pairLogits(pairs: readonly { query: string; document: string }[]): Promise<number[]> {
  const session = await webPlatform(inPage).openReranker(TINY_CROSS_ENCODER);
  const logits: number[] = [];
  for (const { query, document } of pairs) logits.push(await session.score(query, document, 512));
  return logits;
}

export { TINY_CROSS_ENCODER, TINY_ENCODER };
