/**
 * Writes and reads the lines of our own export: a header, then one memory per line. If vectors are included, lines with
 * vectors come before the memories that need them.
 */
import { toBase64 } from '../bytes/base64.ts';
import { isPlainObject, setOwn } from '../record/json.ts';
import type { JsonObject, JsonValue, Memory } from '../record/memory.ts';
import { CONVERSATION_TYPE } from '../record/memory-limits.ts';
import { parseJson } from './parse-json.ts';

const BACKUP_FORMAT = 'hybrid-search-backup';
export const BACKUP_VERSION = 1;
/** Headers and vectors need 2. The rest is for later versions. */
const MAX_LINE_DEPTH = 8;

export interface BackupHeader {
  format: typeof BACKUP_FORMAT;
  version: number;
  /** `fingerprint`: the model and the chunker that made the vectors. */
  vectors?: { fingerprint: string; dims: number };
}

export function backupHeaderLine(vectors?: { fingerprint: string; dims: number }): string {
  const header: BackupHeader = { format: BACKUP_FORMAT, version: BACKUP_VERSION, ...(vectors && { vectors }) };
  return `${JSON.stringify(header)}\n`;
}

export function readBackupHeader(line: string): BackupHeader | null {
  if (!line.includes(BACKUP_FORMAT)) return null;
  const header = parseObject(line);
  if (header?.format !== BACKUP_FORMAT || typeof header.version !== 'number') return null;
  const { vectors } = header;
  if (!isPlainObject(vectors)) return { format: BACKUP_FORMAT, version: header.version };
  const { fingerprint, dims } = vectors;
  if (typeof fingerprint !== 'string' || !Number.isInteger(dims)) return null;
  return { format: BACKUP_FORMAT, version: header.version, vectors: { fingerprint, dims: dims as number } };
}

export function isBackup(beginning: string): boolean {
  return readBackupHeader(beginning.split('\n', 1)[0]!) !== null;
}

/** Keys are hashes of the chunks' texts, values int8 components in base64. */
export function vectorsLine(vectors: ReadonlyMap<string, Int8Array>): string {
  const encoded: { [hash: string]: string } = {};
  for (const [hash, vector] of vectors) {
    setOwn(encoded, hash, toBase64(new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength)));
  }
  return `${JSON.stringify({ vectors: encoded })}\n`;
}

export function readVectorsLine(line: string): { [hash: string]: string } | null {
  if (!line.startsWith('{"vectors":')) return null;
  const vectors = parseObject(line)?.vectors;
  if (!isPlainObject(vectors) || !Object.values(vectors).every((value) => typeof value === 'string')) return null;
  return vectors as { [hash: string]: string };
}

/** Without words read in pictures, the hash (imports compute it), and `importId` (the next import has its own). */
export function memoryLine(memory: Memory): string {
  const { contentHash, importId, images, ...fields } = memory;
  const record: JsonObject = { ...(fields as unknown as JsonObject) };
  if (images) {
    record.images = images.map(
      ({ words, ...image }): JsonValue => ({ ...image, data: toBase64(new Uint8Array(image.data)) }),
    );
  }
  // Otherwise the import would set a conversation's default expiry.
  if (memory.type === CONVERSATION_TYPE && memory.expiresAt === undefined) record.expiresAt = null;
  return `${JSON.stringify(record)}\n`;
}

function parseObject(line: string): { [key: string]: unknown } | null {
  const parsed = parseJson(line, MAX_LINE_DEPTH);
  return 'value' in parsed && isPlainObject(parsed.value) ? parsed.value : null;
}
