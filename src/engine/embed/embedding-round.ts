/**
 * One round of the embedding queue: a few memories, their texts found, cut where they are not yet, and one passage after
 * the other embedded and stored. Not here: whose turn it is, and who may work when (`embedding-queue.ts`).
 */
import { type ChunkSource, type EmbedderApi, type Passage, passageOf } from '../../protocol/embedder-api.ts';
import type { Remote } from '../../protocol/rpc.ts';
import type { MemoryStore, StoredChunks } from '../store/memory-store.ts';
import { packChunks } from '../table/packed-chunks.ts';
import { quantize } from '../vector/quantize.ts';
import type { ChunkLedger, WrittenText } from './chunk-ledger.ts';
import { chunkSource } from './chunk-source.ts';

/** What a round works with: the store, and the model that makes this fingerprint. */
export interface RoundHost {
  readonly store: MemoryStore;
  readonly fingerprint: string;
  use<Result>(job: (embedder: Remote<EmbedderApi>) => Promise<Result>): Promise<Result>;
}

export interface RoundParts {
  readonly host: RoundHost;
  readonly ledger: ChunkLedger;
  /** Whether it is still there. */
  isLive(id: string): boolean;
  /** Its text as it was written just now, where that is kept and still holds. */
  writtenText(id: string): WrittenText | undefined;
  /** Asked before each run of the model, which cannot be interrupted; false ends the round. */
  mayGoOn(): Promise<boolean>;
  /** One more vector is stored. */
  onVector(): void;
  /** All passages of a memory were gone through; their vectors, by hash. */
  onMemory(id: string, vectors: ReadonlyMap<string, Int8Array>): void;
}

interface RoundText {
  contentHash: string;
  source: ChunkSource;
}

const roundText = (memory: WrittenText): RoundText => ({
  contentHash: memory.contentHash,
  source: chunkSource(memory),
});

/** Embeds these memories. What no longer is there is not pending any more. */
export function createEmbeddingRound(parts: RoundParts): (ids: readonly string[]) => Promise<void> {
  const { host, ledger } = parts;

  /** As they were written just now, else as the store has them. */
  const readTexts = async (ids: readonly string[]): Promise<Map<string, RoundText>> => {
    const texts = new Map<string, RoundText>();
    for (const id of ids) {
      const memory = parts.writtenText(id);
      if (memory) texts.set(id, roundText(memory));
    }
    const unknown = ids.filter((id) => !texts.has(id));
    const found = unknown.length > 0 ? await host.store.get(unknown) : [];
    unknown.forEach((id, at) => {
      const memory = found[at];
      if (memory && parts.isLive(id)) texts.set(id, roundText(memory));
      else ledger.setPending(id, false);
    });
    return texts;
  };

  /** Which memories the model's worker has cut just now. */
  const cutTexts = async (texts: ReadonlyMap<string, RoundText>): Promise<ReadonlySet<string>> => {
    const missing = [...texts].filter(([id, { contentHash }]) => ledger.chunksOf(id)?.contentHash !== contentHash);
    if (missing.length > 0) {
      const uncut = missing.map(([, { source }]) => source);
      const lists = await host.use((embedder) => embedder.call('chunk', [uncut]));
      const cut = new Map<string, StoredChunks>();
      missing.forEach(([id, { contentHash }], index) => {
        // Removed meanwhile: a list of its chunks would keep their vectors for ever.
        if (!parts.isLive(id)) return;
        const stored = {
          contentHash,
          chunks: lists[index]!.map(({ hash, start, end }) => ({ hash, start, end })),
        };
        cut.set(id, stored);
        ledger.setChunks(id, packChunks(stored));
      });
      await host.store.derived.writeChunks(host.fingerprint, cut);
    }
    return new Set(missing.map(([id]) => id));
  };

  /** Stored before the next run starts: a crash costs the run in flight and no other. */
  const embedOne = async (
    id: string,
    passage: Passage,
    cut: boolean,
    vectors: Map<string, Int8Array>,
  ): Promise<void> => {
    const { hash } = passage;
    const ask = async (asked: Passage): Promise<Float32Array | null> =>
      (await host.use((embedder) => embedder.call('embedPassages', [[asked]])))[0] ?? null;
    // A text crosses the wall once, when it is cut; its passages only where they are not known there (any more).
    const vector = (cut ? await ask({ hash }) : null) ?? (await ask(passage));
    if (!parts.isLive(id)) return;
    const quantized = quantize(vector!);
    vectors.set(hash, quantized);
    await host.store.derived.writeVectors(host.fingerprint, new Map([[hash, quantized]]));
    parts.onVector();
  };

  return async (ids) => {
    const texts = await readTexts(ids);
    const cut = await cutTexts(texts);
    const hashes = [...texts.keys()].flatMap((id) => ledger.chunksOf(id)?.chunks.map((chunk) => chunk.hash) ?? []);
    const vectors = await host.store.derived.readVectors(host.fingerprint, hashes);
    for (const [id, { source }] of texts) {
      for (const chunk of ledger.chunksOf(id)?.chunks ?? []) {
        if (vectors.has(chunk.hash)) continue;
        if (!(await parts.mayGoOn())) return;
        if (!parts.isLive(id)) break;
        await embedOne(id, passageOf(source, chunk), cut.has(id), vectors);
      }
      parts.onMemory(id, vectors);
    }
  };
}
