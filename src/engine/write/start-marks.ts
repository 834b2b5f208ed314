/**
 * When each step of a start was done: a named mark each (`hybrid-search:rows` …) in the worker's timeline, where browsers'
 * tools show it, and one line of the log, which the benchmark prints. Snapshots are taken while the store opens, so the
 * steps overlap.
 */
export type StartStep = 'store' | 'rows-read' | 'rows' | 'keyword-read' | 'keyword' | 'changes';

export interface StartMarks {
  /** The step is done. */
  mark(step: StartStep): void;
  /** Milliseconds since the engine's start, in order; steps that did not happen are left out. */
  milliseconds(): { [step in StartStep]?: number };
}

export function createStartMarks(clock: () => number = () => performance.now()): StartMarks {
  const taken: { [step in StartStep]?: number } = {};
  const start = clock();
  return {
    mark(step) {
      taken[step] = Math.round((clock() - start) * 10) / 10;
      performance.mark(`hybrid-search:${step}`);
    },
    milliseconds: () => taken,
  };
}
