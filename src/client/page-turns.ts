/** What long work in the page needs of it: its clock, and a turn of its event loop in between. */
export interface PageTurns {
  now(): number;
  next(): Promise<void>;
}

export const pageTurns: PageTurns = {
  now: () => performance.now(),
  // A message to oneself: whatever waits in the page goes first, and repeated ones are not delayed as timers are.
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
