import fc from 'fast-check';
import { contentHash } from '../core/record/content-hash.ts';
import type { Memory, MemoryInput } from '../core/record/memory.ts';
import { validateMemory } from '../core/record/validate-memory.ts';
import { createEphemeralStore } from '../engine/store/ephemeral-store.ts';
import type { MemoryStore } from '../engine/store/memory-store.ts';
import { chunkListsOf } from '../engine/transfer/store-access.ts';
import type { ExportSource } from '../transfer/export.ts';
import type { ImportSink } from '../transfer/import-batch.ts';
import { writeDecisions } from './write-decisions.ts';

export const NOW = Date.UTC(2026, 10, 22);
export const context = { now: NOW, newId: () => 'unused', hash: contentHash, conversationTtlMs: 7 * 86_400_000 };

export async function storeOf(inputs: readonly object[]): Promise<MemoryStore> {
  const store = createEphemeralStore();
  await store.open();
  const memories = inputs.map((input) => validateMemory(input, context));
  const byId = new Map(memories.map((memory) => [memory.id, memory]));
  await writeDecisions(store, [...byId.keys()], () => [...byId.values()]);
  return store;
}

export async function allOf(store: MemoryStore): Promise<Map<string, Memory>> {
  const all = new Map<string, Memory>();
  await store.scan((page) => {
    for (const { memory } of page) all.set(memory.id, memory);
  });
  return all;
}

export function sinkOf(store: MemoryStore): ImportSink {
  return {
    async upsertMany(inputs: MemoryInput[]) {
      const memories = inputs.map((input) => validateMemory(input, { ...context, now: NOW + 999 }));
      await writeDecisions(
        store,
        memories.map(({ id }) => id),
        () => memories,
      );
      return { added: memories.length, updated: 0, unchanged: 0 };
    },
    writeVectors: (fingerprint, vectors) => store.derived.writeVectors(fingerprint, vectors),
  };
}

export function sourceOf(store: MemoryStore): ExportSource {
  return {
    ids: async () => [...(await allOf(store)).keys()],
    read: async (ids) => (await store.get(ids)).filter((memory) => memory !== undefined),
    readChunks: (fingerprint) => chunkListsOf(store, fingerprint),
    readVectors: (fingerprint, hashes) => store.derived.readVectors(fingerprint, hashes),
  };
}

const anyText = fc.string({ unit: 'binary', minLength: 1 });
const text = anyText.filter((value) => value.trim() !== '');
const time = fc.integer({ min: -8.64e15, max: 8.64e15 });
export const anyInput = (image: fc.Arbitrary<NonNullable<MemoryInput['images']>[number]>) =>
  fc.record(
    {
      id: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
      text,
      title: anyText,
      tags: fc.array(anyText),
      type: fc.constantFrom('note', 'conversation', 'fact'),
      source: anyText,
      url: fc.webUrl(),
      thread: anyText,
      session: anyText,
      role: fc.constantFrom('user', 'assistant', 'system'),
      owner: anyText,
      privacy: fc.constantFrom('direct', 'channel', 'group', 'global'),
      group: anyText,
      channel: anyText,
      links: fc.array(anyText),
      aliases: fc.array(anyText),
      lang: fc.constantFrom('en', 'de-AT'),
      dir: fc.constantFrom('ltr', 'rtl', 'auto'),
      evergreen: fc.boolean(),
      pinned: fc.constant(true),
      importance: fc.double({ min: 0, max: 10, noNaN: true }),
      confidence: fc.double({ min: 0, max: 1, noNaN: true }),
      metadata: fc.dictionary(
        fc.oneof(fc.string(), fc.constantFrom('__proto__', 'constructor')),
        fc.jsonValue({ maxDepth: 4 }),
      ),
      images: fc.array(image, { maxLength: 2 }),
      createdAt: time,
      updatedAt: time,
      lastAccessedAt: time,
      accessCount: fc.nat(),
      expiresAt: fc.oneof(fc.constant(null), fc.integer({ min: NOW + 1, max: 8.64e15 })),
    },
    { requiredKeys: ['id', 'text'] },
  );
