/** Cuts memories into chunks with the model's own tokenizer, and embeds them. */
import { Lru } from '../core/lru.ts';
import { contentHash } from '../core/record/content-hash.ts';
import { chunkPrefix, chunkRanges, passageText } from '../core/text/chunk.ts';
import type { Chunk, ChunkSource, EmbeddingInput } from '../protocol/embedder-api.ts';
import { createYield } from '../protocol/yield.ts';
import type { Encoder } from './encoder.ts';
import type { EncoderSession } from './session.ts';

export interface ChunkLimits {
  tokens: number;
  /** Share of a chunk that the next one repeats, 0–1. */
  overlap: number;
}

/** About 1 kB each. An embedding round has fewer, unless notes are huge. */
const PASSAGES_KEPT = 8_192;

export class Passages {
  readonly #encoder: Encoder;
  readonly #limits: ChunkLimits;
  readonly #kept = new Lru<string>(PASSAGES_KEPT);

  constructor(encoder: Encoder, limits: ChunkLimits) {
    this.#encoder = encoder;
    this.#limits = limits;
  }

  async chunk(sources: readonly ChunkSource[]): Promise<Chunk[][]> {
    const session = await this.#encoder.session();
    const chunks: Chunk[][] = [];
    for (const source of sources) chunks.push(await this.#chunkSource(source, session));
    return chunks;
  }

  async embed(requested: readonly EmbeddingInput[], signal: AbortSignal): Promise<(Float32Array | null)[]> {
    const encoder = this.#encoder;
    const session = await encoder.session(signal);
    return Promise.all(
      requested.map(({ hash, source }) => {
        const text = source ? wholePassage(source, session) : this.#kept.get(hash);
        return text === undefined ? null : encoder.embedChunk(session, encoder.profile.documentPrefix + text, signal);
      }),
    );
  }

  clear(): void {
    this.#kept.clear();
  }

  async #chunkSource(source: ChunkSource, { tokens }: EncoderSession): Promise<Chunk[]> {
    const { profile } = this.#encoder;
    const { tokens: most, overlap } = this.#limits;
    const prefix = chunkPrefix(source, tokens.count);
    const overhead = tokens.specialTokens + tokens.count(profile.documentPrefix);
    const maxTokens = Math.min(most, profile.maxTokens);
    const chunks: Chunk[] = [];
    const yieldIfDue = createYield();
    for (const range of chunkRanges(source, { count: tokens.count, overhead, maxTokens, overlap })) {
      const text = passageText(source, range, prefix);
      const hash = contentHash(text);
      this.#kept.set(hash, text);
      chunks.push({ ...range, hash });
      await yieldIfDue();
    }
    return chunks;
  }
}

function wholePassage(source: ChunkSource, { tokens }: EncoderSession): string {
  return passageText(source, { start: 0, end: source.text.length }, chunkPrefix(source, tokens.count));
}
