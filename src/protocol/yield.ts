/**
 * A message that a thread sends to itself arrives after all waiting ones. Unlike a timer, it isn't delayed if repeated.
 * `scheduler.yield` won't do, because its continuations run before all other tasks of a worker: in Chromium 156, a
 * worker that yielded that way every 8 ms for 1.5 s received none of ten messages before the end.
 */
export interface Turns {
  /** Milliseconds of a monotonic clock. */
  now(): number;
  next(): Promise<void>;
}

export const turns: Turns = {
  now: () => performance.now(),
  next: () =>
    new Promise((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => {
        port1.close();
        resolve();
      };
      port2.postMessage(null);
    }),
};

/** Half a frame at 60 Hz. */
const STRETCH_MS = 8;

/** Await the returned function often. It yields only if the thread has worked for `STRETCH_MS` since the last time. */
export function createYield({ now, next }: Turns = turns): () => Promise<void> {
  let since = now();
  return async () => {
    if (now() - since < STRETCH_MS) return;
    await next();
    since = now();
  };
}
