/**
 * A Web Lock whose holder sends heartbeats. They distinguish a tab that's busy with a checkpoint, perhaps for minutes,
 * from a frozen tab, which never releases its lock.
 */
const BEAT_MS = 1_000;
/** Number of heartbeats that may be missed. One more, after 9 s, ends the wait for a frozen holder. */
const MISSED = 8;

/** Errors: TimeoutError if the holder stops sending heartbeats. */
export async function withHeartbeatLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  const waiting = new AbortController();
  let missed = 0;
  let channel: BroadcastChannel | undefined;
  // Opened only when needed, because most locks are granted immediately and held for milliseconds.
  const listen = (): BroadcastChannel => {
    const opened = new BroadcastChannel(name);
    opened.onmessage = () => {
      missed = 0;
    };
    return opened;
  };
  let timer = setInterval(() => {
    channel ??= listen();
    if (missed++ === MISSED) waiting.abort(new DOMException('The holder of the lock is frozen', 'TimeoutError'));
  }, BEAT_MS);
  const held = async (): Promise<T> => {
    clearInterval(timer);
    timer = setInterval(() => {
      channel ??= listen();
      channel.postMessage('alive');
    }, BEAT_MS);
    return await work();
  };
  try {
    return (await navigator.locks.request(name, { signal: waiting.signal }, held)) as T;
  } finally {
    clearInterval(timer);
    channel?.close();
  }
}
