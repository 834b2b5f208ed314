/** Records when each step of a start was done, in the worker's timeline and for one log line. The steps overlap. */
export type StartStep = 'store' | 'rows-read' | 'rows' | 'keyword-read' | 'keyword' | 'changes';

export type StartMarks = ReturnType<typeof createStartMarks>;

export function createStartMarks() {
  const taken: { [step in StartStep]?: number } = {};
  const start = performance.now();
  return {
    mark(step: StartStep): void {
      taken[step] = Math.round((performance.now() - start) * 10) / 10;
      performance.mark(`hybrid-search:${step}`);
    },
    /** Returns milliseconds since the engine's start, in order. Steps that didn't happen are missing. */
    milliseconds: () => taken,
  };
}
