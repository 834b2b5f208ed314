/** Events per second over the last ten seconds, for progress and estimates. */
const WINDOW_MS = 10_000;

export function createThroughput(clock: () => number = () => performance.now()) {
  let times: number[] = [];
  const recent = (): number[] => {
    const since = clock() - WINDOW_MS;
    times = times.filter((at) => at >= since);
    return times;
  };
  return {
    count(): void {
      recent().push(clock());
    },
    rate(): number {
      const kept = recent();
      const span = kept.length > 1 ? (kept.at(-1)! - kept[0]!) / 1_000 : 0;
      return span > 0 ? (kept.length - 1) / span : 0;
    },
  };
}
