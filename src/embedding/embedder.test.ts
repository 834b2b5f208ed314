import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  BGE_SMALL,
  chooseModel,
  MINI_LM,
  MODEL_PROFILES,
  MULTILINGUAL_E5_SMALL,
  modelProfile,
} from '../core/model-profiles.ts';
import { chunkPrefix, passageText } from '../core/text/chunk.ts';
import { type BestSentences, type EmbedderApi, passageOf } from '../protocol/embedder-api.ts';
import type { Remote } from '../protocol/rpc.ts';
import { TINY_CROSS_ENCODER } from '../testing/tiny-cross-encoder.ts';
import { createNodeEmbedder } from './node.ts';
import { nodePlatform } from './platform-node.ts';

const modelsDir = 'public/models/';
const fixture = (path: string) => JSON.parse(readFileSync(`e2e/fixtures/${path}`, 'utf8'));

interface Sample {
  kind: 'query' | 'document';
  text: string;
  tokens: number;
  firstIds: number[];
  vector: number[];
}

const cosine = (a: ArrayLike<number>, b: ArrayLike<number>): number => {
  const dot = (x: ArrayLike<number>, y: ArrayLike<number>): number =>
    Array.from(x).reduce((sum, value, i) => sum + value * y[i]!, 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
};

describe.each(MODEL_PROFILES)('$id', (profile) => {
  const samples: Sample[] = fixture(`reference/${profile.id.split('/')[1]}.json`).samples;

  it('has the token ids of the reference', async () => {
    const session = await nodePlatform(modelsDir).openEncoder(profile, () => {});
    for (const { kind, text, tokens, firstIds } of samples) {
      const ids = session.tokens.encode(
        (kind === 'query' ? profile.queryPrefix : profile.documentPrefix) + text,
        profile.maxTokens,
      );
      expect(ids.length).toBe(tokens);
      expect(ids.slice(0, firstIds.length)).toEqual(firstIds);
    }
    await session.dispose();
  });

  it('has the vectors of the reference, of unit length', async () => {
    const embedder = createNodeEmbedder({ modelId: profile.id, modelsDir });
    const cosines: number[] = [];
    for (const { kind, text, vector } of samples) {
      const source = { title: '', text, context: '' };
      const chunk = { hash: '', start: 0, end: text.length };
      const own =
        kind === 'query'
          ? (await embedder.call('embedQuery', [text])).vector
          : (await embedder.call('embedPassages', [[passageOf(source, chunk)]]))[0]!;
      expect(own.length).toBe(profile.dims);
      expect(Math.hypot(...own)).toBeCloseTo(1, 5);
      cosines.push(cosine(own, vector));
    }
    expect(cosines.reduce((sum, value) => sum + value, 0) / cosines.length).toBeGreaterThanOrEqual(0.998);
    expect(Math.min(...cosines)).toBeGreaterThanOrEqual(0.975);
    await embedder.call('dispose', []);
  });
});

describe('the embedder', () => {
  let embedder: Remote<EmbedderApi>;
  beforeAll(async () => {
    embedder = createNodeEmbedder({ modelId: MINI_LM, modelsDir });
    await embedder.call('load', []);
  });
  afterAll(() => embedder.call('dispose', []));

  it('answers a repeated query from its cache, without a run', async () => {
    const first = await embedder.call('embedQuery', ['where is the spare key']);
    const { queryRuns, queryCacheHits } = await embedder.call('status', []);
    const second = await embedder.call('embedQuery', [' where is the spare key ']);
    expect(second).toMatchObject({ cached: true, vocabularyCoverage: first.vocabularyCoverage });
    expect(second.vector).toEqual(first.vector);
    expect(await embedder.call('status', [])).toMatchObject({ queryRuns, queryCacheHits: queryCacheHits! + 1 });
  });

  it('embeds a query with its typos corrected, in one run', async () => {
    const { queryRuns } = await embedder.call('status', []);
    const corrections = [
      { from: 'dentsit', to: 'dentist' },
      { from: 'skills', to: 'sills' },
    ];
    const asked = await embedder.call('embedQuery', ['Dentsit on the skills list', corrections]);
    expect(await embedder.call('status', [])).toMatchObject({ queryRuns: queryRuns! + 1 });
    // A word of the vocabulary is kept.
    expect(asked).toMatchObject({ text: 'dentist on the skills list', vocabularyCoverage: 1 });
    expect(asked.vector).toEqual((await embedder.call('embedQuery', [asked.text])).vector);
  });

  it('counts one run a chunk', async () => {
    const source = { title: 'Keys', text: 'Behind the cupboard. '.repeat(200), context: '' };
    const [chunks] = await embedder.call('chunk', [[source]]);
    const before = (await embedder.call('status', [])).documentRuns!;
    const vectors = await embedder.call('embedPassages', [chunks!.map((chunk) => passageOf(source, chunk))]);
    expect(vectors.length).toBe(chunks!.length);
    expect((await embedder.call('status', [])).documentRuns).toBe(before + chunks!.length);
  });

  it('embeds a chunk that it has just cut from its hash alone, and asks for the text of an unknown one', async () => {
    const source = { title: 'Keys', text: 'Below the blue pot. Not under the mat. '.repeat(60), context: '' };
    const [chunks] = await embedder.call('chunk', [[source]]);
    const kept = await embedder.call('embedPassages', [chunks!.map(({ hash }) => ({ hash }))]);
    const sent = await embedder.call('embedPassages', [chunks!.map((chunk) => passageOf(source, chunk))]);
    expect(chunks!.length).toBeGreaterThan(1);
    expect(kept).toEqual(sent);
    expect(await embedder.call('embedPassages', [[{ hash: 'never cut' }]])).toEqual([null]);
  });

  it('cuts chunks that the tokenizer counts at 256 at most, hashed by what is embedded', async () => {
    const text = readFileSync('e2e/fixtures/tiny-cross-encoder/README.md', 'utf8').repeat(20);
    const source = { title: 'A note', text, context: '8 May 2023, Caroline:' };
    const session = await nodePlatform(modelsDir).openEncoder(modelProfile(MINI_LM), () => {});
    const [chunks] = await embedder.call('chunk', [[source]]);
    const prefix = chunkPrefix(source, session.tokens.count);
    const hashes = new Map<string, string>();
    for (const chunk of chunks!) {
      const embedded = passageText(source, chunk, prefix);
      expect(session.tokens.encode(embedded, 10_000).length).toBeLessThanOrEqual(256);
      expect(chunk.hash).toMatch(/^[0-9a-f]{32}$/);
      expect(hashes.get(chunk.hash) ?? embedded).toBe(embedded);
      hashes.set(chunk.hash, embedded);
    }
    await session.dispose();
  });

  it('finds the sentence that answers', async () => {
    const passage = 'We had soup for dinner. The spare key hangs behind the blue cupboard. It rained all day.';
    const [range] = await embedder.call('bestSentences', ['where is the spare key', [passage]]);
    expect(passage.slice(range!.start, range!.end)).toBe('The spare key hangs behind the blue cupboard.');
    expect(await embedder.call('bestSentences', ['key', ['', 'One sentence.']])).toEqual([null, { start: 0, end: 13 }]);
  });

  it('reports the first passage that needs the model, once, while others wait for it', async () => {
    const cupboard = 'We had soup for dinner. The spare key hangs behind the blue cupboard.';
    const drawer = 'It rained all day. The key of the shed lies in the drawer.';
    const told: BestSentences[] = [];
    const ask = (passages: string[]) =>
      embedder.call('bestSentences', ['where are the keys', passages], { onProgress: (known) => told.push(known) });
    const best = await ask(['One sentence.', cupboard, drawer]);
    expect(best.every((range) => range !== null)).toBe(true);
    expect(told).toEqual([[best[0], best[1], null]]);
    await ask([cupboard, 'One sentence.']);
    expect(told).toHaveLength(1);
  });

  it('distinguishes words from codes by its vocabulary', async () => {
    const coverage = async (query: string) => (await embedder.call('embedQuery', [query])).vocabularyCoverage;
    expect(await coverage('what is the weather like')).toBe(1);
    expect(await coverage('xqzvkj PLMWNB')).toBe(0);
    expect(await coverage('?!')).toBe(0);
  });

  it('gives up a query that is aborted before it ran', async () => {
    await expect(embedder.call('embedQuery', ['never'], { signal: AbortSignal.abort() })).rejects.toMatchObject({
      code: 'aborted',
    });
  });

  it('reports a missing reranker and an unknown model', async () => {
    const plain = createNodeEmbedder({ modelId: MINI_LM, modelsDir });
    await expect(plain.call('rerank', ['a', ['b']])).rejects.toMatchObject({ code: 'model-unavailable' });
    const missing = createNodeEmbedder({ modelId: MINI_LM, modelsDir: 'public/nowhere/' });
    await expect(missing.call('load', [])).rejects.toMatchObject({ code: 'model-unavailable' });
    expect(await missing.call('status', [])).toMatchObject({ state: 'failed' });
  });

  it('refuses work after it was disposed of', async () => {
    const short = createNodeEmbedder({ modelId: MINI_LM, modelsDir });
    await short.call('load', []);
    await short.call('dispose', []);
    await expect(short.call('embedQuery', ['late'])).rejects.toMatchObject({ code: 'closed' });
  });
});

describe('the reranker', () => {
  it('reproduces the expected logits to 1e-4', async () => {
    const { pairs } = fixture('tiny-cross-encoder/expected.json') as {
      pairs: { query: string; document: string; logit: number }[];
    };
    const session = await nodePlatform('e2e/fixtures/').openReranker(TINY_CROSS_ENCODER);
    for (const { query, document, logit } of pairs) {
      expect(Math.abs((await session.score(query, document, 512)) - logit)).toBeLessThan(1e-4);
    }
    expect(await session.score('key', '', 512)).toBeTypeOf('number');
    await session.dispose();
  });
});

describe('model="auto"', () => {
  it('takes the English model for English and unstated languages, the multilingual one for others', () => {
    expect(['en', 'en-GB', 'EN_us', '', undefined].map(chooseModel)).toEqual(Array(5).fill(BGE_SMALL));
    expect(['de', 'zh-Hans', 'pt-BR'].map(chooseModel)).toEqual(Array(3).fill(MULTILINGUAL_E5_SMALL));
  });

  it('never offers the test reranker, and knows models by short name', () => {
    expect(MODEL_PROFILES.map(({ id }) => id)).not.toContain(TINY_CROSS_ENCODER.id);
    expect(modelProfile('all-MiniLM-L6-v2').id).toBe(MINI_LM);
    expect(() => modelProfile('nothing')).toThrow(/nothing/);
  });
});
