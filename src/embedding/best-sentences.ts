import { Lru } from '../core/lru.ts';
import type { BestSentences } from '../protocol/embedder-api.ts';
import type { Encoder } from './encoder.ts';
import type { QueryEmbedder } from './query-embedder.ts';
import { type SentenceRange, splitSentences } from './sentences.ts';
import type { EncoderSession } from './session.ts';

const SENTENCE_CACHE = 1_024;
/** Later sentences can't be marked. */
const MAX_SENTENCES = 24;

export class SentenceFinder {
  readonly #encoder: Encoder;
  readonly #queries: QueryEmbedder;
  readonly #vectors = new Lru<Float32Array>(SENTENCE_CACHE);

  constructor(encoder: Encoder, queries: QueryEmbedder) {
    this.#encoder = encoder;
    this.#queries = queries;
  }

  /** `onFirst` is called once, when the first passage that needs the model is done, unless it's the only one. */
  async find(
    query: string,
    passages: readonly string[],
    signal: AbortSignal,
    onFirst: (known: BestSentences) => void,
  ): Promise<BestSentences> {
    const session = await this.#encoder.session(signal);
    const vector = await this.#queries.vectorOf(query, signal);
    const ranges = passages.map((passage) => splitSentences(passage).slice(0, MAX_SENTENCES));
    // A single sentence needs no model.
    const best: BestSentences = ranges.map(([first, second]) => (second === undefined ? (first ?? null) : null));
    const open = ranges.flatMap((sentences, at) => (sentences.length > 1 ? [at] : []));
    await Promise.all(
      open.map(async (at, turn) => {
        best[at] = await this.#nearest(vector, passages[at]!, ranges[at]!, session, signal);
        if (turn === 0 && open.length > 1) onFirst([...best]);
      }),
    );
    return best;
  }

  clear(): void {
    this.#vectors.clear();
  }

  /** `ranges` has at least two sentences. */
  async #nearest(
    query: Float32Array,
    passage: string,
    ranges: readonly SentenceRange[],
    session: EncoderSession,
    signal: AbortSignal,
  ): Promise<SentenceRange> {
    const vectors = await Promise.all(
      ranges.map(({ start, end }) => this.#vectorOf(passage.slice(start, end), session, signal)),
    );
    const scores = vectors.map((vector) => dot(query, vector));
    return ranges[scores.indexOf(Math.max(...scores))]!;
  }

  async #vectorOf(text: string, session: EncoderSession, signal: AbortSignal): Promise<Float32Array> {
    const known = this.#vectors.get(text);
    if (known) return known;
    const encoder = this.#encoder;
    const vector = await encoder.embed(session, 'visible', encoder.profile.documentPrefix + text, signal);
    this.#vectors.set(text, vector);
    return vector;
  }
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let d = 0; d < a.length; d++) sum += a[d]! * b[d]!;
  return sum;
}
