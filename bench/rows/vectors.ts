/** Times vector scans in Node, which also runs on V8, with the same kernel as in a browser. */
import type { Row } from '../row.ts';
import { SCAN_SIZES, type ScanTimes, scanTimes } from '../vector-scan.ts';
import { twoThreads } from '../vector-threads.ts';

/** Milliseconds by `SCAN_SIZES`. */
const TARGETS = [0.5, 5, 11];

const fine = (value: number): string => `${value.toFixed(value < 10 ? 2 : 0)} ms`;

async function bound({ rows, sweep, signSweep }: ScanTimes): Promise<string> {
  const reads = `read of all bytes ${fine(sweep)}, of the sign bits ${fine(signSweep)}`;
  // With fewer rows, waking another thread takes longer than comparing half of the rows.
  if (rows < 100_000) return reads;
  return `${reads}; two threads, each with half of the rows by sign bits (not built: docs/decisions/0011-one-thread.md) ${fine(await twoThreads(rows))}`;
}

export async function vectorRows(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [at, times] of scanTimes(SCAN_SIZES).entries()) {
    rows.push({
      what: `vector top-50 of ${times.rows.toLocaleString('en')} rows, best of 40`,
      measured: `${fine(times.chosen)} (SIMD scan ${fine(times.kernel)}, sign bits ${fine(times.signs)}, 1 % filter ${fine(times.filtered)})`,
      target: `≤ ${TARGETS[at]} ms`,
      bound: await bound(times),
      peer: Number.isNaN(times.plainFloat)
        ? `the same int8 scan in JavaScript: ${fine(times.twin)}`
        : `plain JavaScript, float32 and a sort: ${fine(times.plainFloat)}`,
      met: times.chosen <= TARGETS[at]!,
    });
  }
  return rows;
}
