/** Pieces of pictures and of kept files. */
import type { Entry } from '../format/entry.ts';
import { recordBody, sealRecord } from '../format/record.ts';
import type { Shadow } from '../state/sync-state.ts';
import type { OutgoingDocument, Refusal } from '../transport/transport.ts';
import type { ReplicationSession } from './session.ts';

/** About 1.4 MB in one answer. */
export const PIECES_AT_ONCE = 4;

/** Fetches a few at a time, in order. Throws `RangeError` if one is missing. */
export async function* fetchPieces(session: ReplicationSession, ids: readonly string[]): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < ids.length; at += PIECES_AT_ONCE) {
    const some = ids.slice(at, at + PIECES_AT_ONCE);
    const { documents } = await session.transport.all({ ids: some });
    const bodies = new Map(documents.map(({ id, body }) => [id, body]));
    for (const id of some) {
      const piece = await session.openBody(id, bodies.get(id));
      if (!piece) throw new RangeError('a piece is missing');
      yield piece.tail;
    }
  }
}

/** Sends those that the server doesn't have. If it refuses one, don't send the record that refers to them. */
export async function sendPieces(session: ReplicationSession, pieces: readonly Entry[]): Promise<Refusal | undefined> {
  const sealed = await Promise.all(pieces.map((piece) => sealRecord(session.keys, piece)));
  const known = await session.state.shadows(sealed.map(({ id }) => id));
  const missing = sealed.filter((_, at) => !known[at]);
  if (missing.length === 0) return undefined;
  const batch = missing.map((record): OutgoingDocument => {
    return { id: record.id, revision: null, deleted: false, body: recordBody(record) };
  });
  const results = await session.transport.put(batch);
  // A conflict means that another device has sent the same bytes.
  const shadows: Shadow[] = [];
  let refusal: Refusal | undefined;
  for (const [at, result] of results.entries()) {
    if (typeof result === 'string' && result !== 'conflict') refusal = result;
    else {
      const revision = result === 'conflict' ? null : result.revision;
      shadows.push({ id: missing[at]!.id, kind: 'piece', revision, clock: '', data: null, stamp: null });
    }
  }
  await session.commit({ shadows });
  return refusal;
}
