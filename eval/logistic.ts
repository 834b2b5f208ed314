/** Weighted logistic regression with a small ridge penalty, by Newton's method. */

export interface FitRow {
  evidence: ArrayLike<number>;
  outcome: boolean;
  /** Above 0. */
  weight: number;
}

/** Ridge penalty on standardised coefficients, only so that features that never vary get the coefficient 0. */
const RIDGE = 1e-4;
const MOST_STEPS = 50;
const SETTLED = 1e-8;

/**
 * @param active features that may have a coefficient; the others get 0
 * @returns one coefficient per feature, then the bias
 */
export function fitLogistic(rows: readonly FitRow[], features: number, active: readonly number[]): number[] {
  const total = rows.reduce((sum, { weight }) => sum + weight, 0);
  const moments = active.map((at) => {
    const mean = rows.reduce((sum, { evidence, weight }) => sum + weight * evidence[at]!, 0) / total;
    const square = rows.reduce((sum, { evidence, weight }) => sum + weight * (evidence[at]! - mean) ** 2, 0) / total;
    return { mean, sd: Math.sqrt(square) || 1 };
  });
  const size = active.length + 1;
  let current = new Float64Array(size);
  const x = new Float64Array(size);
  for (let step = 0; step < MOST_STEPS; step++) {
    const slope = new Float64Array(size);
    const curve = Array.from({ length: size }, () => new Float64Array(size));
    for (const { evidence, outcome, weight } of rows) {
      active.forEach((feature, at) => {
        x[at] = (evidence[feature]! - moments[at]!.mean) / moments[at]!.sd;
      });
      x[size - 1] = 1;
      let value = 0;
      for (let at = 0; at < size; at++) value += current[at]! * x[at]!;
      const p = 1 / (1 + Math.exp(-value));
      const share = weight / total;
      const error = share * (p - Number(outcome));
      const bend = share * p * (1 - p);
      for (let a = 0; a < size; a++) {
        slope[a]! += error * x[a]!;
        const row = curve[a]!;
        for (let b = 0; b <= a; b++) row[b]! += bend * x[a]! * x[b]!;
      }
    }
    for (let a = 0; a < size; a++) {
      for (let b = 0; b < a; b++) curve[b]![a] = curve[a]![b]!;
      if (a < size - 1) slope[a]! += RIDGE * current[a]!;
      curve[a]![a]! += RIDGE;
    }
    const move = solve(curve, slope);
    current = current.map((value, at) => value - move[at]!);
    if (move.every((value) => Math.abs(value) < SETTLED)) break;
  }
  const coefficients = new Array<number>(features + 1).fill(0);
  coefficients[features] = current[size - 1]!;
  active.forEach((feature, at) => {
    const { mean, sd } = moments[at]!;
    coefficients[feature] = current[at]! / sd;
    coefficients[features]! -= (current[at]! * mean) / sd;
  });
  return coefficients;
}

/** Solves `matrix · x = right` by elimination with the largest pivot. */
function solve(matrix: readonly Float64Array[], right: Float64Array): number[] {
  const rows = matrix.map((row, at) => [...row, right[at]!]);
  const size = rows.length;
  for (let column = 0; column < size; column++) {
    let pivot = column;
    for (let row = column + 1; row < size; row++) {
      if (Math.abs(rows[row]![column]!) > Math.abs(rows[pivot]![column]!)) pivot = row;
    }
    [rows[column], rows[pivot]] = [rows[pivot]!, rows[column]!];
    for (let row = 0; row < size; row++) {
      if (row === column) continue;
      const factor = rows[row]![column]! / rows[column]![column]!;
      for (let at = column; at <= size; at++) rows[row]![at]! -= factor * rows[column]![at]!;
    }
  }
  return rows.map((row, at) => row[size]! / row[at]!);
}
