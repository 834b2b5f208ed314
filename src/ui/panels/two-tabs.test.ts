/** What two tabs, or two elements of one name, keep in the storage of the page: neither takes from the other. */
import type { ReactiveControllerHost } from 'lit';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Memory } from '../../core/record/memory.ts';
import { Drafts, draftsEntry, NEW_NOTE } from './drafts.ts';
import { NO_FIELDS } from './note-fields.ts';
import { PendingClear } from './pending-clear.ts';
import { PendingDeletes, UNDO_MS } from './pending-deletes.ts';

const host: ReactiveControllerHost = {
  addController() {},
  removeController() {},
  requestUpdate() {},
  updateComplete: Promise.resolve(true),
};

let stored: Map<string, string>;

beforeEach(() => {
  vi.useFakeTimers();
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.stubGlobal('window', new EventTarget());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('drafts', () => {
  const draft = (text: string) => ({ fields: { ...NO_FIELDS, text }, base: NO_FIELDS, at: 1 });
  const open = (): Drafts => {
    const drafts = new Drafts(host);
    drafts.open('notes');
    return drafts;
  };
  const kept = (): unknown[] => JSON.parse(stored.get(draftsEntry('notes')) ?? '[]').map(([id]: [string]) => id);

  it('of two tabs stand beside each other', () => {
    const [here, there] = [open(), open()];
    here.keep(NEW_NOTE, draft('an hour of writing'));
    vi.runAllTimers();
    there.keep('bread', draft('rye'));
    vi.runAllTimers();
    expect(kept()).toEqual([NEW_NOTE, 'bread']);
    expect(open().get(NEW_NOTE)?.fields.text).toBe('an hour of writing');
  });

  it('that say nothing new are not taken up again', () => {
    const same = { fields: NO_FIELDS, base: NO_FIELDS, at: 1 };
    stored.set(
      draftsEntry('notes'),
      JSON.stringify([
        ['bread', same],
        ['rye', draft('rye')],
      ]),
    );
    expect([...open().state.drafts.keys()]).toEqual(['rye']);
  });

  it('that are dropped in one tab take none of the other with them', () => {
    const [here, there] = [open(), open()];
    here.keep(NEW_NOTE, draft('an hour of writing'));
    there.keep('bread', draft('rye'));
    vi.runAllTimers();
    there.drop('bread');
    vi.runAllTimers();
    expect(kept()).toEqual([NEW_NOTE]);
  });
});

describe('"delete all"', () => {
  const open = () => {
    const clear = vi.fn(async () => {});
    const clearing = new PendingClear(host, clear);
    clearing.hostConnected();
    clearing.open('notes');
    return { clear, clearing };
  };
  /** The browser tells each document of what another wrote. */
  const tell = (): void => {
    window.dispatchEvent(Object.assign(new Event('storage'), { key: 'hybrid-search:clearing:notes' }));
  };

  it('that was taken back in one tab is not carried out by another', async () => {
    const here = open();
    here.clearing.hold(66);
    const there = open();
    expect(there.clearing.state.clearing?.count).toBe(66);
    here.clearing.undo();
    await vi.advanceTimersByTimeAsync(2 * UNDO_MS);
    expect(there.clear).not.toHaveBeenCalled();
    expect(there.clearing.state.clearing).toBeNull();
  });

  it('that was taken back in one tab is shown by another no longer', () => {
    const here = open();
    here.clearing.hold(66);
    const there = open();
    here.clearing.undo();
    tell();
    expect(there.clearing.state.clearing).toBeNull();
  });

  it('is carried out by one of two tabs', async () => {
    const here = open();
    here.clearing.hold(66);
    const there = open();
    await vi.advanceTimersByTimeAsync(2 * UNDO_MS);
    expect(here.clear.mock.calls.length + there.clear.mock.calls.length).toBe(1);
  });

  it('is carried out where the page may keep nothing', async () => {
    vi.stubGlobal('localStorage', undefined);
    const here = open();
    here.clearing.hold(66);
    await vi.advanceTimersByTimeAsync(UNDO_MS);
    expect(here.clear).toHaveBeenCalledOnce();
  });
});

describe('a delete', () => {
  const memory = { id: 'bread', updatedAt: 0 } as Memory;
  const hold = () => {
    const remove = vi.fn(async () => {});
    const deletes = new PendingDeletes(host, remove);
    deletes.hold(memory);
    return { remove, deletes };
  };

  it('spares a note that another tab saved since', async () => {
    const { remove, deletes } = hold();
    await deletes.spare(['bread', 'salt'], async () => ({ ...memory, updatedAt: Date.now() + 1 }));
    expect(deletes.has('bread')).toBe(false);
    await vi.advanceTimersByTimeAsync(UNDO_MS);
    expect(remove).not.toHaveBeenCalled();
  });

  it('does not spare a note of which only the reading was counted', async () => {
    const { remove, deletes } = hold();
    await deletes.spare(['bread'], async () => ({ ...memory, accessCount: 2 }));
    await vi.advanceTimersByTimeAsync(UNDO_MS);
    expect(remove).toHaveBeenCalledExactlyOnceWith('bread');
  });
});
