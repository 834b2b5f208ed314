/**
 * A Web Lock lets one tab embed or read pictures. A holder without heartbeats is probably frozen: its lock is stolen.
 */
import type { StoredChunks } from '../store/memory-store.ts';

const BEAT_MS = 2_000;
/** A holder that waits for its model still sends heartbeats. */
const STALE_MS = 8_000;

type Embedded = [id: string, chunks: StoredChunks];
type Hint = { kind: 'embedded'; fingerprint: string; memory: Embedded } | { kind: 'alive' };

export interface EmbeddingLease {
  /** Returns false if another tab holds the lock. Without Web Locks, this tab counts as the only one. */
  hold(job: () => Promise<void>): Promise<boolean>;
  sayEmbedded(fingerprint: string, memory: Embedded): void;
  close(): void;
}

export function createEmbeddingLease(
  name: string,
  onEmbedded: (fingerprint: string, memory: Embedded) => void,
): EmbeddingLease {
  const key = `hybrid-search:embed:${name}`;
  const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(key);
  let heard = performance.now();
  if (channel) {
    channel.onmessage = ({ data }: MessageEvent<Hint>) => {
      heard = performance.now();
      if (data.kind === 'embedded') onEmbedded(data.fingerprint, data.memory);
    };
  }
  const say = (hint: Hint): void => channel?.postMessage(hint);

  return {
    async hold(job) {
      const locks = typeof navigator === 'undefined' ? undefined : navigator.locks;
      if (!locks) {
        await job();
        return true;
      }
      const steal = performance.now() - heard > STALE_MS;
      return locks.request(key, steal ? { steal: true } : { ifAvailable: true }, async (granted) => {
        if (!granted) return false;
        heard = performance.now();
        const beat = setInterval(() => say({ kind: 'alive' }), BEAT_MS);
        await job().finally(() => clearInterval(beat));
        return true;
      });
    },
    sayEmbedded: (fingerprint, memory) => say({ kind: 'embedded', fingerprint, memory }),
    close: () => channel?.close(),
  };
}
