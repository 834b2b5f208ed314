/** One process of the soak's fuzzing: `npx tsx bench/soak/fuzz-inputs-shard.ts KIND SEED COUNT LIMIT` */
import { FUZZ_KINDS, fuzz, prototypeNames } from '../../src/testing/fuzz-inputs.ts';

export interface InputsResult {
  inputs: number;
  faults: string[];
  /** Inputs that took longer than the limit, with their processor time in milliseconds. */
  slow: string[];
  /** Processor time of the most expensive input, in milliseconds. */
  most: number;
  prototypesTouched: boolean;
}

const [name, seed, count, limit] = process.argv.slice(2);
const kind = FUZZ_KINDS.find((known) => known === name);
if (!kind) throw new Error(`No kind ${name}; there are ${FUZZ_KINDS.join(', ')}`);

// PDF.js leaves promises of a damaged file that nobody awaits. A browser's worker survives their rejection; Node ends.
if (kind === 'pdf') process.on('unhandledRejection', () => {});

const before = prototypeNames();
const result: InputsResult = { inputs: 0, faults: [], slow: [], most: 0, prototypesTouched: false };
const shown = (input: unknown): string =>
  typeof input === 'string' ? JSON.stringify(input).slice(0, 200) : typeof input;
await fuzz(kind, Number(seed), Number(count), (input, milliseconds, fault) => {
  result.inputs++;
  result.most = Math.max(result.most, milliseconds);
  if (fault !== undefined) result.faults.push(`${kind}, seed ${seed}: ${String(fault)}: ${shown(input)}`);
  if (milliseconds > Number(limit))
    result.slow.push(`${kind}, seed ${seed}: ${milliseconds.toFixed(0)} ms: ${shown(input)}`);
});
result.prototypesTouched = prototypeNames() !== before;
console.log(JSON.stringify(result));
