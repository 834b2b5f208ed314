/**
 * Room for what waits (a search, a cancel, the page) between two stretches of long work, in whichever thread. A message to
 * oneself comes after the messages that are waiting already, and unlike a timer is not delayed when repeated. Not
 * `scheduler.yield`: its continuations go before all other tasks of a worker; in Chromium 156, of ten messages sent to a
 * worker that yielded so every 8 ms for 1.5 s, none arrived before the end.
 */
export interface Turns {
  /** Milliseconds, monotonic. */
  now(): number;
  /** Resolves once whatever waited has had its turn. */
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

/** Half a frame at 60 Hz: no message waits noticeably longer. */
const STRETCH_MS = 8;

/** A function to await often; it gives way only when the current stretch is used up. */
export function createYield({ now, next }: Turns = turns): () => Promise<void> {
  let since = now();
  return async () => {
    if (now() - since < STRETCH_MS) return;
    await next();
    since = now();
  };
}
