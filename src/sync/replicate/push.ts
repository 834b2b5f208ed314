/** Third step of a round: sends changes. Each record names the revision that it replaces. */
import type { Memory } from '../../core/record/memory.ts';
import { stampOf } from '../../core/record/stamp.ts';
import { recordBody, type SealedRecord } from '../format/record.ts';
import { seenBy } from '../merge/seen.ts';
import type { Version } from '../merge/version.ts';
import type { Pending, Shadow } from '../state/sync-state.ts';
import type { OutgoingDocument, Refusal } from '../transport/transport.ts';
import { toFields } from './fields.ts';
import { sendBlobs } from './kept-files.ts';
import { takeDocuments } from './pull.ts';
import type { ReplicationSession } from './session.ts';
import { removedOf, sealed } from './take-memories.ts';

const AT_ONCE = 100;

/** @returns whether another round is needed, because something had to be merged first */
export async function push(session: ReplicationSession): Promise<boolean> {
  let hasConflicts = false;
  session.retryUnanswered();
  const settled = new Set([...session.refused].flatMap(([id, refusal]) => (refusal && !refusal.file ? [id] : [])));
  for (let after = ''; ; ) {
    const page = await session.state.pending(after, AT_ONCE);
    if (page.length === 0) break;
    after = page.at(-1)!.id;
    for (const { id } of page) settled.delete(id);
    const pending = page.filter(({ id }) => !session.refused.has(id));
    if (pending.length > 0 && (await pushSome(session, pending))) hasConflicts = true;
  }
  for (const id of settled) session.refused.delete(id);
  return hasConflicts;
}

interface Outgoing {
  pending: Pending;
  shadow: Shadow | undefined;
  record: SealedRecord;
  clock: string;
  stamp: string | null;
  expiresAt: number | undefined;
}

async function pushSome(session: ReplicationSession, pending: readonly Pending[]): Promise<boolean> {
  const memories = await session.store.call('read', [pending.map(({ memory }) => memory)]);
  const shadows = await session.state.shadows(pending.map(({ id }) => id));
  const outgoing: Outgoing[] = [];
  const settled: string[] = [];
  const refuse = ({ id, memory }: Pending, reason: Refusal): void => {
    session.refuse(id, { id: memory, reason });
  };
  for (const [at, each] of pending.entries()) {
    const out = await outgoingOf(session, each, memories[at], shadows[at]);
    if (typeof out === 'string') refuse(each, out);
    else if (out) outgoing.push(out);
    // If messages are turned on again, their merges are sent.
    else if (!each.draft || session.syncs(memories[at] ?? {})) settled.push(each.id);
  }
  const results = await session.transport.put(
    outgoing.map(({ record, shadow, stamp }): OutgoingDocument => {
      return { id: record.id, revision: shadow?.revision ?? null, deleted: stamp === null, body: recordBody(record) };
    }),
  );
  const conflicts: Outgoing[] = [];
  const sent: Outgoing[] = [];
  const common: Shadow[] = [];
  results.forEach((result, at) => {
    const out = outgoing[at]!;
    if (result === 'conflict') conflicts.push(out);
    else if (typeof result === 'string') refuse(out.pending, result);
    else {
      const { record, clock, stamp, expiresAt } = out;
      const { revision } = result;
      common.push({ id: record.id, kind: 'memory', revision, clock, data: record.data, stamp, expiresAt });
      sent.push(out);
    }
  });
  session.pushed += sent.length;
  const witnesses = session.witnesses(common);
  const dropPending = [...settled, ...sent.map(({ record }) => record.id)];
  await session.commit({ shadows: common, dropPending, known: { witnesses } });
  session.onProgress();
  await tidy(session, sent);
  await takeConflicts(session, conflicts);
  return conflicts.length > 0;
}

/** Returns null if there's nothing to send, and the reason if the server refuses a picture. */
async function outgoingOf(
  session: ReplicationSession,
  pending: Pending,
  memory: Memory | undefined,
  shadow: Shadow | undefined,
): Promise<Outgoing | Refusal | null> {
  const stamp = memory ? stampOf(memory) : null;
  if (memory && !session.syncs(memory)) return null;
  if (pending.draft && pending.stamp === stamp) {
    const { clock } = pending;
    // A server that was restored from a backup may have lost the pictures and the file.
    const refusal = memory && (await sendBlobs(session, memory));
    if (refusal) return refusal;
    const record = { id: pending.id, generation: session.keys.generation, data: pending.draft };
    return { pending, shadow, record, clock, stamp, expiresAt: memory?.expiresAt };
  }
  const former = await session.versionOf(pending.id, pending.draft ?? shadow?.data);
  if (!memory && !session.syncs(former?.version.fields ?? {})) return null;
  if (!memory && session.hasExpired(shadow ?? pending)) return null;
  const clock = pending.stamp === stamp && !pending.draft ? pending.clock : session.tick();
  const version: Version = {
    clock,
    seen: seenBy(clock, former?.version),
    fields: memory ? await toFields(memory, former?.version.fields ?? null) : null,
    removed: memory ? null : removedOf(shadow, former?.version),
    kept: former?.version.kept ?? [],
  };
  const refusal = memory && (await sendBlobs(session, memory));
  if (refusal) return refusal;
  const record = await sealed(session, pending.memory, version);
  return { pending, shadow, record, clock, stamp, expiresAt: memory?.expiresAt };
}

async function tidy(session: ReplicationSession, sent: readonly Outgoing[]): Promise<void> {
  const branches = sent.flatMap(({ pending: { id, branches: list = [] } }) =>
    list.map((revision): OutgoingDocument => ({ id, revision, deleted: true, body: {} })),
  );
  const removed = sent.filter(({ stamp }) => stamp === null);
  const { fingerprint } = await session.store.call('model', []);
  const ids = await session.idsOf(
    'vectors',
    removed.map(({ pending: { memory } }) => `${fingerprint}\n${memory}`),
  );
  const vectors = (await session.state.shadows(ids)).filter((shadow) => shadow !== undefined);
  const orphans = vectors.map(({ id, revision }): OutgoingDocument => ({ id, revision, deleted: true, body: {} }));
  if (branches.length + orphans.length > 0) await session.transport.put([...branches, ...orphans]);
  await session.commit({ dropShadows: vectors.map(({ id }) => id) });
}

async function takeConflicts(session: ReplicationSession, conflicts: readonly Outgoing[]): Promise<void> {
  if (conflicts.length === 0) return;
  const { documents } = await session.transport.all({ ids: conflicts.map(({ record }) => record.id) });
  const found = new Map(documents.map((document) => [document.id, document]));
  const shadows = conflicts.flatMap(({ record: { id, generation }, shadow }): Shadow[] => {
    const document = found.get(id);
    if (!document) return shadow ? [{ ...shadow, revision: null }] : [];
    const isOlder = typeof document.body.g !== 'number' || document.body.g < generation;
    if (!isOlder) return [];
    // The document is from an earlier generation or another program, so it's replaced without being read.
    const { revision } = document;
    return [{ ...(shadow ?? { id, kind: 'memory', clock: '', data: null, stamp: null }), revision }];
  });
  await session.commit({ shadows });
  await takeDocuments(session, documents);
  // Unreadable records aren't overwritten.
  for (const { record } of conflicts) if (session.unreadable.has(record.id)) session.refused.set(record.id, null);
}
