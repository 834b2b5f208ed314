/** A query looks up each phrase up to three times. Without the cache, each reads every document with all its words. */

import { Lru } from '../../core/lru.ts';

export interface PhraseMatches {
  /** By ordinal, 1 if the document contains the phrase. Shared, so don't change it. */
  rows: Uint8Array;
  count: number;
}

interface KeptMatches extends PhraseMatches {
  allowed: Uint8Array | null;
}

/** Enough for the 32 terms of a query: sixteen phrases of two words, each looked up in titles and anywhere. */
const PHRASES_KEPT = 32;

export class PhraseCache {
  readonly #kept = new Lru<KeptMatches>(PHRASES_KEPT);
  #version = 0;

  at(version: number): this {
    if (version !== this.#version) this.#kept.clear();
    this.#version = version;
    return this;
  }

  get(key: string, allowed: Uint8Array | null): PhraseMatches | undefined {
    const kept = this.#kept.get(key);
    return kept?.allowed === allowed ? kept : undefined;
  }

  set(key: string, allowed: Uint8Array | null, { rows, count }: PhraseMatches): void {
    this.#kept.set(key, { rows, count, allowed });
  }
}
