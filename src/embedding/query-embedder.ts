import { Lru } from '../core/lru.ts';
import { type Correction, correctedText } from '../core/query/corrected-text.ts';
import type { QueryEmbedding } from '../protocol/embedder-api.ts';
import type { Encoder } from './encoder.ts';
import { vocabularyCoverage } from './vocabulary-coverage.ts';

/** Number of cached query vectors, 1.5 kB each. */
const QUERY_CACHE = 512;

export class QueryEmbedder {
  readonly #encoder: Encoder;
  readonly #known = new Lru<Pick<QueryEmbedding, 'vector' | 'vocabularyCoverage' | 'knownWords'>>(QUERY_CACHE);

  constructor(encoder: Encoder) {
    this.#encoder = encoder;
  }

  async embed(text: string, corrections: readonly Correction[] = [], signal?: AbortSignal): Promise<QueryEmbedding> {
    const encoder = this.#encoder;
    const started = performance.now();
    const key = (await this.#withoutTypos(text, corrections, signal)).trim();
    const known = this.#known.get(key);
    if (known) {
      encoder.countQueryCacheHit();
      return {
        ...known,
        text: key,
        vector: known.vector.slice(),
        milliseconds: performance.now() - started,
        cached: true,
      };
    }
    const session = await encoder.session(signal);
    const vector = await encoder.embed(session, 'query', encoder.profile.queryPrefix + key, signal);
    const entry = { vector, ...vocabularyCoverage(key, session.tokens) };
    this.#known.set(key, entry);
    return { ...entry, text: key, vector: vector.slice(), milliseconds: performance.now() - started, cached: false };
  }

  /** Returns the vector without counting a cache hit, so use it for a query that has been counted already. */
  async vectorOf(text: string, signal?: AbortSignal): Promise<Float32Array> {
    const { vector } = this.#known.get(text.trim()) ?? (await this.embed(text, [], signal));
    return vector;
  }

  /** A word that the vocabulary has whole isn't a typo. */
  async #withoutTypos(text: string, corrections: readonly Correction[], signal?: AbortSignal): Promise<string> {
    if (corrections.length === 0) return text;
    const { tokens } = await this.#encoder.session(signal);
    const known = new Set(vocabularyCoverage(text, tokens).knownWords);
    return correctedText(
      text,
      corrections.filter(({ from }) => !known.has(from)),
    );
  }

  clear(): void {
    this.#known.clear();
  }
}
