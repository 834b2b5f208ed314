/** Opens engines with a deterministic bag-of-words model: texts that share words have similar vectors. */
import { BGE_SMALL, fingerprintOf, modelProfile } from '../core/model-profiles.ts';
import type { Arm } from '../core/options/options.ts';
import type { Memory } from '../core/record/memory.ts';
import { CHUNKER_VERSION } from '../core/text/chunk.ts';
import { COMMON_WORDS } from '../core/text/common-words.ts';
import { createEngine } from '../engine/engine.ts';
import type { Engine } from '../engine/engine-contract.ts';
import type { Searcher } from '../engine/search/contract.ts';
import { createEphemeralStore } from '../engine/store/ephemeral-store.ts';
import type { EngineTable } from '../engine/table/memory-table.ts';
import { quantize } from '../engine/vector/quantize.ts';
import type { EmbedderApi, ModelProfile } from '../protocol/embedder-api.ts';
import type { LogEntry } from '../protocol/engine-values.ts';
import { local } from '../protocol/rpc.ts';
import { engineInit } from './engine-init.ts';
import { countWords, createWordEmbedder } from './word-embedder.ts';
import { writeDecisions } from './write-decisions.ts';

export const FIXTURE_TIME = Date.UTC(2026, 0, 1);

const PROFILE: ModelProfile = {
  ...modelProfile(BGE_SMALL),
  priorMean: 0,
  // Cosines of bags of words vary more than a model's: one shared word of six gives 0.17, even by chance.
  priorSd: 0.2,
  floor: 0.05,
};

export interface SearchFixture {
  engine: Engine;
  searcher: Searcher;
  table: EngineTable;
  embedded: string[];
  logged: string[];
}

export interface FixtureOptions {
  embedder?: Partial<EmbedderApi>;
  modelAllowed?: boolean;
  modes?: readonly Arm[];
  /** Default: the languages of bge-small. */
  reads?: readonly string[];
}

export function memory(id: string, text: string, more: Partial<Memory> = {}): Memory {
  return {
    id,
    text,
    tags: [],
    type: 'note',
    confidence: 0.5,
    metadata: {},
    createdAt: FIXTURE_TIME,
    updatedAt: FIXTURE_TIME,
    lastAccessedAt: FIXTURE_TIME,
    accessCount: 0,
    contentHash: `hash of ${more.title ?? ''} ${text}`,
    ...more,
  };
}

const open = new Set<Engine>();

/** Each memory has one chunk, whose vector is already stored. */
export async function searchFixture(
  memories: readonly Memory[],
  { embedder = {}, modelAllowed = true, modes, reads }: FixtureOptions = {},
): Promise<SearchFixture> {
  const profile: ModelProfile = reads === undefined ? PROFILE : { ...PROFILE, reads };
  const store = createEphemeralStore();
  await store.open();
  await writeDecisions(
    store,
    memories.map(({ id }) => id),
    () => memories,
  );
  const fingerprint = fingerprintOf(profile, CHUNKER_VERSION);
  const lists = memories.map(({ id, text, contentHash }) => {
    const stored = { contentHash, chunks: [{ hash: id, start: 0, end: text.length }] };
    return [id, stored] as const;
  });
  await store.derived.writeChunks(fingerprint, new Map(lists));
  const vectors = memories.map(({ id, title = '', text }) => {
    return [id, quantize(countWords(`${title} ${text}`, profile.dims))] as const;
  });
  await store.derived.writeVectors(fingerprint, new Map(vectors));

  const embedded: string[] = [];
  const logged: string[] = [];
  const words = createWordEmbedder(profile);
  const engine = await createEngine({
    init: engineInit({ name: 'fixture', profile, modelAllowed, modes: modes ?? null }),
    emit(name, value) {
      if (name === 'log') logged.push((value as LogEntry).event);
    },
    store,
    embedder: () =>
      local({
        ...words,
        async embedQuery(context, text, corrections) {
          const embedding = await words.embedQuery(context, text, corrections);
          embedded.push(embedding.text);
          return embedding;
        },
        ...embedder,
      }),
    keyword: { commonWords: new Set(COMMON_WORDS) },
    now: () => FIXTURE_TIME,
    timeZone: 'UTC',
    loadAfterMs: 0,
  });
  await engine.semantic.whenLoaded();
  open.add(engine);
  return { engine, searcher: engine.searcher, table: engine.table, embedded, logged };
}

export async function closeFixtures(): Promise<void> {
  const engines = [...open];
  open.clear();
  await Promise.all(engines.map((engine) => engine.close()));
}
