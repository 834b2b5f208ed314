/** Runs against the public client and the engine, over a real channel. Gates hold answers back, never timers. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHybridSearch } from '../../../client/client.ts';
import { HybridSearchError } from '../../../core/errors.ts';
import { PortWorker } from '../../../testing/port-worker.ts';
import type { HybridSearchClient } from '../../shared/engine-access.ts';
import { SearchController } from './search-controller.ts';
import type { SearchListener, SearchPhase } from './search-state.ts';

let client: HybridSearchClient;
let stores = 0;

beforeEach(async () => {
  vi.stubGlobal('Worker', PortWorker);
  client = createHybridSearch({ name: `controller-${++stores}`, modelLoad: 'manual', language: 'en' });
  await client.addMany(
    ['copper', 'iron', 'tin', 'zinc'].map((metal, at) => ({
      id: metal,
      text: `${metal} lamp`,
      tags: [at < 2 ? 'red' : 'white'],
      createdAt: at + 1,
    })),
  );
});
afterEach(async () => {
  await client.close();
  vi.unstubAllGlobals();
});

interface Screen {
  controller: SearchController;
  phases: SearchPhase[];
  told: string[];
  pinned: string | null;
  ids(): string[];
  done(): Promise<void>;
}

function screen(own: Partial<HybridSearchClient> = {}): Screen {
  const phases: SearchPhase[] = [];
  const told: string[] = [];
  const listener: SearchListener = {
    isUnfinished: () => false,
    onMore: () => told.push('more'),
    pinnedId: () => shown.pinned,
    onResponse: (query) => told.push(`response ${query}`),
    onSettled: (again) => told.push(again ? 'settled again' : 'settled'),
    onLate: () => told.push('late'),
    onSearchError: (error) => told.push(`error ${(error as { code?: string }).code}`),
  };
  const controller = new SearchController(listener);
  controller.subscribe(() => {
    const { phase } = controller.state;
    if (phases.at(-1) !== phase) phases.push(phase);
  });
  const shown: Screen = {
    controller,
    phases,
    told,
    pinned: null,
    ids: () => controller.state.rows.map(({ id }) => id),
    done: () => vi.waitFor(() => expect(['done', 'failed']).toContain(controller.state.phase)),
  };
  controller.attach({ ...client, ...own });
  return shown;
}

function gate(): { passed: Promise<void>; open(): void } {
  let open = (): void => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}

function heldBack(query: string): { search: HybridSearchClient['search']; open(): void; asked: string[] } {
  const { passed, open } = gate();
  const asked: string[] = [];
  return {
    open,
    asked,
    async search(wanted, { signal: _, ...options } = {}) {
      asked.push(wanted);
      // A busy engine doesn't notice an abort, so its answer arrives anyway.
      const answer = await client.search(wanted, options);
      if (wanted === query) await passed;
      return answer;
    },
  };
}

describe('the search of the element', () => {
  it('shows what was written after the question, although no answer ends because the model loads', async () => {
    const { passed, open } = gate();
    const shown = screen({
      async search(query, options = {}) {
        options.onPartial?.({ ...(await client.search(query, { modes: ['keyword'] })), partial: true });
        await passed;
        return client.search(query);
      },
    });
    shown.controller.setQuery('pewter', false);
    await vi.waitFor(() => expect(shown.controller.state.phase).toBe('partial'));
    expect(shown.ids()).toEqual([]);
    await client.add({ id: 'pewter', text: 'pewter lamp' });
    shown.controller.refresh();
    await vi.waitFor(() => expect(shown.ids()).toEqual(['pewter']), { timeout: 60_000 });
    open();
    await shown.done();
    expect(shown.ids()).toEqual(['pewter']);
  });

  it('lists the store for an empty query, newest first', async () => {
    const shown = screen();
    await shown.done();
    expect(shown.controller.browsing).toBe(true);
    expect(shown.ids()).toEqual(['zinc', 'tin', 'iron', 'copper']);
    expect(shown.controller.state).toMatchObject({ total: 4, hasMore: false, response: null });
  });

  it('lists in the order of the page until a person chooses one, and finds the best first', async () => {
    await client.update('tin', { text: 'tin lamp, dented, with two lamp oils' });
    const shown = screen();
    shown.controller.setOrder('updated');
    await shown.done();
    expect(shown.ids()[0]).toBe('tin');
    shown.controller.setSort('oldest');
    await shown.done();
    expect(shown.ids()[0]).toBe('copper');
    shown.controller.setSort('relevance');
    shown.controller.setQuery('copper lamp', false);
    await shown.done();
    expect(shown.ids()[0]).toBe('copper');
  });

  it("lists and finds only what the page's filters let in, and a person filters further", async () => {
    const shown = screen();
    shown.controller.setScope({ tags: ['red'] });
    await shown.done();
    expect(shown.ids()).toEqual(['iron', 'copper']);
    shown.controller.setQuery('lamp', false);
    await shown.done();
    expect(shown.ids().sort()).toEqual(['copper', 'iron']);
    shown.controller.setFilters({ tags: ['white'] });
    await shown.done();
    expect(shown.ids()).toEqual([]);
    shown.controller.setScope(null);
    await shown.done();
    expect(shown.ids().sort()).toEqual(['tin', 'zinc']);
  });

  it("answers a query with its facets, and reports once that it's complete", async () => {
    const shown = screen();
    await shown.done();
    shown.told.length = 0;
    shown.phases.length = 0;
    shown.controller.setQuery('iron', false);
    await shown.done();
    expect(shown.ids()).toEqual(['iron']);
    expect(shown.controller.state.facets?.tags).toEqual({ red: 1 });
    expect(shown.told.filter((event) => event === 'settled')).toHaveLength(1);
    expect(shown.phases).toContain('searching');
    expect(shown.phases.at(-1)).toBe('done');
  });

  it('never shows the answer to an older query after that of a newer one', async () => {
    const slow = heldBack('copper');
    const shown = screen(slow);
    shown.controller.setQuery('copper', false);
    await vi.waitFor(() => expect(slow.asked).toContain('copper'));
    shown.controller.setQuery('tin', false);
    await shown.done();
    expect(shown.ids()).toEqual(['tin']);
    slow.open();
    // The next query's answer arrives after everything that was on its way.
    shown.controller.setQuery('zinc', false);
    await vi.waitFor(() => expect(shown.ids()).toEqual(['zinc']));
    expect(shown.told.filter((event) => event.startsWith('response'))).not.toContain('response copper');
  });

  it('searches at the first key and after a burst of keys, and tells the engine that someone is typing', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const typing = vi.fn();
      const slow = heldBack('');
      const shown = screen({ ...slow, typing });
      for (const query of ['c', 'co', 'cop']) shown.controller.setQuery(query, true);
      expect(typing).toHaveBeenCalledTimes(3);
      expect(slow.asked).toEqual(['c']);
      await vi.advanceTimersByTimeAsync(50);
      expect(slow.asked).toEqual(['c', 'cop']);
    } finally {
      vi.useRealTimers();
    }
  });

  it("shows that it's busy only if an answer takes long", async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const slow = heldBack('copper');
      const shown = screen(slow);
      shown.controller.setQuery('copper', false);
      await vi.advanceTimersByTimeAsync(299);
      expect(shown.controller.state.late).toBe(false);
      await vi.advanceTimersByTimeAsync(1);
      expect(shown.controller.state.late).toBe(true);
      expect(shown.told).toContain('late');
      vi.useRealTimers();
      slow.open();
      await shown.done();
      expect(shown.controller.state.late).toBe(false);
    } finally {
      vi.useRealTimers();
    }
  });

  it('shows keyword rows first, and the active row keeps its place when the fused answer arrives', async () => {
    const { passed, open } = gate();
    const shown = screen({
      async search(query, options = {}) {
        const answer = await client.search(query, { ...options, typoTolerance: true });
        options.onPartial?.({ ...answer, modesUsed: ['keyword'] });
        await passed;
        // The complete answer has the hits in reverse order.
        return { ...answer, modesUsed: ['keyword', 'semantic'], hits: [...answer.hits].reverse() };
      },
    });
    shown.controller.setQuery('lamp', false);
    await vi.waitFor(() => expect(shown.controller.state.phase).toBe('partial'));
    const before = shown.ids();
    shown.pinned = before[0]!;
    open();
    await shown.done();
    expect(shown.ids()).toEqual([before[0], ...before.slice(1).reverse()]);

    shown.pinned = null;
    shown.controller.unpin();
    await vi.waitFor(() => expect(shown.ids()).toEqual([...before].reverse()));
  });

  it('appends the next page without a row twice, and stops at the end', async () => {
    const shown = screen();
    shown.controller.setLimit(3);
    shown.controller.setQuery('lamp', false);
    await vi.waitFor(() => expect(shown.ids()).toHaveLength(3));
    expect(shown.controller.state).toMatchObject({ total: 4, hasMore: true });
    await shown.controller.loadMore();
    expect([...shown.ids()].sort()).toEqual(['copper', 'iron', 'tin', 'zinc']);
    expect(shown.controller.state).toMatchObject({ hasMore: false, loadingMore: false });
    await shown.controller.loadMore();
    expect(shown.ids()).toHaveLength(4);
  });

  it('drops a page of the previous query', async () => {
    const { passed, open } = gate();
    const pages: number[] = [];
    const shown = screen({
      async search(query, { signal: _, ...options } = {}) {
        pages.push(options.offset ?? 0);
        if (options.offset) await passed;
        return client.search(query, options);
      },
    });
    shown.controller.setLimit(2);
    shown.controller.setQuery('lamp', false);
    await vi.waitFor(() => expect(shown.ids()).toHaveLength(2));
    const more = shown.controller.loadMore();
    shown.controller.setQuery('tin', false);
    await vi.waitFor(() => expect(shown.ids()).toEqual(['tin']));
    open();
    await more;
    expect(shown.ids()).toEqual(['tin']);
    expect(shown.controller.state.loadingMore).toBe(false);
    expect(pages).toContain(2);
  });

  it('applies filters, search modes and the chosen order', async () => {
    const shown = screen();
    shown.controller.setQuery('lamp', false);
    shown.controller.setFilters({ tags: ['white'] });
    shown.controller.setSort('oldest');
    await shown.done();
    expect(shown.ids()).toEqual(['tin', 'zinc']);
    shown.controller.setSearchBy('keyword');
    await shown.done();
    expect(shown.controller.state.response?.modesUsed).toEqual(['keyword']);
  });

  it('keeps the rows that are shown in an automatic refresh, and removes deleted ones', async () => {
    const shown = screen();
    shown.controller.setLimit(2);
    shown.controller.setQuery('lamp', false);
    await vi.waitFor(() => expect(shown.ids()).toHaveLength(2));
    await shown.controller.loadMore();
    shown.phases.length = 0;
    await client.remove('iron');
    shown.controller.refresh(0);
    await vi.waitFor(() => expect(shown.told).toContain('settled again'));
    expect([...shown.ids()].sort()).toEqual(['copper', 'tin', 'zinc']);
    expect(shown.phases).toEqual(['done']);
  });

  it('loads the page that was asked for before it refreshes', async () => {
    const { passed, open } = gate();
    const shown = screen({
      async search(query, options = {}) {
        if (options.offset) await passed;
        options.signal?.throwIfAborted();
        return client.search(query, options);
      },
    });
    shown.controller.setLimit(2);
    shown.controller.setQuery('lamp', false);
    await vi.waitFor(() => expect(shown.ids()).toHaveLength(2));
    const more = shown.controller.loadMore();
    shown.controller.refresh(0);
    await vi.waitFor(() => expect(shown.controller.refreshing).toBe(true));
    // The refresh is asked for again until the page is there.
    for (let turns = 0; turns < 10; turns++) await new Promise((resolve) => setTimeout(resolve));
    open();
    await more;
    expect(shown.ids()).toHaveLength(4);
    await vi.waitFor(() => expect(shown.told).toContain('settled again'));
    expect(shown.ids()).toHaveLength(4);
  });

  it('keeps a page that is loaded while a refresh runs', async () => {
    const { passed, open } = gate();
    let refreshes = false;
    const shown = screen({
      async search(query, options = {}) {
        const answer = await client.search(query, options);
        if (refreshes && !options.offset) await passed;
        return answer;
      },
    });
    shown.controller.setLimit(2);
    shown.controller.setQuery('lamp', false);
    await vi.waitFor(() => expect(shown.ids()).toHaveLength(2));
    await shown.done();
    refreshes = true;
    shown.controller.refresh(0);
    await vi.waitFor(() => expect(shown.controller.refreshing).toBe(true));
    await shown.controller.loadMore();
    expect(shown.ids()).toHaveLength(4);
    open();
    await vi.waitFor(() => expect(shown.told).toContain('settled again'));
    expect(shown.ids()).toHaveLength(4);
  });

  it.each(['', 'lamp'])('keeps all rows in a refresh, even if they take several pages (query "%s")', async (query) => {
    const shown = screen();
    await client.addMany(Array.from({ length: 250 }, (_, at) => ({ id: `lamp ${at}`, text: `lamp ${at}` })));
    shown.controller.setLimit(100);
    shown.controller.setQuery(query, false);
    await vi.waitFor(() => expect(shown.ids()).toHaveLength(100));
    await shown.done();
    for (const rows of [200, 254]) {
      await shown.controller.loadMore();
      expect(shown.ids()).toHaveLength(rows);
    }
    await client.remove('lamp 7');
    shown.controller.refresh(0);
    await vi.waitFor(() => expect(shown.told).toContain('settled again'));
    expect(shown.ids()).toHaveLength(253);
    expect(shown.ids()).not.toContain('lamp 7');
    expect(shown.controller.state.hasMore).toBe(false);
  });

  it('removes deleted rows at once, and counts without them', async () => {
    const shown = screen();
    await shown.done();
    shown.controller.drop(['tin']);
    expect(shown.ids()).toEqual(['zinc', 'iron', 'copper']);
    expect(shown.controller.state.total).toBe(3);
    shown.controller.drop();
    expect([shown.ids(), shown.controller.state.total]).toEqual([[], 0]);
  });

  it('reports a failure with its reason, and answers the next query', async () => {
    let fails = true;
    const shown = screen({
      async search(query, options) {
        if (fails) throw new HybridSearchError('worker-died');
        return client.search(query, options);
      },
    });
    shown.controller.setQuery('tin', false);
    await shown.done();
    expect(shown.controller.state).toMatchObject({ phase: 'failed', error: { code: 'worker-died' } });
    expect(shown.told).toContain('error worker-died');
    fails = false;
    shown.controller.retry();
    await vi.waitFor(() => expect(shown.ids()).toEqual(['tin']));
    expect(shown.controller.state.error).toBeNull();
  });

  it('shows nothing more once its client is removed', async () => {
    const slow = heldBack('copper');
    const shown = screen(slow);
    await shown.done();
    const before = shown.ids();
    shown.controller.setQuery('copper', false);
    await vi.waitFor(() => expect(slow.asked).toContain('copper'));
    shown.controller.attach(null);
    slow.open();
    await client.count();
    expect(shown.ids()).toEqual(before);
  });
});
