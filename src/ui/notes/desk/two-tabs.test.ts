import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Memory } from '../../../core/record/memory.ts';
import { Drafts, draftsEntry, NEW_NOTE } from './drafts.ts';
import { NO_FIELDS } from './note-fields.ts';
import { PendingClear } from './pending-clear.ts';
import { PendingDeletes, UNDO_MS } from './pending-deletes.ts';

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
    const drafts = new Drafts();
    drafts.open('notes');
    return drafts;
  };
  const kept = (): unknown[] => JSON.parse(stored.get(draftsEntry('notes')) ?? '[]').map(([id]: [string]) => id);

  it('of two tabs coexist', () => {
    const [here, there] = [open(), open()];
    here.keep(NEW_NOTE, draft('an hour of writing'));
    vi.runAllTimers();
    there.keep('bread', draft('rye'));
    vi.runAllTimers();
    expect(kept()).toEqual([NEW_NOTE, 'bread']);
    expect(open().get(NEW_NOTE)?.fields.text).toBe('an hour of writing');
  });

  it("without changes aren't restored", () => {
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

  it('of another tab stay when one tab discards its own', () => {
    const [here, there] = [open(), open()];
    here.keep(NEW_NOTE, draft('an hour of writing'));
    there.keep('bread', draft('rye'));
    vi.runAllTimers();
    there.drop('bread');
    vi.runAllTimers();
    expect(kept()).toEqual([NEW_NOTE]);
  });
});

describe('"delete all" in two tabs', () => {
  const open = () => {
    const clear = vi.fn(async () => {});
    const clearing = new PendingClear(clear);
    clearing.connect();
    clearing.open('notes');
    return { clear, clearing };
  };
  /** Notifies the tabs, as the browser does when another document writes to localStorage. */
  const tell = (): void => {
    window.dispatchEvent(Object.assign(new Event('storage'), { key: 'hybrid-search:clearing:notes' }));
  };

  it('isn’t carried out by another tab after one tab undid it', async () => {
    const here = open();
    here.clearing.schedule(66, '66@s');
    const there = open();
    expect(there.clearing.state.clearing?.count).toBe(66);
    here.clearing.undo();
    await vi.advanceTimersByTimeAsync(2 * UNDO_MS);
    expect(there.clear).not.toHaveBeenCalled();
    expect(there.clearing.state.clearing).toBeNull();
  });

  it('disappears from another tab after one tab undid it', () => {
    const here = open();
    here.clearing.schedule(66, '66@s');
    const there = open();
    here.clearing.undo();
    tell();
    expect(there.clearing.state.clearing).toBeNull();
  });

  it('is carried out by only one of two tabs', async () => {
    const here = open();
    here.clearing.schedule(66, '66@s');
    const there = open();
    await vi.advanceTimersByTimeAsync(2 * UNDO_MS);
    expect(here.clear.mock.calls.length + there.clear.mock.calls.length).toBe(1);
  });

  it('is carried out even if the page can’t store anything', async () => {
    vi.stubGlobal('localStorage', undefined);
    const here = open();
    here.clearing.schedule(66, '66@s');
    await vi.advanceTimersByTimeAsync(UNDO_MS);
    expect(here.clear).toHaveBeenCalledOnce();
  });
});

describe('"delete all" and later notes', () => {
  const note = (id: string, updatedAt = 0) => ({ id, updatedAt }) as Memory;
  const open = (clear = vi.fn(async (_before: string) => {})) => {
    const clearing = new PendingClear(clear);
    clearing.connect();
    clearing.open('notes');
    return { clear, clearing };
  };

  it('deletes the notes up to its position, on the next visit too', async () => {
    const before = open();
    before.clearing.schedule(66, '66@s');
    before.clearing.close();
    const { clear } = open();
    await vi.advanceTimersByTimeAsync(UNDO_MS);
    expect(clear).toHaveBeenCalledWith('66@s');
  });

  it('shows a note that arrived since, whatever its date', () => {
    const { clearing } = open();
    clearing.schedule(66, '66@s');
    expect(clearing.includes(note('bread'))).toBe(true);
    clearing.spare(['bread']);
    expect([clearing.includes(note('bread')), clearing.includes(note('salt'))]).toEqual([false, true]);
  });

  it('is ended by an import, even in another tab', async () => {
    const here = open();
    here.clearing.schedule(66, '66@s');
    const there = open();
    expect(await there.clearing.end()).toBe(true);
    expect(await there.clearing.end()).toBe(false);
    await vi.advanceTimersByTimeAsync(2 * UNDO_MS);
    expect(here.clear).not.toHaveBeenCalled();
    expect(open().clearing.state.clearing).toBeNull();
  });

  it("makes an import wait while it's carried out", async () => {
    let finish = (): void => {};
    const { clearing } = open(
      vi.fn(
        () =>
          new Promise<void>((resolve) => {
            finish = resolve;
          }),
      ),
    );
    clearing.schedule(66, '66@s');
    await vi.advanceTimersByTimeAsync(UNDO_MS);
    let ended = false;
    const ending = clearing.end().then(() => {
      ended = true;
    });
    await vi.advanceTimersByTimeAsync(1);
    expect(ended).toBe(false);
    finish();
    await ending;
  });

  it('is dropped if an older version stored only its time', async () => {
    stored.set('hybrid-search:clearing:notes', JSON.stringify({ at: Date.now(), count: 66 }));
    const { clear } = open();
    await vi.advanceTimersByTimeAsync(2 * UNDO_MS);
    expect(clear).not.toHaveBeenCalled();
  });
});

describe('an undoable delete', () => {
  const hold = () => {
    const remove = vi.fn(async (_id: string, _before: Promise<string | undefined>) => {});
    const deletes = new PendingDeletes(remove, async () => '7@s');
    deletes.schedule({ id: 'bread', updatedAt: 0 } as Memory);
    return { remove, deletes };
  };

  it('spares a note that another tab has saved since, even with an old date', async () => {
    const { remove, deletes } = hold();
    await vi.advanceTimersByTimeAsync(1);
    deletes.spare(['bread', 'salt']);
    expect(deletes.has('bread')).toBe(false);
    await vi.advanceTimersByTimeAsync(UNDO_MS);
    expect(remove).not.toHaveBeenCalled();
  });

  it("isn't undone by an earlier change", () => {
    const { deletes } = hold();
    deletes.spare(['bread']);
    expect(deletes.has('bread')).toBe(true);
  });

  it('applies to the note as it was at the position of the delete', async () => {
    const { remove } = hold();
    await vi.advanceTimersByTimeAsync(UNDO_MS);
    expect(remove.mock.calls.map(([id]) => id)).toEqual(['bread']);
    expect(await remove.mock.calls[0]![1]).toBe('7@s');
  });
});
