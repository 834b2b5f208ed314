/** Runs the shipped engine in Node. All vectors are stored before it starts, so nothing waits to be embedded. */
import { BGE_SMALL, fingerprintOf, modelProfile } from '../src/core/model-profiles.ts';
import { PP_OCR_V4 } from '../src/core/picture-models.ts';
import { chunkSource } from '../src/core/record/chunk-source.ts';
import { CHUNKER_VERSION } from '../src/core/text/chunk.ts';
import { COMMON_WORDS } from '../src/core/text/common-words.ts';
import { stemmingOf } from '../src/core/text/stem.ts';
import { createEngine } from '../src/engine/engine.ts';
import type { Engine } from '../src/engine/engine-contract.ts';
import type { KeywordIndexOptions } from '../src/engine/keyword/bm25-index.ts';
import type { Searcher } from '../src/engine/search/contract.ts';
import { createEphemeralStore } from '../src/engine/store/ephemeral-store.ts';
import type { EngineTable } from '../src/engine/table/memory-table.ts';
import type { VectorIndex } from '../src/engine/vector/vector-index.ts';
import { local } from '../src/protocol/rpc.ts';
import { writeDecisions } from '../src/testing/write-decisions.ts';
import { type DataSet, EVALUATION_TIME } from './data-set.ts';
import { cachedModel, type EvaluationModel } from './models.ts';

export interface EvaluationEngine {
  searcher: Searcher;
  vectors: VectorIndex;
  table: EngineTable;
  /** Runs `ask` while these memories aren't in the store, then puts them back. */
  without<Answer>(ids: Iterable<string>, ask: () => Promise<Answer>): Promise<Answer>;
  close(): Promise<void>;
}

export interface EngineOptions {
  /** By default, the set's language chooses the stemming, as a page's language does. */
  keyword?: KeywordIndexOptions;
  onProgress?: (done: number, total: number) => void;
}

/** @param model null turns off the semantic arm */
export async function buildEngine(
  set: Pick<DataSet, 'name' | 'language' | 'corpus'>,
  model: EvaluationModel | null,
  { keyword = {}, onProgress = () => {} }: EngineOptions = {},
): Promise<EvaluationEngine> {
  const store = createEphemeralStore();
  await store.open();
  await writeDecisions(
    store,
    set.corpus.map(({ id }) => id),
    () => set.corpus,
  );
  const profile = model?.profile ?? modelProfile(BGE_SMALL);
  if (model !== null) {
    const fingerprint = fingerprintOf(profile, CHUNKER_VERSION);
    const embedded = await model.embedder.documents(set.corpus.map(chunkSource), onProgress);
    const chunks = new Map(
      set.corpus.map(({ id, contentHash }, at) => [id, { contentHash, chunks: embedded[at]!.chunks }]),
    );
    await store.derived.writeChunks(fingerprint, chunks);
    const vectors = embedded.flatMap((memory) =>
      memory.chunks.map(({ hash }, at): [string, Int8Array] => [hash, memory.vectors[at]!]),
    );
    await store.derived.writeVectors(fingerprint, new Map(vectors));
  }
  const engine = await createEngine({
    init: {
      name: set.name,
      profile,
      modelAllowed: model !== null,
      readPictures: false,
      pictureModel: PP_OCR_V4.id,
      stemming: keyword.stemming ?? stemmingOf(set.language ?? ''),
      terms: keyword.terms ?? [],
      modes: model === null ? ['keyword', 'tags', 'links', 'conversation'] : null,
      search: {},
      conversationTtlDays: 7,
      touch: false,
    },
    emit: () => {},
    store,
    embedder: () => local(cachedModel(model!)),
    keyword: { commonWords: new Set(COMMON_WORDS), ...keyword },
    now: () => EVALUATION_TIME,
    timeZone: 'UTC',
    loadAfterMs: 0,
  });
  await settled(engine);
  return {
    searcher: engine.searcher,
    vectors: engine.semantic.vectors,
    table: engine.table,
    async without(ids, ask) {
      const taken = [...ids];
      const { outcome: before } = await engine.write({
        ids: taken,
        decide: (current) => ({ decisions: current.map((memory) => memory && null), outcome: current }),
      });
      try {
        return await ask();
      } finally {
        await writeDecisions({ commit: engine.write }, taken, () => before);
        await settled(engine);
      }
    },
    close: () => engine.close(),
  };
}

async function settled({ semantic }: Engine): Promise<void> {
  await semantic.whenLoaded();
  await semantic.queue.idle();
}
