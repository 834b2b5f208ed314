/** Room for the tasks that wait (a search, a cancel) between two stretches of long work. */

/** Half a frame at 60 Hz: no message waits noticeably longer. */
const STRETCH_MS = 8;

/** A function to await often; it gives way only when the current stretch is used up. */
export function createBreather(clock: () => number = () => performance.now()): () => Promise<void> {
  let since = clock();
  return async () => {
    if (clock() - since < STRETCH_MS) return;
    await nextTask();
    since = clock();
  };
}

/** A message to oneself: unlike a timer it is not delayed when repeated. */
function nextTask(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
