/** Runs the embedding model. The first call that needs the model loads it, and each run waits in the queue. */
import { HybridSearchError, isHybridSearchError } from '../core/errors.ts';
import { fingerprintOf } from '../core/model-profiles.ts';
import { CHUNKER_VERSION } from '../core/text/chunk.ts';
import type { EmbedderState, EmbedderStatus, ModelProfile } from '../protocol/embedder-api.ts';
import { abortable } from './abortable.ts';
import { bytesOf } from './load.ts';
import type { Platform } from './platform.ts';
import { pool } from './pooling.ts';
import type { RunQueue } from './run-queue.ts';
import type { EncoderSession } from './session.ts';

export interface EncoderParts {
  profile: ModelProfile;
  platform: Platform;
  queue: RunQueue;
  onStatus: ((status: EmbedderStatus) => void) | undefined;
  onBlocking(bytes: number): void;
}

export class Encoder {
  readonly profile: ModelProfile;
  readonly #parts: EncoderParts;
  readonly #runs = { document: 0, query: 0 };
  #queryCacheHits = 0;
  #state: EmbedderState = 'off';
  #loadedBytes = 0;
  #fetchedBytes = 0;
  #failure: string | undefined;
  #loading: Promise<EncoderSession> | null = null;

  constructor(parts: EncoderParts) {
    this.profile = parts.profile;
    this.#parts = parts;
  }

  status(): EmbedderStatus {
    const { profile, platform } = this.#parts;
    const { document, query } = this.#runs;
    return {
      state: this.#state,
      model: profile.id,
      fingerprint: fingerprintOf(profile, CHUNKER_VERSION),
      dims: profile.dims,
      device: platform.device,
      threads: platform.threads,
      loadedBytes: this.#loadedBytes,
      fetchedBytes: this.#fetchedBytes,
      totalBytes: this.#totalBytes(),
      ...(this.#failure === undefined ? {} : { error: this.#failure }),
      runs: document + query,
      documentRuns: document,
      queryRuns: query,
      queryCacheHits: this.#queryCacheHits,
    };
  }

  session(signal?: AbortSignal): Promise<EncoderSession> {
    this.#loading ??= this.#open();
    return abortable(this.#loading, signal);
  }

  countQueryCacheHit(): void {
    this.#queryCacheHits++;
  }

  /** `text` must include the model's prefix. */
  embed(session: EncoderSession, lane: 'query' | 'visible', text: string, signal?: AbortSignal): Promise<Float32Array> {
    const kind = lane === 'query' ? 'query' : 'document';
    return this.#parts.queue.run(lane, 0, () => this.#run(session, kind, this.#idsOf(session, text)), signal);
  }

  /** The queue needs the run's length now: it holds back long runs while someone types. */
  embedChunk(session: EncoderSession, text: string, signal?: AbortSignal): Promise<Float32Array> {
    const ids = this.#idsOf(session, text);
    return this.#parts.queue.run('backlog', ids.length, () => this.#run(session, 'document', ids), signal);
  }

  async dispose(): Promise<void> {
    const [opened] = await Promise.allSettled([this.#loading]);
    this.#loading = null;
    this.#become('off');
    if (opened.status === 'fulfilled') await opened.value?.dispose();
  }

  async #open(): Promise<EncoderSession> {
    const { profile, platform, onBlocking } = this.#parts;
    this.#failure = undefined;
    this.#become('loading');
    try {
      const session = await platform
        .openEncoder(profile, this.#onBytes, () => onBlocking(bytesOf(profile.files)))
        .finally(() => onBlocking(0));
      this.#loadedBytes = this.#totalBytes();
      this.#become('ready');
      return session;
    } catch (cause) {
      const error = isHybridSearchError(cause)
        ? cause
        : new HybridSearchError('model-unavailable', profile.id, { cause });
      this.#failure = error.message;
      this.#loading = null;
      this.#become('failed');
      throw error;
    }
  }

  readonly #onBytes = (bytes: number, fetched: number): void => {
    this.#loadedBytes = bytes;
    this.#fetchedBytes = fetched;
    this.#report();
  };

  #become(state: EmbedderState): void {
    this.#state = state;
    this.#report();
  }

  #report(): void {
    this.#parts.onStatus?.(this.status());
  }

  #totalBytes(): number {
    const { profile, platform } = this.#parts;
    return bytesOf(profile.files) + platform.runtimeBytes;
  }

  async #run(session: EncoderSession, kind: 'document' | 'query', ids: number[]): Promise<Float32Array> {
    this.#runs[kind]++;
    return pool(await session.run(ids), this.profile.pooling);
  }

  #idsOf({ tokens }: EncoderSession, text: string): number[] {
    return tokens.encode(text, this.profile.maxTokens);
  }
}
