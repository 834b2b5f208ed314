/** Deriving a key from a passphrase is deliberately slow, so this counts the processor's time. */
import { CouchDouble } from '../../src/testing/couch-double.ts';
import { SyncDevice } from '../../src/testing/sync-device.ts';
import { ms, type Row } from '../row.ts';
import { row } from './sync-scale.ts';

const MAX_CPU_MS = 1_000;

export async function wrongPassphraseRows(): Promise<Row[]> {
  const couch = await CouchDouble.start();
  const one = await SyncDevice.start({ url: couch.url });
  await one.replicator.idle();
  const before = couch.dump();
  const start = process.cpuUsage();
  const guess = await SyncDevice.start({ url: couch.url, passphrase: 'guessed' });
  await guess.replicator.idle();
  const { user, system } = process.cpuUsage(start);
  const { detail } = guess.replicator.state;
  const isUnchanged = couch.dump() === before;
  for (const each of [one, guess]) await each.close();
  await couch.close();
  if (detail !== 'decryption' || !isUnchanged) throw new Error(`a wrong passphrase led to ${detail ?? 'no refusal'}`);
  const cpu = (user + system) / 1_000;
  const met = cpu <= MAX_CPU_MS;
  return [
    row(
      'a wrong passphrase is refused, nothing is written',
      `${ms(cpu)} of CPU, the start of an engine and the server included`,
      `≤ ${ms(MAX_CPU_MS)}`,
      met,
    ),
  ];
}
