import { later } from './later.ts';

export interface WatchedThread {
  restart(): void;
  /** Returns the longest time in milliseconds for which the thread was blocked. */
  stop(): Promise<number>;
}

/** A late message shows how long a task blocked the thread. */
export function watchThread(): WatchedThread {
  let longest = 0;
  let running = true;
  let last = performance.now();
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
    if (running) setTimeout(() => port2.postMessage(null));
  };
  port2.postMessage(null);
  return {
    restart() {
      longest = 0;
      last = performance.now();
    },
    async stop() {
      await later(50);
      running = false;
      return longest;
    },
  };
}
