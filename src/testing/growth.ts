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
  const pairs = pairsOf(inputs, units);
  if (pairs.length === 0) return new Map();
  const recorder = new StepRecorder();
  const recorded = pairs.map(([name, short, long]): Recorded => {
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
  const pairs = pairsOf(inputs, units);
  if (pairs.length === 0) return new Map();
  // The library's first call also prepares its tables.
  await operation(pairs[0]![1]);
  const recorder = new StepRecorder();
  const recorded: Recorded[] = [];
  for (const [name, short, long] of pairs) {
    recorded.push({
      name,
      short: await recorder.recordAsync(() => operation(short)),
      long: await recorder.recordAsync(() => operation(long)),
    });
  }
  recorder.close();
  return ratiosOf(recorded);
}

function pairsOf<Input>(inputs: Inputs<Input>, units: number): [name: string, short: Input, long: Input][] {
  return Object.entries(inputs).map(([name, inputOf]) => [name, inputOf(units), inputOf(units * TIMES)]);
}

/** Counted again, because V8 sometimes loses counts: once, half of a short input's, so that 7.9 became 14.5. */
function steepOf<Input>(inputs: Inputs<Input>, growth: ReadonlyMap<string, number>): Inputs<Input> {
  return Object.fromEntries(Object.entries(inputs).filter(([name]) => growth.get(name)! > MAX_GROWTH));
}

function leastOf(once: ReadonlyMap<string, number>, again: ReadonlyMap<string, number>): Map<string, number> {
  return new Map([...once].map(([name, times]) => [name, Math.min(times, again.get(name) ?? times)]));
}

interface Recorded {
  name: string;
  short: Recording;
  long: Recording;
}

function ratiosOf(recorded: readonly Recorded[]): Map<string, number> {
  return new Map(
    recorded.map(({ name, short, long }) => {
      const least = short.steps();
      return [name, long.steps(4 * MAX_GROWTH * least) / least];
    }),
  );
}

export const steep = (growth: ReadonlyMap<string, number>): string[] =>
  [...growth].filter(([, times]) => times > MAX_GROWTH).map(([name, times]) => `${name}: ${times.toFixed(1)}`);
