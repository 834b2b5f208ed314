/**
 * When each step of a start was done: a named mark each (`hybrid-search:rows` …) in the worker's timeline for the
 * browser's tools, and one line of the log, which the benchmark prints. Snapshots are read while the store opens, so
 * the steps overlap.
 */
export type StartStep = 'store' | 'rows-read' | 'rows' | 'keyword-read' | 'keyword' | 'changes';

export interface StartMarks {
  /** The step is done. */
  mark(step: StartStep): void;
  /** Milliseconds since the engine's start, in order, without steps that didn't happen. */
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
