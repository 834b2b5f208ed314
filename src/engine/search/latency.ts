const KEPT = 1_000;

export interface Latency {
  record(milliseconds: number): void;
  summary(): { searches: number; p50: number; p95: number };
}

export function createLatency(): Latency {
  const kept: number[] = [];
  let searches = 0;
  return {
    record(milliseconds) {
      kept[searches++ % KEPT] = milliseconds;
    },
    summary() {
      const sorted = [...kept].sort((a, b) => a - b);
      const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
      return { searches, p50: at(0.5), p95: at(0.95) };
    },
  };
}
