/** Runs in the page, so it uses nothing from outside its function. */
import type { Page } from '@playwright/test';
import type { HybridSearchClient, Memory, Progress, SearchResponse } from '../../src/client/public-types.ts';
import type { HybridSearchElement } from '../../src/index.ts';

export interface FakeNote {
  id: string;
  title?: string;
  text: string;
  tags?: string[];
  source?: string;
  type?: string;
  url?: string;
  metadata?: object;
}

export interface FakeClient extends HybridSearchClient {
  /** Calls in order, such as `trash a` or `search iron`. */
  calls: string[];
  semantic: { [query: string]: string[] };
  weak: { [query: string]: string[] };
  corrected: { [query: string]: { from: string; to: string }[] };
  suggested: { [query: string]: { from: string; to: string }[] };
  /** 0–1. */
  answerable: number;
  label: 'strong' | 'likely';
  /** While true, the fused answer isn't sent until `release()` is called. Each answer has its own. */
  held: boolean;
  unread: string[];
  release(): void;
  progress(progress: Progress): void;
}

declare global {
  interface Window {
    fake: FakeClient;
    element: HybridSearchElement;
  }
}

export async function openElement(
  page: Page,
  baseUrl: string,
  notes: readonly FakeNote[],
  attributes: { [name: string]: string } = {},
  path = '/blank',
): Promise<void> {
  await page.goto(`${baseUrl}${path}`);
  await page.evaluate(installFake, notes);
  await page.evaluate(async (given) => {
    const module = '/define.js';
    await import(module);
    const element = document.createElement('hybrid-search') as HybridSearchElement;
    for (const [name, value] of Object.entries(given)) element.setAttribute(name, value);
    element.client = window.fake;
    window.element = element;
    document.body.append(element);
    await element.ready;
    await element.updateComplete;
  }, attributes);
}

/** As while the pointer is on the messages, so that deletes stay pending however long the test takes. */
export const holdUndo = (page: Page): Promise<void> => page.locator('.toasts').dispatchEvent('pointerover');

function installFake(notes: readonly FakeNote[]): void {
  const now = Date.now();
  const memories = new Map<string, Memory>();
  const trashed = new Map<string, Memory>();
  const toMemory = (note: FakeNote): Memory => ({
    tags: [],
    type: 'note',
    source: 'user',
    confidence: 0.5,
    metadata: {},
    createdAt: now,
    updatedAt: now,
    lastAccessedAt: now,
    accessCount: 0,
    contentHash: `${note.title}${note.text}`,
    ...(note as object & Pick<FakeNote, 'id' | 'text'>),
  });
  for (const note of notes) memories.set(note.id, toMemory(note));
  const listeners = new Set<(event: { ids: string[]; kind: 'put' | 'remove' | 'clear'; origin: 'local' }) => void>();
  const changed = (kind: 'put' | 'remove' | 'clear', ids: string[]): void => {
    for (const listener of listeners) listener({ ids, kind, origin: 'local' });
  };
  const progressListeners = new Set<(progress: Progress) => void>();

  const hit = (memory: Memory, words: readonly string[], label: 'strong' | 'likely' | 'weak', semantic: boolean) => {
    const highlights: SearchResponse['hits'][number]['highlights'] = [];
    for (const field of ['title', 'text'] as const) {
      const text = (memory[field] ?? '').toLowerCase();
      for (const word of words) {
        const start = text.indexOf(word);
        if (start >= 0) highlights.push({ field, start, end: start + word.length, kind: 'keyword' });
      }
    }
    const sentence = /^[^.]*\.?/.exec(memory.text)?.[0].length ?? 0;
    if (semantic) highlights.push({ field: 'text', start: 0, end: sentence, kind: 'semantic' });
    const end = Math.min(300, memory.text.length);
    return {
      id: memory.id,
      memory,
      passage: { text: memory.text.slice(0, end), start: 0, end },
      highlights,
      label,
      duplicates: [],
      scores: {
        final: 0.03,
        rrf: 0.03,
        keywordRank: semantic ? null : 1,
        keywordScore: semantic ? null : 4.2,
        semanticRank: semantic ? 1 : null,
        similarity: semantic ? 0.81 : null,
        tagBoost: 0,
        tagMatches: [],
        tier: 0,
        recencyFactor: 1,
        rerankScore: null,
        alphaUsed: 0.7,
        contributions: semantic ? { semantic: 0.03 } : { keyword: 0.03 },
        keywordRelative: 1,
        coverage: 1,
        relevance: 0.9,
        sources: ['keyword' as const],
        evidence: {
          nearness: semantic ? 3 : label === 'likely' ? 1.8 : 0,
          cosine: 0,
          margin: 0,
          coverage: 0,
          agreement: 0,
          nearAgreement: 0,
          words: 0,
          memories: 0,
          behind: 0,
        },
      },
    };
  };

  const respond = (query: string, partial: boolean, offset: number, limit: number): SearchResponse => {
    const words = query.toLowerCase().split(/\s+/).filter(Boolean);
    const all = [...memories.values()];
    const keyword = all.filter((memory) =>
      words.some((word) => `${memory.title} ${memory.text}`.toLowerCase().includes(word)),
    );
    const first = partial ? [] : (window.fake.semantic[query] ?? []);
    const weakIds = partial ? [] : (window.fake.weak[query] ?? []);
    const ranked = [
      ...first.flatMap((id) => memories.get(id) ?? []).map((memory) => hit(memory, words, window.fake.label, true)),
      ...keyword
        .filter((memory) => !first.includes(memory.id))
        .map((memory) => hit(memory, words, window.fake.label, false)),
    ];
    const hits = ranked.slice(offset, offset + limit);
    const facet: { [tag: string]: number } = {};
    for (const { memory } of ranked) for (const tag of memory.tags) facet[tag] = (facet[tag] ?? 0) + 1;
    return {
      query,
      hits,
      weak: weakIds.flatMap((id) => memories.get(id) ?? []).map((memory) => hit(memory, words, 'weak', true)),
      count: hits.length,
      answerable: window.fake.answerable,
      embeddedShare: partial ? 0 : 1 - window.fake.unread.length / memories.size,
      total: ranked.length,
      hasMore: offset + limit < ranked.length,
      fusion: 'rrf',
      counts: {},
      modesUsed: partial ? ['keyword'] : ['keyword', 'semantic'],
      understood: {
        class: 'natural',
        words,
        phrases: [],
        excluded: [],
        required: [],
        filters: [],
        corrected: window.fake.corrected[query] ?? [],
        suggested: window.fake.suggested[query] ?? [],
        unreadLanguage: null,
        identifiers: [],
        literal: [],
      },
      partial,
      facets: {
        tags: facet,
        type: { note: ranked.length },
        source: { user: ranked.length },
        month: { '2026-11': ranked.length },
      },
    };
  };

  const fake: Partial<FakeClient> = {
    name: 'fake',
    calls: [],
    semantic: {},
    weak: {},
    corrected: {},
    suggested: {},
    answerable: 1,
    label: 'strong',
    held: false,
    unread: [],
    release: () => {},
    typing: () => {
      window.fake.calls.push('typing');
    },
    touch: async () => {},
    embedded: async (id) => !window.fake.unread.includes(id),
    setModel: async (model) => {
      window.fake.calls.push(`model ${model}`);
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    onProgress: (listener) => {
      listener({
        model: { state: 'ready', id: 'fake', loadedBytes: 1, totalBytes: 1 },
        embedding: { embedded: 1, total: 1, queued: 0, paused: false, rate: 0, remainingSeconds: null },
      });
      progressListeners.add(listener);
      return () => progressListeners.delete(listener);
    },
    progress: (progress) => {
      for (const listener of progressListeners) listener(progress);
    },
    onStorage: (listener) => {
      listener({ kind: 'opened', durability: 'durable', restored: 0, lost: 0 });
      return () => {};
    },
    onError: () => () => {},
    sync: (async () => null) as unknown as HybridSearchClient['sync'],
    close: async () => {},
    get: async (id) => memories.get(id),
    async list({ limit = 50, offset = 0 } = {}) {
      const all = [...memories.values()];
      return { memories: all.slice(offset, offset + limit), total: all.length, hasMore: offset + limit < all.length };
    },
    async search(query, { onPartial, signal, offset = 0, limit = 10, typoTolerance = true } = {}) {
      fake.calls?.push(typoTolerance ? `search ${query}` : `search exactly ${query}`);
      if (fake.held) {
        onPartial?.(respond(query, true, offset, limit));
        await new Promise<void>((resolve) => {
          window.fake.release = resolve;
        });
        if (signal?.aborted) throw new Error('aborted');
      }
      return respond(query, false, offset, limit);
    },
    async add(input) {
      const memory = toMemory({ ...(input as FakeNote), id: `new-${memories.size}` });
      memories.set(memory.id, memory);
      fake.calls?.push(`add ${JSON.stringify(input)}`);
      changed('put', [memory.id]);
      return memory;
    },
    async update(id, patch) {
      const memory = { ...memories.get(id), ...patch, contentHash: JSON.stringify(patch) } as Memory;
      memories.set(id, memory);
      changed('put', [id]);
      return memory;
    },
    async position() {
      return '1@fake';
    },
    async remove(id) {
      fake.calls?.push(`remove ${id}`);
      const had = memories.delete(id);
      changed('remove', [id]);
      return had;
    },
    trash: {
      async put(ids) {
        for (const id of ids) {
          fake.calls?.push(`trash ${id}`);
          const memory = memories.get(id);
          if (memory) trashed.set(id, { ...memory, trashedAt: now });
          memories.delete(id);
        }
        changed('remove', [...ids]);
        return ids.length;
      },
      async list() {
        return { memories: [...trashed.values()], total: trashed.size, hasMore: false };
      },
      async restore(ids) {
        for (const id of ids) {
          const memory = trashed.get(id);
          if (memory) memories.set(id, memory);
          trashed.delete(id);
        }
        changed('put', [...ids]);
        return ids.length;
      },
      async empty() {
        const count = trashed.size;
        trashed.clear();
        return count;
      },
    },
    async preview(source) {
      const files = source as { path: string; file: Blob }[];
      return {
        contents: [{ format: 'markdown', files: files.length, memories: 4, threads: 0 }],
        sources: files.map(({ path }, index) => ({
          format: 'markdown',
          file: path,
          title: path,
          memories: index === 0 ? 5 - files.length : 1,
        })),
        tables: [],
        problems: [],
        cancelled: false,
      };
    },
    imports: async () => [],
    async import(source, { onProgress, signal } = {}) {
      const files = source as { path: string; file: Blob }[];
      fake.calls?.push(`import ${files.map((entry) => entry.path).join(' ')}`);
      const progress = {
        file: files[0]?.path ?? '',
        filesDone: 1,
        filesTotal: files.length,
        bytesDone: 1,
        bytesTotal: 2,
        rows: 3,
      };
      onProgress?.(progress);
      const report = { added: 3, updated: 1, unchanged: 0, contents: [], problems: [], cancelled: false };
      if (fake.held)
        await new Promise<void>((resolve) => {
          window.fake.release = resolve;
          signal?.addEventListener('abort', () => resolve());
        });
      if (signal?.aborted) return { ...report, updated: 0, cancelled: true };
      const problems = files
        .filter((entry) => entry.path.endsWith('.json'))
        .map((entry) => ({ file: entry.path, line: 7, code: 'invalid-import', message: 'Unexpected end of <JSON>' }));
      return { ...report, problems };
    },
    async export() {
      return new Blob(['{}\n']);
    },
    async stats() {
      const tags: { [tag: string]: number } = {};
      for (const memory of memories.values()) for (const tag of memory.tags) tags[tag] = (tags[tag] ?? 0) + 1;
      return {
        memories: memories.size,
        byType: { note: memories.size },
        tags,
        unread: {},
        storage: { bytes: 120_000, quota: 1e9, files: 0, durability: 'durable', event: '', restored: 0 },
      } as unknown as Awaited<ReturnType<HybridSearchClient['stats']>>;
    },
  };
  const client = fake as FakeClient;
  Object.assign(client, { ready: Promise.resolve(client) });
  window.fake = client;
}

export const NOTES: readonly FakeNote[] = [
  {
    id: 'iron',
    title: 'Iron farm',
    text: 'Ten villagers and a bell. The iron golem appears at dusk.',
    tags: ['farms'],
  },
  { id: 'gold', title: 'Gold farm', text: 'Above the portal. Mind the iron doors, they stick.', tags: ['farms'] },
  { id: 'bread', title: 'Bread', text: 'Flour, water, salt. Bake in an iron pot.', tags: ['kitchen'] },
  {
    id: 'gather',
    title: 'Efficient resource gathering',
    text: 'Work in a grid and sort at the end.',
    tags: ['planning'],
  },
  { id: 'train', title: 'Train times', text: 'The early train leaves at six.', tags: ['travel'] },
];
