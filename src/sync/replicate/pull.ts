/**
 * Second step of a round: takes the server's changes. The stored position moves past a page once everything in it is
 * stored. The ids of records that couldn't be read are stored with it, and the next start tries them again.
 */

import type { Entry } from '../format/entry.ts';
import { KEYS_ID } from '../format/keys-document.ts';
import { readRecordBody } from '../format/record.ts';
import { isRecordId } from '../format/sync-keys.ts';
import { readVersion, type Version } from '../merge/version.ts';
import type { Pending, Shadow } from '../state/sync-state.ts';
import { SyncError } from '../sync-error.ts';
import type { RemoteDocument } from '../transport/transport.ts';
import { waitingOf } from './messages.ts';
import { sendLostPieces } from './pictures.ts';
import { confirmServer } from './server-rollback.ts';
import { isInvalid, type ReplicationSession } from './session.ts';
import { type Incoming, takeMemories } from './take-memories.ts';
import { adoptVectors, keepVectors, readVectorsEntry, type TakenVectors, vectorsKeptFor } from './vectors.ts';

/** Documents per commit. After a crash, at most a few tenths of a second of work are repeated. */
const SLICE = 100;

export async function pull(session: ReplicationSession): Promise<void> {
  for (let hasMore = true; hasMore; ) {
    if (session.position === null) await firstPull(session);
    const page = await session.transport.page(session.position);
    if (page.wentBack) await confirmServer(session);
    // `confirmServer` found that the server was restored from a backup.
    if (session.position === null) continue;
    await takeDocuments(session, page.documents);
    hasMore = page.hasMore && page.position !== session.position;
    await session.moveTo(page.position, { witnesses: session.witnesses(await takenOf(session, page.documents)) });
  }
  if (session.triesUnreadable) await tryUnreadable(session);
}

async function tryUnreadable(session: ReplicationSession): Promise<void> {
  session.triesUnreadable = false;
  const ids = [...session.unreadable];
  if (ids.length === 0) return;
  try {
    const { documents } = await session.transport.all({ ids });
    session.unreadable.clear();
    await takeDocuments(session, documents);
  } catch (error) {
    for (const id of ids) session.unreadable.add(id);
    session.triesUnreadable = true;
    throw error;
  }
}

/** Without the records that this device skips, such as messages if they aren't synced. */
async function takenOf(session: ReplicationSession, documents: readonly RemoteDocument[]): Promise<Shadow[]> {
  const shadows = await session.state.shadows(documents.map(({ id }) => id));
  return shadows.filter((shadow) => shadow !== undefined);
}

/** A device that already has memories reads all changes instead, because a first pull doesn't show removals. */
async function firstPull(session: ReplicationSession): Promise<void> {
  const known = await session.state.allShadows();
  const isEmpty = known.length === 0 && (await session.state.pendingCount()) === 0;
  if (!isEmpty && !session.known.first) return compareAll(session, known);
  const position = session.known.first?.position ?? (await session.transport.identity()).position;
  let after = session.known.first?.after ?? null;
  for (let hasMore = true; hasMore; ) {
    const page = await session.transport.all({ after });
    await takeDocuments(session, page.documents);
    const last = page.documents.at(-1)?.id;
    hasMore = page.hasMore && last !== undefined;
    after = last ?? after;
    if (after !== null) await session.keepProgress({ first: { after, position } });
  }
  await session.moveTo(position, { first: null });
}

/** Sends a memory again if the server has no record of it, not even a removal. */
async function compareAll(session: ReplicationSession, known: readonly Shadow[]): Promise<void> {
  const seen = new Set<string>();
  let position: string | null = null;
  for (let hasMore = true; hasMore; ) {
    const page = await session.transport.page(position);
    for (const { id } of page.documents) seen.add(id);
    await takeDocuments(session, page.documents);
    hasMore = page.hasMore && page.position !== position;
    ({ position } = page);
  }
  await sendAgain(
    session,
    // A piece's revision is unknown here if another device sent the piece first.
    known.filter(({ id, kind, revision }) => !seen.has(id) && (revision !== null || kind === 'piece')),
  );
  await session.moveTo(position!);
}

/**
 * Queues lost memories, and those removed without the key, to be sent again. Forgets other lost records, and messages
 * if they aren't synced.
 */
async function sendAgain(session: ReplicationSession, lost: readonly Shadow[]): Promise<void> {
  if (lost.length === 0) return;
  session.rolledBack = true;
  const memories = lost.filter(({ kind, stamp }) => kind === 'memory' && stamp !== null);
  const [opened, before] = [
    await Promise.all(memories.map(({ id, data }) => session.versionOf(id, data))),
    await session.state.pendingOf(memories.map(({ id }) => id)),
  ];
  const isKept = (at: number): boolean => session.syncs(opened[at]?.version.fields ?? {});
  const pending = memories.flatMap(({ id, data, clock, stamp }, at): Pending[] => {
    const memory = opened[at]?.name;
    return before[at] || memory === undefined || !isKept(at)
      ? []
      : [{ id, memory, clock, stamp, draft: data, isApplied: true }];
  });
  const forgotten = [...lost.filter(({ kind }) => kind !== 'memory'), ...memories.filter((_, at) => !isKept(at))];
  const names = new Map(memories.map(({ id }, at) => [id, opened[at]]));
  await session.commit({
    pending,
    shadows: memories.filter((_, at) => isKept(at)).map((shadow) => ({ ...shadow, revision: null })),
    dropShadows: forgotten.map(({ id }) => id),
    waiting: pending.map(({ id, memory }) => waitingOf(id, memory, names.get(id)?.version.fields ?? {})),
  });
  const pieces = new Set(lost.flatMap(({ id, kind }) => (kind === 'piece' ? [id] : [])));
  if (pieces.size === 0) return;
  session.sentFiles.clear();
  session.checksFiles = true;
  const all = await session.state.allShadows();
  await sendLostPieces(
    session,
    all.filter(({ kind, stamp }) => kind === 'memory' && stamp !== null),
    pieces,
  );
}

interface Opened {
  document: RemoteDocument;
  data: Uint8Array<ArrayBuffer>;
  entry: Entry;
}

export async function takeDocuments(session: ReplicationSession, documents: readonly RemoteDocument[]): Promise<void> {
  for (let at = 0; at < documents.length; at += SLICE) await takeSlice(session, documents.slice(at, at + SLICE));
}

async function takeSlice(session: ReplicationSession, documents: readonly RemoteDocument[]): Promise<void> {
  // Rows may repeat an id.
  const records = [...new Map(documents.map((each) => [each.id, each])).values()];
  const shadows = await session.state.shadows(records.map(({ id }) => id));
  const gone: Shadow[] = [];
  /** Shadows of records removed without content, for example vectors that were removed with their memory. */
  const orphans: Shadow[] = [];
  const opened: Opened[] = [];
  for (const [at, document] of records.entries()) {
    if (document.id === KEYS_ID) session.checkKeys(document.body);
    if (!isRecordId(document.id)) continue;
    session.unreadable.delete(document.id);
    const shadow = shadows[at];
    if (shadow?.revision === document.revision && document.branches.length === 0) continue;
    const record = readRecordBody(document.id, document.body);
    if (!record) {
      // A removal that was written without the key doesn't remove a memory here.
      if (shadow && document.deleted) (shadow.kind === 'memory' ? gone : orphans).push(shadow);
      continue;
    }
    if (record.generation > session.keys.generation) throw new SyncError('identity', STARTED_AGAIN);
    if (record.generation < session.keys.generation) continue;
    const entry = await session.open(record).catch(() => null);
    if (!entry) {
      session.unreadable.add(document.id);
      continue;
    }
    session.refused.delete(document.id);
    opened.push({ document, data: record.data, entry });
  }
  await sendAgain(session, gone);
  await session.commit({ dropShadows: orphans.map(({ id }) => id) });
  await takeOpened(session, opened);
}

export const STARTED_AGAIN =
  'Another device started again from what it has; rebuild from the server, or start again here';

async function takeOpened(session: ReplicationSession, opened: readonly Opened[]): Promise<void> {
  const { vectors: wanted } = session.settings;
  const model = await session.store.call('model', []);
  const vectors: TakenVectors[] = [];
  const memories: Incoming[] = [];
  const shadows: Shadow[] = [];
  for (const each of opened) {
    const { document, data, entry } = each;
    const { id, revision } = document;
    const shadow = { id, kind: entry.kind, revision, clock: entry.clock, data: null, stamp: null };
    try {
      if (entry.kind === 'memory') memories.push(await incomingOf(session, each));
      else if (entry.kind === 'device') shadows.push({ ...shadow, data, stamp: document.deleted ? null : 'here' });
      else if (entry.kind === 'piece') {
        shadows.push(shadow);
        session.triesUnreadable = true;
        session.checksFiles = true;
        session.skippedFiles.clear();
      } else if (session.settings.messages || entry.json.message !== true) {
        const taken = wanted === 'none' ? null : readVectorsEntry(entry, model);
        if (taken) vectors.push(taken);
        shadows.push({ ...shadow, stamp: String(entry.json.contentHash) });
      }
    } catch (error) {
      if (!isInvalid(error)) throw error;
      session.unreadable.add(id);
    }
  }
  const fits = await keepVectors(session, model.fingerprint, vectors);
  await takeMemories(session, memories);
  const kept = await vectorsKeptFor(
    session,
    memories.map(({ memory }) => memory),
  );
  await adoptVectors(session, model.fingerprint, [...(fits ? vectors : []), ...kept]);
  // If the vectors didn't fit, they get no shadow, so that they're read again later.
  await session.commit({ shadows: shadows.filter(({ kind }) => fits || kind !== 'vectors') });
}

async function incomingOf(session: ReplicationSession, { document, data, entry }: Opened): Promise<Incoming> {
  const { id, revision, leaves = [] } = document;
  const versionIn = async (body: unknown): Promise<Version | null> => {
    try {
      const other = await session.openBody(id, body);
      return other && readVersion(other.clock, other.json);
    } catch {
      // It stays on the server, and the other versions are merged without it.
      session.unreadable.add(id);
      return null;
    }
  };
  const branches: Incoming['branches'][number][] = [];
  for (const branch of document.branches) {
    const version = await versionIn(branch.body);
    // Without the common version, the merge keeps both versions.
    if (version) branches.push({ revision: branch.revision, version, common: await versionIn(branch.common) });
  }
  return { id, memory: entry.name, revision, data, version: readVersion(entry.clock, entry.json), branches, leaves };
}
