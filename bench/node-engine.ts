/**
 * An engine in Node, for profiling and ratios within one process: same V8 and vector kernel as Chromium, no database.
 */
import { BGE_SMALL, fingerprintOf, modelProfile } from '../src/core/model-profiles.ts';
import { PP_OCR_V4 } from '../src/core/picture-models.ts';
import { contentHash } from '../src/core/record/content-hash.ts';
import type { Memory } from '../src/core/record/memory.ts';
import { validateMemory } from '../src/core/record/validate-memory.ts';
import { CHUNKER_VERSION } from '../src/core/text/chunk.ts';
import { COMMON_WORDS } from '../src/core/text/common-words.ts';
import { createEngine } from '../src/engine/engine.ts';
import type { Engine } from '../src/engine/engine-contract.ts';
import { createEphemeralStore } from '../src/engine/store/ephemeral-store.ts';
import type { MemoryStore, StoredChunks } from '../src/engine/store/memory-store.ts';
import { quantize } from '../src/engine/vector/quantize.ts';
import type { QueryEmbedding } from '../src/protocol/embedder-api.ts';
import { local } from '../src/protocol/rpc.ts';
import { distractors } from '../src/testing/distractors.ts';
import { seededRandom } from '../src/testing/seeded-random.ts';
import { clusteredVectors } from '../src/testing/vector-recall.ts';
import { createWordEmbedder } from '../src/testing/word-embedder.ts';
import { writeDecisions } from '../src/testing/write-decisions.ts';

const PROFILE = modelProfile(BGE_SMALL);
export const VECTOR_FINGERPRINT = fingerprintOf(PROFILE, CHUNKER_VERSION);
const BATCH = 5_000;
const PART = 10_000;

/** The store stays open when an engine closes it, so that the next engine starts from its snapshot. */
export async function seededStore(count: number): Promise<MemoryStore> {
  const { store } = await emptyStore();
  const draw = clusteredVectors(PROFILE.dims, 200, seededRandom(7));
  const context = {
    now: Date.UTC(2026, 10, 1),
    newId: () => crypto.randomUUID(),
    hash: contentHash,
    conversationTtlMs: 0,
  };
  for (let done = 0; done < count; done += BATCH) {
    const inputs = distractors(PART, 1 + Math.floor(done / PART)).slice(done % PART, (done % PART) + BATCH);
    const memories: Memory[] = inputs.slice(0, count - done).map((input) => validateMemory(input, context));
    await writeDecisions(
      store,
      memories.map(({ id }) => id),
      () => memories,
    );
    const chunks = new Map<string, StoredChunks>();
    const vectors = new Map<string, Int8Array>();
    for (const { id, text, contentHash: hash } of memories) {
      chunks.set(id, { contentHash: hash, chunks: [{ hash: `c${hash}`, start: 0, end: text.length }] });
      vectors.set(`c${hash}`, quantize(draw()));
    }
    await store.derived.writeChunks(VECTOR_FINGERPRINT, chunks);
    await store.derived.writeVectors(VECTOR_FINGERPRINT, vectors);
  }
  return store;
}

/** Stays open when an engine closes it. `sizes` returns the bytes of its snapshots and vectors. */
export async function emptyStore(): Promise<{ store: MemoryStore; sizes(): Promise<number> }> {
  const store = createEphemeralStore();
  await store.open();
  const readAllVectors = store.derived.readAllVectors.bind(store.derived);
  // As a database would, delivers vectors in a later task than the keywords.
  store.derived.readAllVectors = (fingerprint, dims) => later(() => readAllVectors(fingerprint, dims));
  const lasting = new Proxy<MemoryStore>(store, {
    get(target, name) {
      if (name === 'close') return async () => {};
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const sizes = async (): Promise<number> => {
    const snapshots = await Promise.all(['rows', 'keyword'].map((name) => store.derived.readSnapshot(name)));
    const vectors = await readAllVectors(VECTOR_FINGERPRINT, PROFILE.dims);
    return snapshots.reduce((sum, snapshot) => sum + (snapshot?.bytes.length ?? 0), vectors.size * PROFILE.dims);
  };
  return { store: lasting, sizes };
}

/**
 * Resolves when keyword search is ready. A stand-in for the model answers immediately.
 * @param vectorOf embeds a query. By default, it returns a vector like the store's, always the same for the same text
 */
export async function openEngine(
  store: MemoryStore,
  vectorOf: (text: string) => Float32Array = generatedVectors(),
): Promise<Engine> {
  const embedQuery = async (_: unknown, text: string): Promise<QueryEmbedding> => ({
    text,
    vector: vectorOf(text),
    vocabularyCoverage: 1,
    knownWords: [],
    milliseconds: 0,
    cached: false,
  });
  return createEngine({
    init: {
      name: 'bench',
      profile: PROFILE,
      modelAllowed: true,
      readPictures: false,
      pictureModel: PP_OCR_V4.id,
      stemming: 'en',
      terms: [],
      modes: null,
      search: {},
      conversationTtlDays: 7,
      touch: false,
    },
    store,
    keyword: { commonWords: new Set(COMMON_WORDS) },
    embedder: (profile) => local({ ...createWordEmbedder(profile), embedQuery }),
    emit: () => {},
  });
}

const later = <Value>(read: () => Promise<Value>): Promise<Value> =>
  new Promise((resolve, reject) => setTimeout(() => read().then(resolve, reject)));

function generatedVectors(): (text: string) => Float32Array {
  const draw = clusteredVectors(PROFILE.dims, 200, seededRandom(7));
  const drawn = Array.from({ length: 256 }, draw);
  return (text) => drawn[Number.parseInt(contentHash(text).slice(0, 2), 16)]!;
}
