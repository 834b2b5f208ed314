/** Counts how often V8 runs each block, and the data that built-in functions process. The same on every machine. */
import { type Profiler, Session } from 'node:inspector';
import { nativeExec } from './regexp-program.ts';
import { countRegExp } from './regexp-steps.ts';

const COUNTED = /\/(?:src|node_modules)\//;
const UNCOUNTED = /vitest|vite|chai|@eslint-community|regexp-(?:program|steps)|count-steps|\.test\.ts/;

// biome-ignore lint/suspicious/noExplicitAny: methods of many types in one table
type Args = any[];
// biome-ignore lint/suspicious/noExplicitAny: methods of many types in one table
type Cost = (self: any, args: Args, result: any) => number;

const whole: Cost = (self: { length: number }) => self.length;
const made: Cost = (_self, _args, result: { length: number }) => result.length;
/** V8 represents a long substring as a view of the original text, so at most 13 units are copied. */
const part: Cost = (_self, _args, result: string) => Math.min(13, result.length);
const searched: Cost = (self: string, [sought, from = 0]: Args, result: number) =>
  Math.max(1, (result < 0 ? self.length : result + String(sought).length) - from);
const searchedBack: Cost = (self: string, [, from = self.length]: Args, result: number) =>
  Math.max(1, Math.min(from, self.length) - Math.max(0, result));
const items: Cost = (self: { length: number }, [sought, from = 0]: Args, result: unknown) =>
  Math.max(1, (typeof result === 'number' && result >= 0 && sought !== undefined ? result : self.length) - from);

/** Callbacks aren't included, because V8 counts their blocks. */
const BUILT_IN: readonly (readonly [object: object, costs: { readonly [method: string]: Cost }])[] = [
  [
    String.prototype,
    {
      indexOf: searched,
      includes: (self: string, args) => searched(self, args, self.indexOf(...(args as [string]))),
      lastIndexOf: searchedBack,
      normalize: whole,
      toLowerCase: whole,
      toUpperCase: whole,
      trim: (self: string, _args, result: string) => 1 + self.length - result.length,
      trimEnd: (self: string, _args, result: string) => 1 + self.length - result.length,
      trimStart: (self: string, _args, result: string) => 1 + self.length - result.length,
      slice: part,
      substring: part,
      split: whole,
      replace: whole,
      replaceAll: whole,
      repeat: made,
      padStart: made,
      padEnd: made,
      localeCompare: whole,
    },
  ],
  [
    Array.prototype,
    {
      indexOf: items,
      includes: items,
      slice: made,
      concat: made,
      join: whole,
      splice: whole,
      shift: whole,
      unshift: whole,
      reverse: whole,
      sort: whole,
      fill: whole,
      flat: made,
    },
  ],
  [
    Object.getPrototypeOf(Uint8Array.prototype) as object,
    {
      set: (_self, [source]: Args) => source.length,
      slice: made,
      fill: whole,
      indexOf: items,
      lastIndexOf: (self: Uint8Array, _args, result: number) => self.length - Math.max(0, result),
      sort: whole,
    },
  ],
  [Array, { from: made }],
  [
    Object,
    {
      keys: made,
      values: made,
      entries: made,
      fromEntries: (_self, [entries]: Args) => entries.length ?? 1,
    },
  ],
  [JSON, { parse: (_self, [text]: Args) => text.length, stringify: made }],
];

/**
 * Starting and stopping a recorder is as slow as many recordings, so use one for all of them. A recording also counts
 * the blocks that ran since the previous one, so make all inputs before you start the recorder.
 */
export class StepRecorder {
  readonly #session = new Session();

  constructor() {
    this.#session.connect();
    post(this.#session, 'Profiler.enable');
    post(this.#session, 'Profiler.startPreciseCoverage', { callCount: true, detailed: true });
    this.#take();
  }

  record(operation: () => unknown): Recording {
    const watch = new Watch();
    watch.over(operation);
    return new Recording(watch.steps + blocksRun(this.#take()), watch.searches);
  }

  async recordAsync(operation: () => Promise<unknown>): Promise<Recording> {
    const watch = new Watch();
    await watch.overAsync(operation);
    return new Recording(watch.steps + blocksRun(this.#take()), watch.searches);
  }

  close(): void {
    post(this.#session, 'Profiler.stopPreciseCoverage');
    this.#session.disconnect();
  }

  #take(): readonly Profiler.ScriptCoverage[] {
    return post<Profiler.TakePreciseCoverageReturnType>(this.#session, 'Profiler.takePreciseCoverage').result;
  }
}

export class Recording {
  readonly #steps: number;
  readonly #searches: readonly Search[];

  constructor(steps: number, searches: readonly Search[]) {
    this.#steps = steps;
    this.#searches = searches;
  }

  /** Call it after you close the recorder: while V8 counts, this takes ten times as long. */
  steps(most = Number.POSITIVE_INFINITY): number {
    let sum = this.#steps;
    for (const { pattern, at, text, found } of this.#searches) {
      if (sum > most) break;
      const { match, steps } = countRegExp(pattern, at, text, most - sum);
      sum += steps;
      if (sum <= most && (match?.[0] !== found?.[0] || match?.[1] !== found?.[1]))
        throw new Error(`${pattern} counted wrongly`);
    }
    return sum;
  }
}

/** Answers synchronously, because the inspected thread is this one. */
function post<Answer>(session: Session, method: string, params: object = {}): Answer {
  let answer: Answer | undefined;
  session.post(method, params, (error: Error | null, value) => {
    if (error) throw error;
    answer = value as Answer;
  });
  return answer!;
}

function blocksRun(scripts: readonly Profiler.ScriptCoverage[]): number {
  let runs = 0;
  for (const { url, functions } of scripts) {
    if (!COUNTED.test(url) || UNCOUNTED.test(url)) continue;
    for (const { ranges } of functions) for (const { count } of ranges) runs += count;
  }
  return runs;
}

interface Search {
  readonly pattern: RegExp;
  readonly at: number;
  readonly text: string;
  readonly found: readonly [start: number, end: number] | null;
}

class Watch {
  readonly searches: Search[] = [];
  #counting = false;
  steps = 0;

  over(operation: () => unknown): void {
    const end = this.#begin();
    try {
      operation();
    } finally {
      end();
    }
  }

  async overAsync(operation: () => Promise<unknown>): Promise<void> {
    const end = this.#begin();
    try {
      await operation();
    } finally {
      end();
    }
  }

  #begin(): () => void {
    const undo = BUILT_IN.flatMap(([object, costs]) =>
      Object.entries(costs).map(([method, cost]) => this.#replace(object, method, cost)),
    );
    const watch = this;
    RegExp.prototype.exec = function (this: RegExp, text: string) {
      return watch.#exec(this, String(text));
    };
    this.#counting = true;
    return () => {
      this.#counting = false;
      RegExp.prototype.exec = nativeExec;
      for (const put of undo) put();
    };
  }

  #replace(object: object, method: string, cost: Cost): () => void {
    const holder = object as { [name: string]: (...args: unknown[]) => unknown };
    const native = holder[method]!;
    const watch = this;
    holder[method] = function (this: unknown, ...args: unknown[]) {
      const result = native.apply(this, args);
      watch.#uncounted(() => {
        watch.steps += cost(this, args, result);
      });
      return result;
    };
    return () => {
      holder[method] = native;
    };
  }

  #exec(pattern: RegExp, text: string): RegExpExecArray | null {
    const at = pattern.global || pattern.sticky ? pattern.lastIndex : 0;
    const match = nativeExec.call(pattern, text);
    this.#uncounted(() => {
      const found = match && ([match.index, match.index + match[0].length] as const);
      this.searches.push({ pattern, at, text, found });
    });
    return match;
  }

  /** While counting, runs `work` without counting the built-in methods that it calls. Otherwise does nothing. */
  #uncounted(work: () => void): void {
    if (!this.#counting) return;
    this.#counting = false;
    try {
      work();
    } finally {
      this.#counting = true;
    }
  }
}
