/** Reads a text file in pieces, in UTF-8, UTF-16, or the encoding that the caller names. */
import { release } from '../core/bytes/release.ts';
import type { ImportBytes } from '../core/import/report.ts';
import { createTextStream, type TextStream } from '../core/import/utf8.ts';

export const PIECE_BYTES = 1_048_576;

export const bytesOf = async (file: ImportBytes): Promise<Uint8Array> => new Uint8Array(await file.arrayBuffer());

/**
 * @param whole the file's bytes, if they have been read
 * @param encoding of a file that isn't UTF-8: a label of the Encoding Standard
 */
export async function textStreamOf(
  file: ImportBytes,
  whole: Uint8Array | undefined,
  encoding: string | undefined,
): Promise<TextStream> {
  const unmarked = encoding === undefined || (await isUtf8(file, whole)) ? 'utf-8' : encoding;
  return createTextStream((marked) => new TextDecoder(marked === 'utf-8' ? unmarked : marked, { fatal: true }));
}

/** Reads the whole file, because a text may differ from UTF-8 only in its last line. */
async function isUtf8(file: ImportBytes, whole: Uint8Array | undefined): Promise<boolean> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for (let offset = 0; offset < file.size; offset += PIECE_BYTES) {
      const bytes = whole ?? (await bytesOf(file.slice(offset, offset + PIECE_BYTES)));
      decoder.decode(bytes, { stream: true });
      if (!whole) release(bytes);
    }
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}
