/** Judges the end of a run of `sync-convergence.ts`. Each function returns what's wrong, as sentences. */
import type { SyncState } from '../protocol/sync-api.ts';
import type { ConvergingDevice, Texts } from './converging-device.ts';
import type { CouchDouble } from './couch-double.ts';
import type { Scenario } from './sync-scenarios.ts';

type Content = Awaited<ReturnType<ConvergingDevice['content']>>;

export function faultsBetween(contents: readonly Content[], couch: CouchDouble | undefined): string[] {
  const [first, ...others] = contents;
  const faults = others.flatMap((other, at) => [
    ...differingIds(first!.shown, other.shown).map(
      (id) => `devices 1 and ${at + 2}: ${first!.shown[id]} is not ${other.shown[id]}`,
    ),
    ...differingIds(first!.vectors ?? {}, other.vectors ?? {})
      .filter((id) => first!.vectors?.[id] && other.vectors?.[id])
      .map((id) => `devices 1 and ${at + 2} have other vectors of ${id}`),
  ]);
  if (couch) {
    const server = new Map(couch.documents().map(({ id, body }) => [id, String(body.d)]));
    contents.forEach(({ records }, at) => {
      const different = Object.keys(records).filter((id) => server.get(id) !== records[id]);
      faults.push(...different.map((id) => `device ${at + 1} and the server have other bytes of ${id}`));
    });
    return faults;
  }
  others.forEach((other, at) => {
    const different = differingIds(first!.records, other.records);
    faults.push(...different.map((id) => `devices 1 and ${at + 2} have other bytes of ${id}`));
  });
  return faults;
}

/** Counts memories of all devices. */
export function withoutVectors(contents: readonly Content[]): number {
  const missing = contents.map(({ shown, vectors }) => Object.keys(shown).filter((id) => vectors && !vectors[id]));
  return missing.flat().length;
}

export function faultsIn(state: SyncState, hasFolders: boolean): string[] {
  const { stage, pending, unreadable, detail, message, rolledBack = false } = state;
  const isFalseAlarm = rolledBack && hasFolders;
  if (stage === 'live' && pending === 0 && !unreadable && !isFalseAlarm) return [];
  return [`ended ${JSON.stringify({ stage, pending, unreadable, detail, message, rolledBack })}`];
}

/** A server that was restored, or whose branches are merged, needs records that it once had. */
export function needlessIn(couch: CouchDouble | undefined, { restores, branches }: Scenario): string[] {
  if (!couch || restores || branches) return [];
  // Records are counted only if the request names its device, so without names, none would count as sent twice.
  if (couch.resends.devices < 3) return [`only ${couch.resends.devices} devices named themselves`];
  return couch.resends.needless.map((record) => `sent twice without an interruption: ${record}`);
}

function differingIds(one: Texts, other: Texts): string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((id) => one[id] !== other[id]);
}

/** Names the disturbances of the scenario that never happened, because a run without them shows nothing. */
export function absentIn(
  couch: CouchDouble | undefined,
  { behaviour, restores, branches, foreign }: Scenario,
  counts: { kills: number; drops: number; restores: number; branches: number; strangers: number },
): string[] {
  if (!couch) return [];
  const { faults = [], wildSequences, maxBytes, maxAnswerBytes } = behaviour;
  const expected: (readonly [name: string, times: number] | false | undefined)[] = [
    ...faults.map((fault) => [fault, couch.faulted.get(fault) ?? 0] as const),
    wildSequences && ['wild sequences', couch.wildPages],
    maxBytes !== undefined && ['too long requests', couch.longRequests],
    maxAnswerBytes !== undefined && ['too long answers', couch.longAnswers],
    restores && ['restored backups', counts.restores],
    branches && ['branches', counts.branches],
    foreign && ['foreign documents', counts.strangers],
    ['kills', counts.kills],
    ['drops', counts.drops],
  ];
  return expected.flatMap((each) => (each && each[1] === 0 ? [`${each[0]} never happened`] : []));
}
