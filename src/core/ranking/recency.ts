const DAY_MS = 86_400_000;

/** e^(−decay·days). A decay of 0.01 halves it in 69 days. Times are in milliseconds. */
export function recencyFactor(updatedAt: number, now: number, decay: number, floor: number): number {
  if (decay === 0) return 1;
  const days = Math.max(0, now - updatedAt) / DAY_MS;
  return Math.max(floor, Math.exp(-decay * days));
}
