/** Chunks and embeds a few memories. `embedding-queue.ts` decides which ones, and when. */

import { type EmbeddedText, embeddedText } from '../../core/record/chunk-source.ts';
import { type EmbedderApi, type EmbeddingInput, passageOf } from '../../protocol/embedder-api.ts';
import type { Remote } from '../../protocol/rpc.ts';
import type { MemoryStore, StoredChunks } from '../store/memory-store.ts';
import { packChunks } from '../table/packed-chunks.ts';
import { quantize } from '../vector/quantize.ts';
import type { ChunkLedger } from './chunk-ledger.ts';

export interface RoundHost {
  readonly store: MemoryStore;
  readonly fingerprint: string;
  use<Result>(job: (embedder: Remote<EmbedderApi>) => Promise<Result>): Promise<Result>;
}

export interface RoundParts {
  readonly host: RoundHost;
  readonly ledger: ChunkLedger;
  isLive(id: string): boolean;
  writtenText(id: string): EmbeddedText | undefined;
  /** Called before each run of the model, which can't be interrupted. False ends the round. */
  mayGoOn(): Promise<boolean>;
  onVector(): void;
  onMemory(id: string, vectors: ReadonlyMap<string, Int8Array>): void;
}

export function createEmbeddingRound(parts: RoundParts): (ids: readonly string[]) => Promise<void> {
  const { host, ledger } = parts;

  const readTexts = async (ids: readonly string[]): Promise<Map<string, EmbeddedText>> => {
    const texts = new Map<string, EmbeddedText>();
    for (const id of ids) {
      const memory = parts.writtenText(id);
      if (memory) texts.set(id, memory);
    }
    const unknown = ids.filter((id) => !texts.has(id));
    const found = unknown.length > 0 ? await host.store.get(unknown) : [];
    unknown.forEach((id, at) => {
      const memory = found[at];
      if (memory && parts.isLive(id)) texts.set(id, embeddedText(memory));
      else ledger.setPending(id, false);
    });
    return texts;
  };

  const cutTexts = async (texts: ReadonlyMap<string, EmbeddedText>): Promise<ReadonlySet<string>> => {
    const missing = [...texts].filter(([id, { contentHash }]) => ledger.chunksOf(id)?.contentHash !== contentHash);
    if (missing.length > 0) {
      const uncut = missing.map(([, { source }]) => source);
      const lists = await host.use((embedder) => embedder.call('chunk', [uncut]));
      const cut = new Map<string, StoredChunks>();
      missing.forEach(([id, { contentHash }], index) => {
        // If the memory was removed in the meantime, its chunk list would keep its vectors from being deleted.
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

  /** Stores each vector before the next run starts, so a crash costs only the current run. */
  const embedOne = async (
    id: string,
    passage: EmbeddingInput,
    cut: boolean,
    vectors: Map<string, Int8Array>,
  ): Promise<void> => {
    const { hash } = passage;
    const ask = async (asked: EmbeddingInput): Promise<Float32Array | null> =>
      (await host.use((embedder) => embedder.call('embedPassages', [[asked]])))[0] ?? null;
    // The worker caches the passages that it cut. The text is sent again only if the worker no longer has it.
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
