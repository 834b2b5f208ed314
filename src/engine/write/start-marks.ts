/**
 * How long each step of a start took: a named mark each (`hybrid-search:rows` …) in the worker's timeline, where browsers'
 * tools show it, and one line of the log, which the benchmark prints.
 */
export type StartStep = 'store' | 'rows-read' | 'rows' | 'keyword-read' | 'keyword' | 'changes';

export interface StartMarks {
  /** The step is done. */
  mark(step: StartStep): void;
  /** Milliseconds by step, in order; steps that did not happen are left out. */
  milliseconds(): { [step in StartStep]?: number };
}

export function createStartMarks(clock: () => number = () => performance.now()): StartMarks {
  const taken: { [step in StartStep]?: number } = {};
  let last = clock();
  return {
    mark(step) {
      const now = clock();
      taken[step] = Math.round((now - last) * 10) / 10;
      last = now;
      performance.mark(`hybrid-search:${step}`);
    },
    milliseconds: () => taken,
  };
}
