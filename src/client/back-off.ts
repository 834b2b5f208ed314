/** Milliseconds before a dead worker is restarted, by the number of deaths in a row. The last value repeats. */
const BACK_OFF_MS = [0, 1_000, 5_000, 20_000];

export const backOff = (earlierDeaths: number): number | undefined =>
  BACK_OFF_MS[Math.min(earlierDeaths, BACK_OFF_MS.length - 1)];
