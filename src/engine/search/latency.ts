const KEPT = 1_000;

export type Latency = ReturnType<typeof createLatency>;

export function createLatency() {
  const kept: number[] = [];
  let searches = 0;
  return {
    record(milliseconds: number): void {
      kept[searches++ % KEPT] = milliseconds;
    },
    summary(): { searches: number; p50: number; p95: number } {
      const sorted = [...kept].sort((a, b) => a - b);
      const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
      return { searches, p50: at(0.5), p95: at(0.95) };
    },
  };
}
