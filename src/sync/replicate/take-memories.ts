/**
 * Stores the merge as a draft, writes the memory, then stores the server's version as the common one. In this order, a
 * crash between two steps loses nothing.
 */
import { keptFileOf } from '../../core/record/kept-file.ts';
import type { MemoryInput } from '../../core/record/memory.ts';
import { hashOfStamp, stampOf } from '../../core/record/stamp.ts';
import type { MemoryStamp } from '../../protocol/sync-api.ts';
import { sealRecord } from '../format/record.ts';
import { mergeVersions, sameVersion } from '../merge/merge.ts';
import { descends, seenBy } from '../merge/seen.ts';
import { type Version, versionJson } from '../merge/version.ts';
import type { Pending, Shadow } from '../state/sync-state.ts';
import type { Refusal } from '../transport/transport.ts';
import { picturesOf, toFields, toMemory } from './fields.ts';
import { sendBlobs } from './kept-files.ts';
import { waitingOf } from './messages.ts';
import { fetchPictures } from './pictures.ts';
import { isInvalid, type ReplicationSession } from './session.ts';

export interface Incoming {
  id: string;
  memory: string;
  revision: string;
  data: Uint8Array<ArrayBuffer>;
  version: Version;
  /** Concurrent versions, each with the newest version that it has in common with this one. */
  branches: readonly { revision: string; version: Version; common: Version | null }[];
  /** Revisions that still exist. Empty if the transport doesn't know. */
  leaves: readonly string[];
}

interface Plan {
  incoming: Incoming;
  shadow: Shadow;
  pending: Pending | null;
  /** Whether `pending` is a merge that was made just now. */
  isMerge?: true;
  write?: { expected: string | null; next: MemoryInput | null };
}

class Overtaken extends Error {}

/** The server refuses a picture of this device's version. */
class PictureRefused extends Error {
  readonly reason: Refusal;
  constructor(reason: Refusal) {
    super();
    this.reason = reason;
  }
}

/** Other writes may keep happening between our reading and writing. */
const MAX_TRIES = 10;

export async function takeMemories(session: ReplicationSession, incoming: readonly Incoming[]): Promise<void> {
  let left = incoming;
  for (let tries = 0; left.length > 0; tries++) {
    if (tries === MAX_TRIES) throw new Error('other writes kept getting in between');
    left = await takeOnce(session, left);
  }
}

async function takeOnce(session: ReplicationSession, incoming: readonly Incoming[]): Promise<Incoming[]> {
  const ids = incoming.map(({ id }) => id);
  const stamps = await session.store.call('stamps', [incoming.map(({ memory }) => memory)]);
  const [shadows, pending] = [await session.state.shadows(ids), await session.state.pendingOf(ids)];
  const plans: Plan[] = [];
  const overtaken = new Set<Incoming>();
  for (const [at, each] of incoming.entries()) {
    try {
      const plan = await planOf(session, each, stamps[at]!, shadows[at], pending[at]);
      if (plan) plans.push(plan);
    } catch (error) {
      if (error instanceof Overtaken) overtaken.add(each);
      // Both versions stay where they are until the server accepts the picture. Then sending ours leads to the merge.
      else if (error instanceof PictureRefused) session.refuse(each.id, { id: each.memory, reason: error.reason });
      else if (isInvalid(error)) session.unreadable.add(each.id);
      else throw error;
    }
  }
  await session.commit({ pending: plans.flatMap(({ pending: draft }) => draft ?? []) });
  const writes = plans.filter(({ write }) => write);
  if (session.settings.vectors !== 'none' && writes.some(({ write }) => write?.next)) await session.hold();
  const written = await session.store.call('apply', [
    writes.map(({ incoming: { memory }, write }) => ({ id: memory, ...write! })),
  ]);
  for (const { incoming: each } of writes.filter((_, at) => !written[at])) overtaken.add(each);
  const done = plans.filter((plan) => !overtaken.has(plan.incoming));
  const came = done.filter(({ write }) => write?.next);
  for (const { incoming: each } of came) session.awaited.set(each.memory, Date.now());
  if (came.some(({ write }) => keptFileOf({ metadata: write!.next!.metadata ?? {} }))) session.checksFiles = true;
  session.pulled += done.length;
  await session.commit({
    shadows: done.map(({ shadow }) => shadow),
    pending: done.flatMap(({ pending: draft, isMerge }) => (draft && isMerge ? [{ ...draft, isApplied: true }] : [])),
    dropPending: done.filter((plan) => !plan.pending).map(({ shadow }) => shadow.id),
    waiting: came.map(({ incoming: { id, memory }, write }) => waitingOf(id, memory, write!.next!)),
  });
  session.onProgress();
  return [...overtaken];
}

async function planOf(
  session: ReplicationSession,
  incoming: Incoming,
  local: MemoryStamp,
  shadow: Shadow | undefined,
  pending: Pending | undefined,
): Promise<Plan | null> {
  if (!session.syncs(local)) return null;
  const base = await session.versionOf(incoming.id, shadow?.data);
  const seen = { id: incoming.id, kind: 'memory', revision: incoming.revision, data: incoming.data } as const;
  session.see(incoming.version.clock);
  const theirs = incoming.branches.reduce(withBranch, incoming.version);
  if (!session.syncs(theirs.fields ?? {})) {
    // It gets no shadow, so it's fetched once messages are synced. Until then, a note of the same id can't be sent.
    if (pending) session.refused.set(incoming.id, null);
    return null;
  }
  const found = [incoming, ...incoming.branches];
  const isDescendant = !base || found.some(({ version }) => descends(version, base.version));
  // A folder (which has leaves) can't lose a single revision, so there it isn't a rollback.
  if (!isDescendant && incoming.leaves.length === 0) session.rolledBack = true;
  if (!isDescendant && descends(base.version, incoming.version)) {
    return healed(incoming, shadow!, base.version, pending);
  }
  // A change that was taken back is pending too, because the server may have it although its answer was lost.
  const isUntouched = local.stamp === (shadow?.stamp ?? null) && !pending;
  const own = base?.version ?? null;
  // If the server lost `base` and now has a version that doesn't descend from it, no common version is known.
  const shared = isDescendant ? own : null;
  let result = theirs;
  if (!isUntouched) {
    const ours = await localVersion(session, { theirs, local, shadow, pending, own });
    // A draft may include versions that a later edit here lacks, because the device was killed before it wrote the
    // draft's content.
    const includesDraft = !pending?.draft || pending.isApplied;
    const isNewer = ours && includesDraft && descends(ours, theirs);
    if (ours) result = isNewer ? ours : mergeVersions(shared, ours, theirs);
  } else if (!isDescendant) result = mergeVersions(null, base.version, theirs);
  const goal = await goalOf(session, local, shadow, result);
  const isTheirs = sameVersion(result, incoming.version);
  const write = goal.stamp === local.stamp ? {} : { write: { expected: local.stamp, next: goal.input } };
  const next: Shadow = {
    ...seen,
    clock: incoming.version.clock,
    stamp: isTheirs ? goal.stamp : UNKNOWN_STAMP,
    expiresAt: goal.expiresAt,
  };
  if (isTheirs && incoming.branches.length === 0) return { incoming, shadow: next, pending: null, ...write };
  const { data } = await sealed(session, incoming.memory, result);
  const branches = incoming.branches.map(({ revision }) => revision);
  const draft: Pending = {
    id: incoming.id,
    memory: incoming.memory,
    clock: result.clock,
    draft: data,
    stamp: goal.stamp,
    branches,
  };
  return { incoming, shadow: next, pending: draft, isMerge: true, ...write };
}

/** An earlier merge may already include the branch, which then only waits to be removed. */
function withBranch(all: Version, { version, common }: Incoming['branches'][number]): Version {
  if (descends(all, version)) return all;
  return descends(version, all) ? version : mergeVersions(common, all, version);
}

/** A stamp that no memory has. */
const UNKNOWN_STAMP = 'other';

interface Local {
  theirs: Version;
  local: MemoryStamp;
  shadow: Shadow | undefined;
  pending: Pending | undefined;
  own: Version | null;
}

/** Returns this device's version. Null if the server's version applies unchanged. */
async function localVersion(
  session: ReplicationSession,
  { theirs, local, shadow, pending, own }: Local,
): Promise<Version | null> {
  const draft = (await session.versionOf(pending?.id ?? '', pending?.draft))?.version;
  if (draft && pending?.stamp === local.stamp) return draft;
  const former = draft ?? own;
  // A write that hasn't been noted yet gets its clock now.
  const clock = pending?.stamp === local.stamp ? pending.clock : session.tick();
  const about = { clock, seen: seenBy(clock, former), kept: former?.kept ?? [] };
  if (local.stamp === null) {
    return { ...about, fields: null, removed: removedOf(shadow, former) };
  }
  // The server's removal applies, because this device never synced the memory and has exactly what was removed.
  if (theirs.fields === null && !own && theirs.removed === hashOfStamp(local.stamp)) return null;
  const [memory] = await session.store.call('read', [[local.id]]);
  if (!memory || stampOf(memory) !== local.stamp) throw new Overtaken();
  // Sent now, because if this version loses, only its record will name the pictures and the file.
  const refusal = await sendBlobs(session, memory);
  if (refusal) throw new PictureRefused(refusal);
  return { ...about, fields: await toFields(memory, own?.fields ?? null), removed: null };
}

/** Returns the `removed` of the version in which the memory is removed. */
export const removedOf = (shadow: Shadow | undefined, former: Version | null | undefined): string | null =>
  shadow?.stamp ? hashOfStamp(shadow.stamp) : (former?.removed ?? null);

/** Returns the memory to write. Its stamp and input are null if it was removed, or has expired here. */
async function goalOf(
  session: ReplicationSession,
  local: MemoryStamp,
  shadow: Shadow | undefined,
  { fields }: Version,
): Promise<{ stamp: string | null; input: MemoryInput | null; expiresAt: number | undefined }> {
  if (fields === null) return { stamp: null, input: null, expiresAt: undefined };
  const references = picturesOf(fields);
  const [here] = references.length > 0 && local.stamp !== null ? await session.store.call('read', [[local.id]]) : [];
  const { memory, input } = toMemory(local.id, fields, await fetchPictures(session, references, here?.images));
  const { expiresAt } = local.stamp === null && shadow ? shadow : local;
  if (session.hasExpired({ expiresAt })) return { stamp: null, input: null, expiresAt };
  return { stamp: stampOf(memory), input, expiresAt };
}

/** The server has an older version than before, so we send what it lost. */
function healed(incoming: Incoming, shadow: Shadow, base: Version, pending: Pending | undefined): Plan {
  const draft: Pending = pending ?? {
    id: incoming.id,
    memory: incoming.memory,
    clock: base.clock,
    draft: shadow.data,
    isApplied: true,
    stamp: shadow.stamp,
  };
  return { incoming, shadow: { ...shadow, revision: incoming.revision }, pending: draft };
}

export const sealed = (session: ReplicationSession, memory: string, version: Version) =>
  sealRecord(session.keys, {
    kind: 'memory',
    name: memory,
    clock: version.clock,
    json: versionJson(version),
    tail: new Uint8Array(0),
  });
