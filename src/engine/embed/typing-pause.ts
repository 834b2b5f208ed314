/** Pauses embedding and the reading of pictures while someone types, because a running model can't be interrupted. */

const PAUSE_MS = 600;

export interface TypingPause {
  key(): void;
  over(): Promise<void>;
}

export function createTypingPause(): TypingPause {
  let lastKey = Number.NEGATIVE_INFINITY;
  return {
    key() {
      lastKey = performance.now();
    },
    async over() {
      for (;;) {
        const left = lastKey + PAUSE_MS - performance.now();
        if (left <= 0) return;
        await new Promise((resolve) => setTimeout(resolve, left));
      }
    },
  };
}
