/** One run at a time: queries, then the visible page, then the backlog, with only short ones while someone types. */
import { HybridSearchError } from '../core/errors.ts';
import { turns } from '../protocol/yield.ts';

export const LANES = ['query', 'visible', 'backlog'] as const;
export type Lane = (typeof LANES)[number];

/** On one thread, a run of this many tokens takes about 60 ms with the twelve-layer models. */
export const TYPING_MAX_TOKENS = 64;
/** Milliseconds after a query or `setTyping(true)`, because people pause to read results. */
export const TYPING_LINGER = 5_000;
/** Milliseconds that a long run waits at most, even if queries keep coming. A query may then have to wait for it. */
export const LONGEST_HOLD = 15_000;

export interface RunQueue {
  /** `tokens` only matters in the backlog. Rejects with `aborted` if the signal fires before the run starts. */
  run<Result>(lane: Lane, tokens: number, task: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
  /** Delays long backlog runs for `TYPING_LINGER`, or allows them again. */
  setTyping(typing: boolean): void;
  readonly length: number;
  /** Rejects waiting and future runs with `reason`. */
  close(reason: HybridSearchError): void;
}

interface Job {
  tokens: number;
  since: number;
  start(): Promise<void>;
  reject(error: HybridSearchError): void;
}

export interface RunQueueOptions {
  /** Yields to the event loop, so a query can arrive between two runs. */
  next?: () => Promise<void>;
  /** Returns milliseconds of a monotonic clock. */
  clock?: () => number;
}

export function createRunQueue({ next: nextTask = turns.next, clock = turns.now }: RunQueueOptions = {}): RunQueue {
  const lanes: { [lane in Lane]: Job[] } = { query: [], visible: [], backlog: [] };
  let typingUntil = Number.NEGATIVE_INFINITY;
  let working = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let closed: HybridSearchError | null = null;

  /** A call queues dozens of runs with one signal, so these share one listener. */
  const cancels = new Map<AbortSignal, Set<() => void>>();
  const onAbort = ({ target }: Event): void => {
    for (const cancel of cancels.get(target as AbortSignal) ?? []) cancel();
  };
  const listen = (signal: AbortSignal, cancel: () => void): void => {
    const waiting = cancels.get(signal) ?? new Set();
    if (waiting.size === 0) signal.addEventListener('abort', onAbort);
    cancels.set(signal, waiting.add(cancel));
  };
  const unlisten = (signal: AbortSignal, cancel: () => void): void => {
    const waiting = cancels.get(signal);
    if (!waiting?.delete(cancel) || waiting.size > 0) return;
    cancels.delete(signal);
    signal.removeEventListener('abort', onAbort);
  };

  const heldUntil = ({ tokens, since }: Job): number =>
    tokens <= TYPING_MAX_TOKENS ? Number.NEGATIVE_INFINITY : Math.min(typingUntil, since + LONGEST_HOLD);

  const next = (): Job | undefined => {
    const now = clock();
    const free = lanes.backlog.findIndex((job) => heldUntil(job) <= now);
    return lanes.query.shift() ?? lanes.visible.shift() ?? (free < 0 ? undefined : lanes.backlog.splice(free, 1)[0]);
  };

  const work = async (): Promise<void> => {
    if (working) return;
    working = true;
    for (let job = next(); job; job = next()) {
      await job.start();
      await nextTask();
    }
    working = false;
    clearTimeout(timer);
    const free = Math.min(...lanes.backlog.map(heldUntil));
    if (free < Number.POSITIVE_INFINITY) timer = setTimeout(() => void work(), Math.max(1, free - clock()));
  };

  return {
    get length() {
      return LANES.reduce((total, lane) => total + lanes[lane].length, 0);
    },
    run(lane, tokens, task, signal) {
      if (closed) return Promise.reject(closed);
      if (signal?.aborted) return Promise.reject(new HybridSearchError('aborted'));
      if (lane === 'query') typingUntil = clock() + TYPING_LINGER;
      return new Promise((resolve, reject) => {
        const job: Job = {
          tokens,
          since: clock(),
          reject,
          async start() {
            if (signal) unlisten(signal, abort);
            try {
              resolve(await task());
            } catch (error) {
              reject(error);
            }
          },
        };
        const abort = (): void => {
          const at = lanes[lane].indexOf(job);
          if (at >= 0) lanes[lane].splice(at, 1);
          if (signal) unlisten(signal, abort);
          reject(new HybridSearchError('aborted'));
        };
        if (signal) listen(signal, abort);
        lanes[lane].push(job);
        void work();
      });
    },
    setTyping(typing) {
      typingUntil = typing ? clock() + TYPING_LINGER : Number.NEGATIVE_INFINITY;
      void work();
    },
    close(reason) {
      closed = reason;
      clearTimeout(timer);
      for (const lane of LANES) for (const job of lanes[lane].splice(0)) job.reject(reason);
      for (const signal of cancels.keys()) signal.removeEventListener('abort', onAbort);
      cancels.clear();
    },
  };
}
