/** Sends and fetches pictures as pieces. The pieces are sent before the record that refers to them. */
import type { MemoryImage } from '../../core/record/memory.ts';
import { joinBytes } from '../format/text-bytes.ts';
import type { Shadow } from '../state/sync-state.ts';
import type { Refusal } from '../transport/transport.ts';
import { hashOf, picturesOf, pieceNames, piecesOf, type SyncedPicture } from './fields.ts';
import { fetchPieces, sendPieces } from './pieces.ts';
import type { ReplicationSession } from './session.ts';

/** @returns why the server refused a picture */
export async function sendPictures(
  session: ReplicationSession,
  images: readonly MemoryImage[],
): Promise<Refusal | undefined> {
  let refusal: Refusal | undefined;
  for (const image of images) refusal ??= await sendPieces(session, await piecesOf(image));
  return refusal;
}

/**
 * Returns the pictures, and fetches those that aren't in `here`.
 *
 * @throws RangeError if a piece is missing on the server, or if the picture doesn't match its hash.
 */
export async function fetchPictures(
  session: ReplicationSession,
  references: readonly SyncedPicture[],
  here: readonly MemoryImage[] = [],
): Promise<MemoryImage[]> {
  const known = new Map(await Promise.all(here.map(async ({ data }) => [await hashOf(data), data] as const)));
  const images: MemoryImage[] = [];
  for (const reference of references) {
    const data = known.get(reference.hash) ?? (await fetchPicture(session, reference));
    images.push({ data, mimeType: reference.mimeType, alt: reference.alt });
  }
  return images;
}

async function fetchPicture(session: ReplicationSession, reference: SyncedPicture): Promise<ArrayBuffer> {
  const ids = await session.idsOf('piece', pieceNames(reference));
  const parts: Uint8Array[] = [];
  for await (const piece of fetchPieces(session, ids)) parts.push(piece);
  const { buffer } = joinBytes(...parts);
  if ((await hashOf(buffer)) !== reference.hash) throw new RangeError('a picture doesn’t match its name');
  return buffer;
}

/** Sends the lost pieces of this device's pictures again, after their shadows were dropped. */
export async function sendLostPieces(
  session: ReplicationSession,
  memories: readonly Shadow[],
  lost: ReadonlySet<string>,
): Promise<void> {
  for (const { id, data } of memories) {
    const found = await session.versionOf(id, data);
    if (!found?.version.fields) continue;
    const names = picturesOf(found.version.fields).flatMap(pieceNames);
    const ids = await session.idsOf('piece', names);
    if (!ids.some((each) => lost.has(each))) continue;
    const [memory] = await session.store.call('read', [[found.name]]);
    if (memory?.images) await sendPictures(session, memory.images);
  }
}
