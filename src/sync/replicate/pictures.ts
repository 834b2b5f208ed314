/** The pieces are sent before the record that refers to them. */
import { toHex } from '../../core/bytes/hex.ts';
import type { MemoryImage } from '../../core/record/memory.ts';
import { recordBody, sealRecord } from '../format/record.ts';
import { joinBytes } from '../format/text-bytes.ts';
import type { Shadow } from '../state/sync-state.ts';
import type { OutgoingDocument } from '../transport/transport.ts';
import { type PictureReference, pieceNames, piecesOf } from './fields.ts';
import type { Session } from './session.ts';

export async function sendPictures(session: Session, images: readonly MemoryImage[]): Promise<void> {
  for (const image of images) {
    const sealed = await Promise.all((await piecesOf(image)).map((piece) => sealRecord(session.keys, piece)));
    const known = await session.state.shadows(sealed.map(({ id }) => id));
    const missing = sealed.filter((_, at) => !known[at]);
    if (missing.length === 0) continue;
    const batch = missing.map((record): OutgoingDocument => {
      return { id: record.id, revision: null, deleted: false, body: recordBody(record) };
    });
    const results = await session.transport.put(batch);
    // A conflict means that another device has sent the same bytes.
    const shadows = missing.flatMap(({ id }, at): Shadow[] => {
      const result = results[at]!;
      if (result === 'forbidden') return [];
      const revision = result === 'conflict' ? null : result.revision;
      return [{ id, kind: 'piece', revision, clock: '', data: null, stamp: null }];
    });
    await session.commit({ shadows });
  }
}

/** @throws RangeError if a piece is missing on the server, or if the picture doesn't match its hash. */
export async function fetchPictures(session: Session, references: readonly PictureReference[]): Promise<MemoryImage[]> {
  const images: MemoryImage[] = [];
  for (const reference of references) {
    const ids = await session.idsOf('piece', pieceNames(reference));
    const { documents } = await session.transport.all({ ids });
    const bodies = new Map(documents.map(({ id, body }) => [id, body]));
    const parts: Uint8Array[] = [];
    for (const id of ids) {
      const piece = await session.openBody(id, bodies.get(id));
      if (!piece) throw new RangeError('a piece of a picture is missing');
      parts.push(piece.tail);
    }
    const data = joinBytes(...parts);
    const hash = toHex(new Uint8Array(await crypto.subtle.digest('SHA-256', data)));
    if (hash !== reference.hash) throw new RangeError('a picture doesn’t match its name');
    images.push({ data: data.buffer, mimeType: reference.mimeType, alt: reference.alt });
  }
  return images;
}
