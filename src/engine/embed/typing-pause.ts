/** Pauses embedding and the reading of pictures while someone types, because a running model can't be interrupted. */

const PAUSE_MS = 600;

export function createTypingPause() {
  let lastKey = Number.NEGATIVE_INFINITY;
  return {
    key(): void {
      lastKey = performance.now();
    },
    async over(): Promise<void> {
      for (;;) {
        const left = lastKey + PAUSE_MS - performance.now();
        if (left <= 0) return;
        await new Promise((resolve) => setTimeout(resolve, left));
      }
    },
  };
}
