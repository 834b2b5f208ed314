/** First step of a round: gives a clock to everything written here since the last round. Works without a server. */
import { CONVERSATION_TYPE } from '../../core/record/memory-limits.ts';
import type { MemoryStamp, StoreChanges } from '../../protocol/sync-api.ts';
import type { Pending, Shadow, Waiting } from '../state/sync-state.ts';
import type { Session } from './session.ts';

/** Messages of conversations aren't synced. */
export const isSyncable = ({ type }: Pick<MemoryStamp, 'type'>): boolean => type !== CONVERSATION_TYPE;

export async function noteLocalChanges(session: Session): Promise<void> {
  for (let hasMore = true; hasMore; ) {
    const changes = await session.store.call('changes', [session.known.log]);
    hasMore = changes.hasMore;
    const isUnchanged = changes.changed.length === 0 && changes.position.seq === session.known.log?.seq;
    if (!isUnchanged || changes.isWhole) await note(session, changes);
  }
}

async function note(session: Session, { changed, position, isWhole }: StoreChanges): Promise<void> {
  const { log } = session.known;
  // If the store was restored, memories that it lacks were lost, not removed, so they're fetched again.
  const isRestored = log !== null && log.generation !== position.generation;
  const listed = changed.filter(isSyncable);
  const ids = await session.idsOf(
    'memory',
    listed.map(({ id }) => id),
  );
  if (isRestored) await forgetLost(session, ids, listed);
  const removed = isWhole && !isRestored ? await removedSince(session, new Set(ids)) : [];
  const pending: Pending[] = [];
  const waiting: Waiting[] = [];
  const shadows: Shadow[] = [];
  const [known, before] = [await session.state.shadows(ids), await session.state.pendingOf(ids)];
  const noteOne = (id: string, { id: memory, stamp, expiresAt }: MemoryStamp, shadow: Shadow | undefined): void => {
    if (stamp !== null) waiting.push({ id, memory });
    if ((shadow?.stamp ?? null) === stamp) {
      if (stamp !== null && shadow && shadow.expiresAt !== expiresAt) shadows.push({ ...shadow, expiresAt });
      return;
    }
    if (stamp === null && shadow && session.hasExpired(shadow)) shadows.push({ ...shadow, stamp: null });
    else pending.push({ id, memory, stamp, draft: null, clock: session.tick() });
  };
  listed.forEach((each, at) => {
    const earlier = before[at];
    // A merge keeps its clock. If the memory was edited since, the draft stays, because it has the conflict versions.
    if (earlier?.draft && earlier.stamp === each.stamp) return;
    noteOne(ids[at]!, each, known[at]);
    const edited = pending.at(-1);
    if (earlier && edited?.id === earlier.id) pending[pending.length - 1] = { ...edited, ...draftFields(earlier) };
  });
  for (const { shadow, memory } of removed) noteOne(shadow.id, { id: memory, stamp: null }, shadow);
  await session.commit({
    pending,
    waiting,
    shadows,
    known: { log: position, ...(isRestored && { position: null, first: null }) },
  });
  session.onProgress();
}

/**
 * Keeps the draft together with the memory's stamp at that time. After a later write, the memory has another stamp,
 * which shows that the draft is out of date.
 */
const draftFields = ({ draft, stamp, branches }: Pending): Partial<Pending> => ({
  ...(draft && { draft, stamp }),
  ...(branches && { branches }),
});

/** Needed if the store's change log doesn't reach back far enough. */
async function removedSince(
  session: Session,
  here: ReadonlySet<string>,
): Promise<{ shadow: Shadow; memory: string }[]> {
  const gone = (await session.state.allShadows()).filter(
    ({ id, kind, stamp }) => kind === 'memory' && stamp !== null && !here.has(id),
  );
  const opened = await Promise.all(gone.map(({ id, data }) => session.versionOf(id, data)));
  return gone.flatMap((shadow, at) => (opened[at] ? [{ shadow, memory: opened[at].name }] : []));
}

/**
 * Drops the shadows of memories that are missing or different here, so that these count as never seen. Also drops the
 * shadows of vectors and devices.
 */
async function forgetLost(session: Session, ids: readonly string[], listed: readonly MemoryStamp[]): Promise<void> {
  const here = new Map(ids.map((id, at) => [id, listed[at]!.stamp]));
  const lost = (await session.state.allShadows()).filter(
    ({ id, kind, stamp }) => kind !== 'piece' && stamp !== null && here.get(id) !== stamp,
  );
  await session.commit({ dropShadows: lost.map(({ id }) => id) });
}
