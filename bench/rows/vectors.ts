/** The 50 nearest of 10,000, 100,000 and a million rows (in Node: the same V8 and the same kernel). */
import type { Row } from '../row.ts';
import { SCAN_SIZES, scanTimes } from '../vector-scan.ts';

/** Milliseconds, by `SCAN_SIZES`. */
const TARGETS = [0.5, 5, 11];

const fine = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`;

export function vectorRows(): Row[] {
  return scanTimes(SCAN_SIZES).map((times, at) => ({
    what: `vector top-50 of ${times.rows.toLocaleString('en')} rows, best of 40`,
    measured: `${fine(times.chosen)} (SIMD scan ${fine(times.kernel)}, sign bits ${fine(times.signs)}, 1 % filter ${fine(times.filtered)})`,
    target: `≤ ${TARGETS[at]} ms`,
    bound: `read of all bytes ${fine(times.sweep)}, of the sign bits ${fine(times.signSweep)}`,
    peer: Number.isNaN(times.plainFloat)
      ? `the same int8 scan in JavaScript: ${fine(times.twin)}`
      : `plain JavaScript, float32 and a sort: ${fine(times.plainFloat)}`,
    met: times.chosen <= TARGETS[at]!,
  }));
}
