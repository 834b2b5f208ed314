/**
 * A Web Lock that is waited for as long as its holder lives. A checkpoint of a large store takes minutes on a slow disk; a
 * tab that was frozen while it held the lock never gives it back. So a holder says every second that it lives.
 */
const BEAT_MS = 1_000;
/** Beats that a holder may miss: with the second before the first one, a frozen holder is given up after 10 s. */
const MISSED = 9;

/** Runs `work` while holding the lock. Errors: TimeoutError when the holder falls silent. */
export async function withBeatingLock<T>(name: string, work: () => Promise<T>): Promise<T> {
  const waiting = new AbortController();
  let missed = 0;
  let channel: BroadcastChannel | undefined;
  // Opened late: most are granted at once and held for some milliseconds.
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
