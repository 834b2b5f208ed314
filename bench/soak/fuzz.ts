/** No fuzzed input may throw an untyped error, hang, touch a prototype, or exceed its limit of processor time. */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Verdict } from '../../scripts/soak-report.ts';
import { FUZZ_KINDS } from '../../src/testing/fuzz-inputs.ts';
import type { InputsResult } from './fuzz-inputs-shard.ts';
import type { ShardResult } from './fuzz-shard.ts';
import { type Proof, scaled } from './proof.ts';

const QUERIES = 100_000;
const SHARD = 5_000;
/** Milliseconds of processor time. */
const LIMIT = 150;
/** Leaves the other core to the machine. Only processor time is judged, so the run may take long. */
const PROCESSES = 1;

const INPUTS = 900_000;
const INPUTS_SHARD = 15_000;
/** Most processor time for one input, in milliseconds. A worker would be blocked for as long. */
const MAX_UNRESPONSIVE_MS = 200;

/** Runs a script in a separate process, so that a crash is reported and doesn't stop the others. */
function runScript<Result>(name: string, args: readonly (string | number)[]): Promise<Result> {
  const script = fileURLToPath(new URL(`./${name}`, import.meta.url));
  const child = spawn('npx', ['tsx', script, ...args.map(String)]);
  let output = '';
  let errors = '';
  child.stdout.on('data', (data) => {
    output += data;
  });
  child.stderr.on('data', (data) => {
    errors = (errors + data).slice(-500);
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve(JSON.parse(output));
      else reject(new Error(`${name} ${args.join(' ')} ended with ${code}: ${errors.trim()}`));
    });
  });
}

const runShard = (seed: number, count: number): Promise<ShardResult> =>
  runScript('fuzz-shard.ts', [seed, count, LIMIT]);

/** A process that ends without a result counts as a fault. */
async function fuzzInputs(share: number, log: (line: string) => void): Promise<Verdict> {
  const each = scaled(INPUTS / FUZZ_KINDS.length, share, 1_000);
  const shards = FUZZ_KINDS.flatMap((kind) =>
    Array.from({ length: Math.ceil(each / INPUTS_SHARD) }, (_, at) => ({
      kind,
      seed: at + 1,
      count: Math.min(INPUTS_SHARD, each - at * INPUTS_SHARD),
    })),
  );
  const results: InputsResult[] = [];
  const faults: string[] = [];
  const worker = async (): Promise<void> => {
    for (let shard = shards.shift(); shard; shard = shards.shift()) {
      const { kind, seed, count } = shard;
      try {
        results.push(await runScript<InputsResult>('fuzz-inputs-shard.ts', [kind, seed, count, MAX_UNRESPONSIVE_MS]));
      } catch (error) {
        faults.push(String(error));
      }
      log(`${kind} ${seed}; ${shards.length} shards left`);
    }
  };
  await Promise.all(Array.from({ length: PROCESSES }, worker));
  for (const result of results) {
    faults.push(...result.faults);
    if (result.prototypesTouched) faults.push('A prototype was touched');
  }
  const slow = results.flatMap((result) => result.slow);
  const inputs = results.reduce((sum, result) => sum + result.inputs, 0);
  const most = Math.max(...results.map((result) => result.most));
  return {
    ok: faults.length === 0 && slow.length === 0,
    finding: `${inputs.toLocaleString('en')} other inputs (${FUZZ_KINDS.join(', ')}), ${faults.length} faults, ${slow.length} over ${MAX_UNRESPONSIVE_MS} ms, longest ${most.toFixed(0)} ms`,
    details: [...faults.slice(0, 10), ...slow.slice(0, 10)],
  };
}

/** The upper end of the tenth of a millisecond that contains the quantile. */
function quantileOf(histograms: readonly { [tenths: string]: number }[], share: number): number {
  const merged = new Map<number, number>();
  let total = 0;
  for (const histogram of histograms) {
    for (const [tenths, count] of Object.entries(histogram)) {
      merged.set(Number(tenths), (merged.get(Number(tenths)) ?? 0) + count);
      total += count;
    }
  }
  let seen = 0;
  for (const [tenths, count] of [...merged].sort((a, b) => a[0] - b[0])) {
    seen += count;
    if (seen >= share * total) return tenths / 10;
  }
  return Number.NaN;
}

export const fuzz: Proof = {
  name: 'fuzz',
  what: `${QUERIES.toLocaleString('en')} fuzzed queries at 10,000 memories: none throws, none costs more than ${LIMIT} ms; ${INPUTS.toLocaleString('en')} inputs to every other interface: no fault, no hang`,
  minutes: 55,
  async run(share, log) {
    const wanted = scaled(QUERIES, share, SHARD);
    const seeds = Array.from({ length: Math.ceil(wanted / SHARD) }, (_, at) => at + 1);
    const results: ShardResult[] = [];
    /** Errors of processes without a result. Each runs once more; if it fails again, so does the soak. */
    const restarted: string[] = [];
    const stop = (): void => void seeds.splice(0);
    process.once('SIGTERM', stop);
    const worker = async (): Promise<void> => {
      for (let seed = seeds.shift(); seed !== undefined; seed = seeds.shift()) {
        const again = seed;
        results.push(
          await runShard(seed, SHARD).catch((error: Error) => {
            restarted.push(error.message);
            return runShard(again, SHARD);
          }),
        );
        log(`${results.length * SHARD} of ${wanted} queries`);
      }
    };
    await Promise.all(Array.from({ length: PROCESSES }, worker));
    process.off('SIGTERM', stop);
    const queries = results.reduce((sum, { queries: count }) => sum + count, 0);
    const threw = results.flatMap((result) => result.threw);
    const at = (kind: 'wall' | 'processor', q: number) =>
      quantileOf(
        results.map((result) => result[kind]),
        q,
      );
    const p99 = at('processor', 0.99);
    const costly = results.flatMap((result) => result.costly).sort((a, b) => b.again - a.again);
    const held = threw.length === 0 && costly.every(({ again }) => again <= LIMIT);
    const others = await fuzzInputs(share, log);
    const slowest = results.map((result) => result.slowest).sort((a, b) => b.processor - a.processor)[0]!;
    const line = (kind: 'wall' | 'processor'): string =>
      `p50 ${at(kind, 0.5)}, p95 ${at(kind, 0.95)}, p99 ${at(kind, 0.99)}, p99.9 ${at(kind, 0.999)}, longest ${at(kind, 1)} ms`;
    return {
      ok: held && queries >= wanted && others.ok,
      partial: held && queries < wanted && others.ok,
      finding: `${queries.toLocaleString('en')} queries${queries < wanted ? ` of ${wanted.toLocaleString('en')} (stopped)` : ''}, ${threw.length} threw, processor time p99 ${p99} ms, longest ${at('processor', 1)} ms; ${others.finding}`,
      details: [
        ...(others.details ?? []),
        `Processor time: ${line('processor')}.`,
        `Wall time, with ${PROCESSES} processes and whatever else ran: ${line('wall')}.`,
        `Most costly: \`${slowest.query.replaceAll('`', "'")}\`.`,
        `Over ${LIMIT} ms at the first try: ${costly.length}${costly.length > 0 ? '; with the least of three more tries:' : '.'}`,
        ...costly
          .slice(0, 10)
          .map(
            ({ query, processor, again }) =>
              `${processor.toFixed(0)} → ${again.toFixed(0)} ms: \`${query.replaceAll('`', "'")}\``,
          ),
        ...restarted.map((message) => `Started again: ${message.replaceAll(/\s+/g, ' ')}`),
        ...threw.slice(0, 10).map(({ query, error }) => `Threw: ${query}: ${error}`),
      ],
    };
  },
};
