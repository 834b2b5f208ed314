/** `--couch URL` uses a real CouchDB server. The URL has the login of a user who may create databases. */
import { randomBytes } from 'node:crypto';
import type { Verdict } from '../../scripts/soak-report.ts';
import { CouchDouble } from '../../src/testing/couch-double.ts';
import { seededRandom } from '../../src/testing/seeded-random.ts';
import { type ConvergenceResult, converge, DEVICES } from '../../src/testing/sync-convergence.ts';
import { SCENARIOS } from '../../src/testing/sync-scenarios.ts';
import { backdateHalf, FolderSyncProgram } from '../../src/testing/synced-folders.ts';
import { type Proof, scaled } from './proof.ts';

const OPERATIONS = 5_000;
const SEED = 33;
const MAX_REPORTED_FAULTS = 10;
const LOG_EVERY = 1_000;

export const sync: Proof = {
  name: 'sync',
  what: `Three devices, ${OPERATIONS.toLocaleString('en')} random operations against a server in each failure mode and in copies of a folder, connections dropped and devices killed: equal bytes everywhere, no acknowledged edit missing`,
  minutes: 10,
  async run(share, log) {
    const operations = scaled(OPERATIONS, share, 100);
    const at = process.argv.indexOf('--couch');
    const results =
      at < 0 ? await withDoubles(operations, log) : [await withServer(process.argv[at + 1]!, operations, log)];
    return verdictOf(results);
  },
};

async function withDoubles(operations: number, log: (line: string) => void): Promise<ConvergenceResult[]> {
  const results: ConvergenceResult[] = [];
  for (const scenario of SCENARIOS) {
    const couch = await CouchDouble.start(seededRandom(SEED));
    const onStep = stepLog(scenario.name, log);
    results.push(await converge({ url: couch.url, couch, scenario, operations, seed: SEED, onStep }));
    await couch.close();
  }
  results.push(await withFolders(operations, log));
  return results;
}

/** The program that copies the folder is late, cuts files short, and leaves conflict copies. */
function withFolders(operations: number, log: (line: string) => void): Promise<ConvergenceResult> {
  const scenario = { name: 'copies of a folder', behaviour: {} };
  const folders = new FolderSyncProgram(DEVICES, seededRandom(SEED), backdateHalf);
  return converge({ url: '', folders, scenario, operations, seed: SEED, onStep: stepLog(scenario.name, log) });
}

async function withServer(server: string, operations: number, log: (line: string) => void): Promise<ConvergenceResult> {
  const address = new URL(server);
  const { username, password } = address;
  const headers = username
    ? {
        authorization: `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`,
      }
    : undefined;
  address.username = '';
  address.password = '';
  const root = address.href.replace(/\/+$/, '');
  const ask = async (method: string, path: string): Promise<Response> => {
    const response = await fetch(`${root}${path}`, { method, ...(headers && { headers }) });
    if (!response.ok) throw new Error(`${method} ${path}: the server answered ${response.status}`);
    return response;
  };
  const { version } = (await (await ask('GET', '/')).json()) as { version: string };
  const database = `/convergence-${randomBytes(6).toString('hex')}`;
  await ask('PUT', database);
  try {
    const login = username ? `${username}:${password}@` : '';
    const url = `${root.replace('://', `://${login}`)}${database}`;
    const scenario = { name: `server ${version}`, behaviour: {} };
    return await converge({ url, scenario, operations, seed: SEED, onStep: stepLog(scenario.name, log) });
  } finally {
    await ask('DELETE', database);
  }
}

const stepLog =
  (scenario: string, log: (line: string) => void) =>
  (step: number): void => {
    if ((step + 1) % LOG_EVERY === 0) log(`${scenario}: ${step + 1} operations`);
  };

function verdictOf(results: readonly ConvergenceResult[]): Verdict {
  const faults = results.flatMap(({ scenario, faults: found }) => found.map((fault) => `${scenario}: ${fault}`));
  const sum = (of: (result: ConvergenceResult) => number): number => results.reduce((all, one) => all + of(one), 0);
  const said = (count: number): string => count.toLocaleString('en');
  return {
    ok: faults.length === 0,
    finding: `${results.length} failure modes, ${said(sum(({ operations }) => operations))} operations, ${said(sum(({ edits }) => edits))} edits acknowledged, ${said(sum(({ kills }) => kills))} kills, ${said(sum(({ drops }) => drops))} drops, ${said(sum(({ restores }) => restores))} backups restored: ${faults.length} faults`,
    details: [
      ...results.map(
        ({
          scenario,
          edits,
          removals,
          kills,
          drops,
          restores,
          requests,
          resent,
          mostResent,
          kept,
          memories,
          pictures,
          messages,
          files,
        }) =>
          `${scenario}: ${edits} edits and ${removals} removals of ${memories} memories with ${pictures} pictures, ${messages} messages and ${files} kept files, ${kills} kills, ${drops} drops, ${restores} restores. There were ${requests} requests, ${resent} records sent twice (at most ${mostResent} in one request), ${kept} versions kept.`,
      ),
      ...faults.slice(0, MAX_REPORTED_FAULTS),
    ],
  };
}
