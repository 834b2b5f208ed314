/** First step of a round: gives a clock to everything written here since the last round. Works without a server. */
import type { MemoryStamp, StoreChanges } from '../../protocol/sync-api.ts';
import type { Pending, Shadow, Waiting } from '../state/sync-state.ts';
import { waitingOf } from './messages.ts';
import type { ReplicationSession } from './session.ts';

export async function noteLocalChanges(session: ReplicationSession): Promise<void> {
  for (let hasMore = true; hasMore; ) {
    const changes = await session.store.call('changes', [missesMessages(session) ? null : session.known.log]);
    hasMore = changes.hasMore;
    const isUnchanged = changes.changed.length === 0 && changes.position.seq === session.known.log?.seq;
    if (!isUnchanged || changes.isWhole) await note(session, changes);
  }
}

/** The option was turned on, so earlier messages have to be sent and fetched. */
const missesMessages = ({ settings, known }: ReplicationSession): boolean => settings.messages && !known.messages;

async function note(session: ReplicationSession, { changed, position, isWhole }: StoreChanges): Promise<void> {
  const { log } = session.known;
  // If the store was restored, memories that it lacks were lost, not removed, so they're fetched again.
  const isRestored = log !== null && log.generation !== position.generation;
  const ids = await session.idsOf(
    'memory',
    changed.map(({ id }) => id),
  );
  if (isRestored) await forgetLost(session, ids, changed);
  const removed = isWhole && !isRestored ? await removedSince(session, new Set(ids)) : [];
  const pending: Pending[] = [];
  const waiting: Waiting[] = [];
  const shadows: Shadow[] = [];
  const [known, before] = [await session.state.shadows(ids), await session.state.pendingOf(ids)];
  const noteOne = (id: string, local: MemoryStamp, shadow: Shadow | undefined, earlier?: Pending): void => {
    const { id: memory, stamp, expiresAt = earlier?.expiresAt } = local;
    // The server may accept it now, for example because it's shorter.
    if (earlier?.stamp !== stamp && session.refused.get(id)) session.refused.delete(id);
    if (stamp !== null) waiting.push(waitingOf(id, memory, local));
    // A change that was taken back is sent too, because the server may have it although its answer was lost.
    if (!earlier && (shadow?.stamp ?? null) === stamp) {
      if (stamp !== null && shadow && shadow.expiresAt !== expiresAt) shadows.push({ ...shadow, expiresAt });
      return;
    }
    if (stamp === null && shadow && session.hasExpired(shadow)) shadows.push({ ...shadow, stamp: null });
    else if (stamp !== null || !earlier || !session.hasExpired(earlier))
      pending.push({ id, memory, stamp, draft: null, clock: session.tick(), expiresAt });
  };
  const silent = await silentOf(session, changed, known);
  changed.forEach((each, at) => {
    if (silent.has(each)) return;
    const earlier = before[at];
    // A merge keeps its clock. If the memory was edited since, the draft stays, because it has the conflict versions.
    if (earlier?.draft && earlier.stamp === each.stamp) return;
    noteOne(ids[at]!, each, known[at], earlier);
    const edited = pending.at(-1);
    if (earlier && edited?.id === earlier.id) pending[pending.length - 1] = { ...edited, ...draftFields(earlier) };
  });
  for (const { shadow, memory } of removed) noteOne(shadow.id, { id: memory, stamp: null }, shadow);
  const comparesAll = isRestored || missesMessages(session);
  const { messages } = session.settings;
  await session.commit({
    pending,
    waiting,
    shadows,
    known: { log: position, messages, ...(comparesAll && { position: null, first: null }) },
  });
  if (comparesAll) session.position = null;
  session.onProgress();
}

/** Returns the changes that sync must not send: unless messages are synced, those of messages, and their removals. */
async function silentOf(
  session: ReplicationSession,
  changed: readonly MemoryStamp[],
  shadows: readonly (Shadow | undefined)[],
): Promise<ReadonlySet<MemoryStamp>> {
  const silent = new Set(changed.filter((each) => !session.syncs(each)));
  if (session.settings.messages) return silent;
  for (const [at, each] of changed.entries()) {
    const shadow = shadows[at];
    if (each.stamp !== null || !shadow?.stamp) continue;
    // A removed memory has no type, but its last common version does.
    const former = await session.versionOf(shadow.id, shadow.data);
    if (!session.syncs(former?.version.fields ?? {})) silent.add(each);
  }
  return silent;
}

/**
 * Keeps the draft together with the memory's stamp at that time. After a later write, the memory has another stamp,
 * which shows that the draft is out of date.
 */
const draftFields = ({ draft, isApplied, stamp, branches }: Pending): Partial<Pending> => ({
  ...(draft && { draft, isApplied, stamp }),
  ...(branches && { branches }),
});

/** Finds removals by comparing ids, for when the store's change log doesn't reach back far enough. */
async function removedSince(
  session: ReplicationSession,
  here: ReadonlySet<string>,
): Promise<{ shadow: Shadow; memory: string }[]> {
  const gone = (await session.state.allShadows()).filter(
    ({ id, kind, stamp }) => kind === 'memory' && stamp !== null && !here.has(id),
  );
  const opened = await Promise.all(gone.map(({ id, data }) => session.versionOf(id, data)));
  return gone.flatMap((shadow, at) => {
    const former = opened[at];
    return former && session.syncs(former.version.fields ?? {}) ? [{ shadow, memory: former.name }] : [];
  });
}

/**
 * Drops the shadows of memories that are missing or different here, so that these count as never seen. Also drops the
 * shadows of vectors and devices.
 */
async function forgetLost(
  session: ReplicationSession,
  ids: readonly string[],
  changed: readonly MemoryStamp[],
): Promise<void> {
  const here = new Map(ids.map((id, at) => [id, changed[at]!.stamp]));
  const lost = (await session.state.allShadows()).filter(
    ({ id, kind, stamp }) => kind !== 'piece' && stamp !== null && here.get(id) !== stamp,
  );
  await session.commit({ dropShadows: lost.map(({ id }) => id) });
}
