/** Vectors count hashed words, so texts that share words are similar. Each sentence is a chunk. */
import { fingerprintOf } from '../core/model-profiles.ts';
import { correctedText } from '../core/query/corrected-text.ts';
import { contentHash } from '../core/record/content-hash.ts';
import { CHUNKER_VERSION } from '../core/text/chunk.ts';
import type { EmbedderApi, EmbedderStatus, ModelProfile } from '../protocol/embedder-api.ts';

export function countWords(text: string, dims: number): Float32Array {
  const vector = new Float32Array(dims);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
    let hash = 7;
    for (let at = 0; at < word.length; at++) hash = (Math.imul(hash, 31) + word.charCodeAt(at)) >>> 0;
    vector[hash % dims]! += 1;
  }
  let sum = 0;
  for (const value of vector) sum += value * value;
  return sum === 0 ? vector : vector.map((value) => value / Math.sqrt(sum));
}

export function createWordEmbedder(profile: ModelProfile, onEmbed: (text: string) => void = () => {}): EmbedderApi {
  const { dims } = profile;
  const status: EmbedderStatus = {
    state: 'ready',
    model: profile.id,
    fingerprint: fingerprintOf(profile, CHUNKER_VERSION),
    dims,
    device: 'native',
    threads: 1,
    loadedBytes: 0,
    totalBytes: 0,
    runs: 0,
  };
  const cut = new Map<string, string>();
  const embed = (text: string): Float32Array => {
    onEmbed(text);
    return countWords(text, dims);
  };
  return {
    load: async () => status,
    status: async () => status,
    chunk: async (_, sources) =>
      sources.map(({ text }) =>
        Array.from(text.matchAll(/[^.]+\.?/g), ({ 0: sentence, index }) => {
          const hash = contentHash(sentence);
          cut.set(hash, sentence);
          return { hash, start: index, end: index + sentence.length };
        }),
      ),
    embedPassages: async (_, passages) =>
      passages.map(({ hash, source }) => {
        const text = source?.text ?? cut.get(hash);
        return text === undefined ? null : embed(text);
      }),
    embedQuery: async (_, typed, corrections = []) => {
      const text = correctedText(typed, corrections).trim();
      return { text, vector: embed(text), vocabularyCoverage: 1, knownWords: [], milliseconds: 0, cached: false };
    },
    async bestSentences({ progress }, _query, passages) {
      const whole = passages.map(({ length }) => ({ start: 0, end: length }));
      if (whole.length > 1) progress(whole.map((sentence, at) => (at === 0 ? sentence : null)));
      return whole;
    },
    rerank: async (_, _query, texts) => texts.map((_text, at) => at / texts.length),
    countTokens: async (_, texts) => texts.map((text) => text.split(' ').length),
    readPicture: async (_, bytes) => {
      const text = new TextDecoder().decode(bytes);
      return { text, boxes: text.split('\n').flatMap((_line, at) => [0, 20 * at, 1_000, 20]), confidence: 1 };
    },
    setTyping: async () => {},
    dispose: async () => {},
  };
}
