/** The first 64 bytes of every log file. If they can't be verified, the whole file counts as unreadable. */
import { crc32c } from '../../core/bytes/checksum.ts';

export const HEADER_BYTES = 64;
const MAGIC = 0x484a5348;
const VERSION = 1;
const STORE_ID_AT = 32;
const STORE_ID_BYTES = 24;
const CRC_AT = HEADER_BYTES - 4;

/** `active`: open and growing. `sealed`: a closed segment. `checkpoint`: the whole live store up to `seq`. */
export const FILE_KINDS = ['active', 'sealed', 'checkpoint'] as const;
export type FileKind = (typeof FILE_KINDS)[number];

/** Prefixes of file names. They can't be renamed, because existing stores have files with these names. */
export const PREFIX: { readonly [Kind in FileKind]: string } = {
  active: 'tail-',
  sealed: 'segment-',
  checkpoint: 'base-',
};

export interface FileHeader {
  kind: FileKind;
  salt: number;
  /** Whether the content is compressed (`deflate-raw`). */
  compressed: boolean;
  /** Checksum of the stored content; 0 for an active segment. */
  contentCrc: number;
  /** Bytes of the stored content; 0 for an active segment. */
  contentLength: number;
  /** Highest position in the file; of a checkpoint, up to which it's complete; 0 for an active segment. */
  seq: number;
  /** Id of the store. Positions of two stores can't be compared. */
  storeId: string;
}

export function encodeHeader(header: FileHeader): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(HEADER_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, MAGIC, true);
  view.setUint8(4, VERSION);
  view.setUint8(5, FILE_KINDS.indexOf(header.kind));
  view.setUint8(6, header.compressed ? 1 : 0);
  view.setUint32(8, header.salt, true);
  view.setUint32(12, header.contentCrc, true);
  view.setFloat64(16, header.contentLength, true);
  view.setFloat64(24, header.seq, true);
  for (let i = 0; i < STORE_ID_BYTES; i++) bytes[STORE_ID_AT + i] = header.storeId.charCodeAt(i) || 0;
  view.setUint32(CRC_AT, crc32c(bytes.subarray(0, CRC_AT)), true);
  return bytes;
}

export function decodeHeader(bytes: Uint8Array): FileHeader | undefined {
  if (bytes.length < HEADER_BYTES) return undefined;
  const view = new DataView(bytes.buffer, bytes.byteOffset, HEADER_BYTES);
  const kind = FILE_KINDS[view.getUint8(5)];
  if (view.getUint32(0, true) !== MAGIC || view.getUint8(4) !== VERSION || !kind) return undefined;
  if (view.getUint32(CRC_AT, true) !== crc32c(bytes.subarray(0, CRC_AT))) return undefined;
  const storeId = String.fromCharCode(...bytes.subarray(STORE_ID_AT, STORE_ID_AT + STORE_ID_BYTES)).replace(/\0+$/, '');
  return {
    kind,
    salt: view.getUint32(8, true),
    compressed: view.getUint8(6) === 1,
    contentCrc: view.getUint32(12, true),
    contentLength: view.getFloat64(16, true),
    seq: view.getFloat64(24, true),
    storeId,
  };
}
