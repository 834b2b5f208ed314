/** Runs the page's own reranker. The first call loads it, and each run waits in the queue. */
import type { RerankProfile } from '../protocol/embedder-api.ts';
import { abortable } from './abortable.ts';
import { bytesOf } from './load.ts';
import type { Platform } from './platform.ts';
import { noReranker, relevanceOf, scorePairs } from './rerank.ts';
import type { RunQueue } from './run-queue.ts';
import type { PairSession } from './session.ts';

export interface LazyRerankerParts {
  profile: RerankProfile | undefined;
  platform: Pick<Platform, 'openReranker'>;
  queue: RunQueue;
  onBlocking(bytes: number): void;
}

export class LazyReranker {
  readonly #parts: LazyRerankerParts;
  #loading: Promise<PairSession> | null = null;

  constructor(parts: LazyRerankerParts) {
    this.#parts = parts;
  }

  async rerank(query: string, texts: readonly string[], signal: AbortSignal): Promise<number[]> {
    const { profile, queue } = this.#parts;
    if (!profile) throw noReranker();
    const pairs = await abortable(this.#open(profile), signal);
    const logits = await scorePairs(pairs, profile, query, texts, (task) =>
      queue.run('visible', profile.maxTokens, task, signal),
    );
    return logits.map(relevanceOf);
  }

  async dispose(): Promise<void> {
    const [opened] = await Promise.allSettled([this.#loading]);
    this.#loading = null;
    if (opened.status === 'fulfilled') await opened.value?.dispose();
  }

  #open(profile: RerankProfile): Promise<PairSession> {
    const { platform, onBlocking } = this.#parts;
    this.#loading ??= platform
      .openReranker(profile, () => onBlocking(bytesOf(profile.files)))
      .catch((error: unknown) => {
        this.#loading = null;
        throw error;
      })
      .finally(() => onBlocking(0));
    return this.#loading;
  }
}
