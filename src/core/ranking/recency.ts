const DAY_MS = 86_400_000;

/** Returns e^(−decay·days), at least `floor`. A decay of 0.01 halves it in 69 days, 0 turns it off. Times are in ms. */
export function recencyFactor(updatedAt: number, now: number, decay: number, floor: number): number {
  if (decay === 0) return 1;
  const days = Math.max(0, now - updatedAt) / DAY_MS;
  return Math.max(floor, Math.exp(-decay * days));
}
