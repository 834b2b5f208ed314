import { describe, expect, it } from 'vitest';
import type { Progress, Stats } from './engine-access.ts';
import { isUnfinished, meaningOf } from './meaning.ts';

const progress = (state: Progress['model']['state'], queued = 0): Progress => ({
  model: { state, id: 'm', loadedBytes: 0, totalBytes: 0 },
  embedding: { embedded: 0, total: 0, queued, paused: false, rate: 0, remainingSeconds: null },
});
const stats = (memories: number): Stats => ({ memories }) as Stats;

describe('meaningOf', () => {
  it('counts notes, not passages', () => {
    expect(meaningOf(progress('ready', 63), stats(66))).toEqual({ state: 'reading', read: 3, total: 66 });
  });

  it('never counts below zero if the statistics lag behind', () => {
    expect(meaningOf(progress('ready', 63), stats(0))).toEqual({ state: 'reading', read: 0, total: 63 });
  });

  it('waits for a loading model, but not for one that nobody requested', () => {
    expect(isUnfinished(meaningOf(progress('loading'), stats(66)))).toBe(true);
    for (const state of ['off', 'waiting', 'failed'] as const)
      expect(isUnfinished(meaningOf(progress(state, 66), stats(66))), state).toBe(false);
  });

  it('says that an answer may grow only while notes are being read', () => {
    const paused = progress('ready', 8);
    paused.embedding.paused = true;
    expect(isUnfinished(meaningOf(paused, stats(110)))).toBe(false);
    expect(isUnfinished(meaningOf(progress('loading'), stats(0)))).toBe(false);
  });

  it('says that an answer won’t grow while the model doesn’t respond', () => {
    for (const state of ['loading', 'ready'] as const) {
      const silent = progress(state, 8);
      silent.model.unresponsive = true;
      expect(isUnfinished(meaningOf(silent, stats(110))), state).toBe(false);
    }
  });

  it('claims no reading on a first visit, before the statistics arrive', () => {
    expect(meaningOf(progress('loading'), null)).toEqual({ state: 'absent' });
    expect(meaningOf(progress('ready', 3), null)).toEqual({ state: 'reading', read: 0, total: 3 });
  });

  it('is complete when nothing is queued', () => {
    expect(meaningOf(progress('ready'), stats(66))).toEqual({ state: 'whole' });
  });
});
