/**
 * Phrases found since the last write. One query asks for each of its phrases up to three times, as a condition, for its
 * score and for the exact tier, and each time is a walk over every document that holds all the words.
 */

import { Lru } from '../../core/lru.ts';

/** Who holds a phrase, among the documents that may be seen. */
export interface PhraseMatches {
  /** 1 = holds it, by ordinal up to the index's size. Shared: not to be changed. */
  rows: Uint8Array;
  count: number;
}

interface KeptMatches extends PhraseMatches {
  allowed: Uint8Array | null;
}

/** A query has 32 terms at most: sixteen phrases of two words, each in titles and anywhere. */
const PHRASES_KEPT = 32;

export class PhraseCache {
  readonly #kept = new Lru<KeptMatches>(PHRASES_KEPT);
  #version = 0;

  /** What was kept for another version of the index is dropped. */
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
