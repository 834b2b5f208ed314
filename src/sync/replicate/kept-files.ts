/**
 * Sends and fetches the files that documents were imported from, as pieces. A file's pieces are sent from the last to
 * the first. So if the server has the first one, it has all of them.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { toHex } from '../../core/bytes/hex.ts';
import { keptFileOf } from '../../core/record/kept-file.ts';
import type { Memory } from '../../core/record/memory.ts';
import type { NamedFiles } from '../../protocol/sync-api.ts';
import { FileKeeper } from '../../transfer/file-keeper.ts';
import { SyncError } from '../sync-error.ts';
import type { Refusal } from '../transport/transport.ts';
import { PIECE_BYTES, pieceEntry } from './fields.ts';
import { sendPictures } from './pictures.ts';
import { fetchPieces, PIECES_AT_ONCE, sendPieces } from './pieces.ts';
import type { ReplicationSession } from './session.ts';

type Bytes = Uint8Array<ArrayBuffer>;

/** Pieces per look into the stored state. */
const COUNTED_AT_ONCE = 64;

/**
 * Sends the memory's pictures and file, which have to arrive before the record that names them.
 *
 * @returns why the server refused a picture. Without its file, a record can be read.
 */
export async function sendBlobs(
  session: ReplicationSession,
  memory: Pick<Memory, 'id' | 'images' | 'metadata'>,
): Promise<Refusal | undefined> {
  const refusal = memory.images && (await sendPictures(session, memory.images));
  const hash = keptFileOf(memory);
  if (refusal || hash === undefined || session.sentFiles.has(hash)) return refusal;
  const { place } = await session.store.call('files', []);
  const keeper = place && (await FileKeeper.open(place));
  if (keeper) await sendFile(session, keeper, hash, memory.id);
  if (!session.refused.has(hash)) session.sentFiles.add(hash);
  return undefined;
}

/**
 * Sends or fetches one file, after texts and vectors, which take precedence on a full disk. Other changes aren't held
 * up until all files are here.
 *
 * @returns whether files are left
 */
export async function syncFiles(session: ReplicationSession): Promise<boolean> {
  const refused = [...session.refused].filter(([, refusal]) => refusal?.file);
  if (!session.checksFiles && session.filesLeft.length + refused.length === 0) return false;
  const { place, named } = await session.store.call('files', []);
  for (const [hash] of refused) if (!named.has(hash)) session.refused.delete(hash);
  const keeper = place && (await FileKeeper.open(place));
  if (session.checksFiles) session.filesLeft = [...named.keys()];
  session.checksFiles = false;
  if (!keeper) session.filesLeft = [];
  for (let isMoved = false; !isMoved && session.filesLeft.length > 0; session.filesLeft.shift()) {
    const hash = session.filesLeft[0]!;
    const memory = named.get(hash);
    // Its memories were removed in the meantime.
    if (memory === undefined) continue;
    const isHere = (await keeper!.read(hash)) !== undefined;
    isMoved = await (isHere ? sendFile(session, keeper!, hash, memory) : fetchFile(session, keeper!, place!, hash));
  }
  return session.filesLeft.length > 0;
}

/** @returns whether anything was sent */
async function sendFile(
  session: ReplicationSession,
  keeper: FileKeeper,
  hash: string,
  memory: string,
): Promise<boolean> {
  const isTried = session.sentFiles.has(hash) || session.refused.has(hash);
  const file = isTried ? undefined : await keeper.read(hash);
  if (!file) return false;
  const names = Array.from({ length: Math.ceil(file.size / PIECE_BYTES) }, (_, at) => `${hash}/${at}`);
  const known = await session.state.shadows(await session.idsOf('piece', names));
  const send = async (numbers: readonly number[]): Promise<Refusal | undefined> => {
    const pieces = numbers.map(async (at) => {
      const part = file.slice(at * PIECE_BYTES, (at + 1) * PIECE_BYTES);
      return pieceEntry(names[at]!, new Uint8Array(await part.arrayBuffer()));
    });
    return sendPieces(session, await Promise.all(pieces));
  };
  const missing = names.flatMap((_, at) => (at === 0 || known[at] ? [] : [at])).reverse();
  let refusal: Refusal | undefined;
  try {
    for (let next = 0; !refusal && next < missing.length; next += PIECES_AT_ONCE) {
      refusal = await send(missing.slice(next, next + PIECES_AT_ONCE));
    }
    if (!refusal && !known[0]) refusal = await send([0]);
  } catch (error) {
    if (isGone(error)) return false;
    throw error;
  }
  if (refusal) session.refuse(hash, { id: memory, reason: refusal, file: true });
  else session.sentFiles.add(hash);
  return !refusal && (missing.length > 0 || !known[0]);
}

/** The file was deleted while it was read, because its memories were removed. */
const isGone = (error: unknown): boolean =>
  error instanceof DOMException && ['NotFoundError', 'NotReadableError'].includes(error.name);

/**
 * A file that can't be fetched now is tried again at the next start. The text is here without it.
 * @returns whether it was fetched
 */
async function fetchFile(
  session: ReplicationSession,
  keeper: FileKeeper,
  { lock }: NonNullable<NamedFiles['place']>,
  hash: string,
): Promise<boolean> {
  if (session.skippedFiles.has(hash)) return false;
  const ids = await idsOnServer(session, hash);
  if (ids.length === 0) return false;
  try {
    // The lock keeps other tabs from deleting the unfinished file.
    await navigator.locks.request(lock, { mode: 'shared' }, () =>
      keeper.write(hash, ids.length * PIECE_BYTES, verified(hash, fetchPieces(session, ids))),
    );
    session.sentFiles.add(hash);
    return true;
  } catch (error) {
    if (error instanceof SyncError && error.reason !== 'decryption') throw error;
    session.skippedFiles.add(hash);
    return false;
  }
}

/** Returns the ids of the file's pieces in their order. The number of pieces isn't stored anywhere. */
async function idsOnServer(session: ReplicationSession, hash: string): Promise<string[]> {
  const found: string[] = [];
  const [first] = await session.state.shadows([await session.idOf('piece', `${hash}/0`)]);
  if (!first) return found;
  for (;;) {
    const names = Array.from({ length: COUNTED_AT_ONCE }, (_, at) => `${hash}/${found.length + at}`);
    const ids = await session.idsOf('piece', names);
    const known = await session.state.shadows(ids);
    const end = known.indexOf(undefined);
    if (end >= 0) return [...found, ...ids.slice(0, end)];
    found.push(...ids);
  }
}

async function* verified(hash: string, pieces: AsyncIterable<Uint8Array>): AsyncGenerator<Bytes> {
  const digest = sha256.create();
  for await (const piece of pieces) {
    digest.update(piece);
    yield new Uint8Array(piece);
  }
  if (toHex(digest.digest()) !== hash) throw new RangeError('the file doesn’t match its hash');
}
