/** Compares the steps that an operation takes for a short and for a long input. */
import { type Recording, StepRecorder } from './count-steps.ts';

/** How much longer the long input is. */
export const TIMES = 8;
/** Sorting or growing a table takes slightly more than 8 times the steps, quadratic work 64 times. */
export const MAX_GROWTH = 12;

export type Inputs<Input> = { readonly [name: string]: (units: number) => Input };

export function growths<Input>(
  operation: (input: Input) => unknown,
  inputs: Inputs<Input>,
  units: number,
): Map<string, number> {
  const once = growthsOnce(operation, inputs, units);
  return leastOf(once, growthsOnce(operation, steepOf(inputs, once), units));
}

export async function growthsOfAsync<Input>(
  operation: (input: Input) => Promise<unknown>,
  inputs: Inputs<Input>,
  units: number,
): Promise<Map<string, number>> {
  const once = await growthsOfAsyncOnce(operation, inputs, units);
  return leastOf(once, await growthsOfAsyncOnce(operation, steepOf(inputs, once), units));
}

function growthsOnce<Input>(
  operation: (input: Input) => unknown,
  inputs: Inputs<Input>,
  units: number,
): Map<string, number> {
  const recorder = new StepRecorder();
  const recorded = Object.entries(inputs).map(([name, inputOf]): Pair => {
    const [short, long] = [inputOf(units), inputOf(units * TIMES)];
    return { name, short: recorder.record(() => operation(short)), long: recorder.record(() => operation(long)) };
  });
  recorder.close();
  return ratiosOf(recorded);
}

async function growthsOfAsyncOnce<Input>(
  operation: (input: Input) => Promise<unknown>,
  inputs: Inputs<Input>,
  units: number,
): Promise<Map<string, number>> {
  const recorder = new StepRecorder();
  const recorded: Pair[] = [];
  for (const [name, inputOf] of Object.entries(inputs)) {
    const [short, long] = [inputOf(units), inputOf(units * TIMES)];
    // The library's first call also prepares its tables.
    if (recorded.length === 0) await operation(short);
    recorded.push({
      name,
      short: await recorder.recordAsync(() => operation(short)),
      long: await recorder.recordAsync(() => operation(long)),
    });
  }
  recorder.close();
  return ratiosOf(recorded);
}

/**
 * These are counted again, because V8 sometimes loses counts: once, a short input had about half of its steps, so that
 * 7.9 became 14.5.
 */
function steepOf<Input>(inputs: Inputs<Input>, growth: ReadonlyMap<string, number>): Inputs<Input> {
  return Object.fromEntries(Object.entries(inputs).filter(([name]) => growth.get(name)! > MAX_GROWTH));
}

function leastOf(once: ReadonlyMap<string, number>, again: ReadonlyMap<string, number>): Map<string, number> {
  return new Map([...once].map(([name, times]) => [name, Math.min(times, again.get(name) ?? times)]));
}

interface Pair {
  name: string;
  short: Recording;
  long: Recording;
}

function ratiosOf(recorded: readonly Pair[]): Map<string, number> {
  return new Map(
    recorded.map(({ name, short, long }) => {
      const least = short.steps();
      return [name, long.steps(4 * MAX_GROWTH * least) / least];
    }),
  );
}

/** Returns those that grow faster than linearly. */
export const steep = (growth: ReadonlyMap<string, number>): string[] =>
  [...growth].filter(([, times]) => times > MAX_GROWTH).map(([name, times]) => `${name}: ${times.toFixed(1)}`);
