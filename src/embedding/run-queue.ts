/** Runs one task at a time: queries, the visible page, then the backlog. Typing delays long tasks of the backlog. */
import { HybridSearchError } from '../core/errors.ts';
import { turns } from '../protocol/yield.ts';

export const LANES = ['query', 'visible', 'backlog'] as const;
export type Lane = (typeof LANES)[number];

/** Longer backlog runs wait while someone types. On one thread, twelve-layer models take about 60 ms for this many. */
export const TYPING_MAX_TOKENS = 64;
/** Milliseconds after a query or `setTyping(true)` that still count as typing, because people pause to read results. */
export const TYPING_LINGER = 5_000;
/** Maximum delay of a long run in milliseconds, even if queries keep coming. A query may then have to wait for it. */
export const LONGEST_HOLD = 15_000;

interface Job {
  tokens: number;
  since: number;
  start(): Promise<void>;
  reject(error: HybridSearchError): void;
}

export interface RunQueueOptions {
  /** A query can arrive between two runs. */
  next?: () => Promise<void>;
  /** Monotonic, in milliseconds. */
  clock?: () => number;
}

export class RunQueue {
  readonly #nextTask: () => Promise<void>;
  readonly #clock: () => number;
  readonly #lanes: { [lane in Lane]: Job[] } = { query: [], visible: [], backlog: [] };
  readonly #cancels = new Cancels();
  #typingUntil = Number.NEGATIVE_INFINITY;
  #working = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed: HybridSearchError | null = null;

  constructor({ next = turns.next, clock = turns.now }: RunQueueOptions = {}) {
    this.#nextTask = next;
    this.#clock = clock;
  }

  get length(): number {
    return LANES.reduce((total, lane) => total + this.#lanes[lane].length, 0);
  }

  /** `tokens` only matters in the backlog. Rejects with `aborted` if the signal fires before the run starts. */
  run<Result>(lane: Lane, tokens: number, task: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    if (this.#closed) return Promise.reject(this.#closed);
    if (signal?.aborted) return Promise.reject(new HybridSearchError('aborted'));
    const since = this.#clock();
    if (lane === 'query') this.#typingUntil = since + TYPING_LINGER;
    const jobs = this.#lanes[lane];
    return new Promise((resolve, reject) => {
      const start = async (): Promise<void> => {
        if (signal) this.#cancels.drop(signal, abort);
        try {
          resolve(await task());
        } catch (error) {
          reject(error);
        }
      };
      const job: Job = { tokens, since, start, reject };
      const abort = (): void => {
        const at = jobs.indexOf(job);
        if (at >= 0) jobs.splice(at, 1);
        if (signal) this.#cancels.drop(signal, abort);
        reject(new HybridSearchError('aborted'));
      };
      if (signal) this.#cancels.add(signal, abort);
      jobs.push(job);
      void this.#work();
    });
  }

  setTyping(typing: boolean): void {
    this.#typingUntil = typing ? this.#clock() + TYPING_LINGER : Number.NEGATIVE_INFINITY;
    void this.#work();
  }

  close(reason: HybridSearchError): void {
    this.#closed = reason;
    clearTimeout(this.#timer);
    for (const lane of LANES) for (const job of this.#lanes[lane].splice(0)) job.reject(reason);
    this.#cancels.clear();
  }

  async #work(): Promise<void> {
    if (this.#working) return;
    this.#working = true;
    for (let job = this.#next(); job; job = this.#next()) {
      await job.start();
      await this.#nextTask();
    }
    this.#working = false;
    clearTimeout(this.#timer);
    const free = Math.min(...this.#lanes.backlog.map((job) => this.#heldUntil(job)));
    if (free === Number.POSITIVE_INFINITY) return;
    this.#timer = setTimeout(() => void this.#work(), Math.max(1, free - this.#clock()));
  }

  #next(): Job | undefined {
    const { query, visible, backlog } = this.#lanes;
    const now = this.#clock();
    const free = backlog.findIndex((job) => this.#heldUntil(job) <= now);
    return query.shift() ?? visible.shift() ?? (free < 0 ? undefined : backlog.splice(free, 1)[0]);
  }

  #heldUntil({ tokens, since }: Job): number {
    if (tokens <= TYPING_MAX_TOKENS) return Number.NEGATIVE_INFINITY;
    return Math.min(this.#typingUntil, since + LONGEST_HOLD);
  }
}

/** A call queues dozens of runs with the same signal. */
class Cancels {
  readonly #bySignal = new Map<AbortSignal, Set<() => void>>();
  readonly #onAbort = ({ target }: Event): void => {
    for (const cancel of this.#bySignal.get(target as AbortSignal) ?? []) cancel();
  };

  add(signal: AbortSignal, cancel: () => void): void {
    const waiting = this.#bySignal.get(signal) ?? new Set();
    if (waiting.size === 0) signal.addEventListener('abort', this.#onAbort);
    this.#bySignal.set(signal, waiting.add(cancel));
  }

  drop(signal: AbortSignal, cancel: () => void): void {
    const waiting = this.#bySignal.get(signal);
    if (!waiting?.delete(cancel) || waiting.size > 0) return;
    this.#bySignal.delete(signal);
    signal.removeEventListener('abort', this.#onAbort);
  }

  clear(): void {
    for (const signal of this.#bySignal.keys()) signal.removeEventListener('abort', this.#onAbort);
    this.#bySignal.clear();
  }
}
