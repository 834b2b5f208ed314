/** Records when each step of a start was done, in the worker's timeline and for one log line. The steps overlap. */
export type StartStep = 'store' | 'rows-read' | 'rows' | 'keyword-read' | 'keyword' | 'changes';

export interface StartMarks {
  mark(step: StartStep): void;
  /** Returns milliseconds since the engine's start, in order. Steps that didn't happen are missing. */
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
