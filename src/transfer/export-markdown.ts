/** Exports a zip of Markdown files with their pictures. `core/import/markdown-note.ts` defines the format. */
import { HybridSearchError } from '../core/errors.ts';
import { markdownNote } from '../core/import/markdown-note.ts';
import type { PictureReference } from '../core/import/report.ts';
import type { Memory } from '../core/record/memory.ts';
import { ZipWriter } from './archive/zip-writer.ts';
import { type ExportSource, pages } from './export.ts';

/** The browser can move a blob out of memory. */
const PIECE_BYTES = 4 * 1_048_576;
/** Maximum UTF-16 units of a name. With its number and extension, the name stays under 255 bytes in any script. */
const MAX_NAME = 60;
/** Characters that some file systems refuse in names, or that note-taking apps read as part of a link. */
const FORBIDDEN = /[\p{C}\p{Zl}\p{Zp}\\/:*?"<>|#^[\]%]+/gu;
/** Windows devices. */
const RESERVED = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;
const PICTURES = 'pictures/';

/** `image/jpeg` → `jpg`, `image/svg+xml` → `svg`. */
const extensionOf = (mimeType: string): string =>
  /^image\/([a-z]{1,5})/.exec(mimeType)?.[1]?.replace('jpeg', 'jpg') ?? 'bin';

/** @throws HybridSearchError `aborted`. */
export async function exportMarkdown(
  source: Pick<ExportSource, 'ids' | 'read'>,
  { signal, now }: { signal: AbortSignal; now: number },
): Promise<Blob> {
  const pieces: Blob[] = [];
  let pending: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  const flush = (): void => {
    pieces.push(new Blob(pending));
    pending = [];
    bytes = 0;
  };
  const zip = new ZipWriter((part) => {
    pending.push(part);
    bytes += part.length;
    if (bytes >= PIECE_BYTES) flush();
  });
  const names = new FileNames();
  for await (const page of pages(source)) {
    for (const memory of page) {
      if (signal.aborted) throw new HybridSearchError('aborted');
      if (memory.expiresAt === undefined || memory.expiresAt > now) await addNote(zip, names, memory);
    }
  }
  zip.end();
  flush();
  return new Blob(pieces, { type: 'application/zip' });
}

async function addNote(zip: ZipWriter, names: FileNames, memory: Memory): Promise<void> {
  const name = names.take(memory.title?.trim() || memory.text);
  const pictures: PictureReference[] = [];
  for (const [index, { data, mimeType, alt }] of (memory.images ?? []).entries()) {
    const path = `${PICTURES}${names.pictures + index + 1}.${extensionOf(mimeType)}`;
    await zip.add(path, new Uint8Array(data), memory.updatedAt, false);
    pictures.push({ path, alt });
  }
  names.pictures += pictures.length;
  const text = new TextEncoder().encode(markdownNote(memory, pictures));
  await zip.add(`${name}.md`, text, memory.updatedAt, true);
}

/** Makes file names distinct, even on file systems that ignore case. */
class FileNames {
  pictures = 0;
  /** The keys are normalized and in lower case. */
  readonly #wanted = new Map<string, number>();

  take(title: string): string {
    const line = title.slice(0, 4 * MAX_NAME).split('\n', 1)[0]!;
    const name = cut(line.replaceAll(FORBIDDEN, ' ').replaceAll(/\s+/g, ' ').trim()).replace(/^\.+|[. ]+$/g, '');
    const base = name === '' ? 'Note' : name.replace(RESERVED, '_$&');
    for (;;) {
      const folded = base.normalize('NFC').toLowerCase();
      const count = (this.#wanted.get(folded) ?? 0) + 1;
      this.#wanted.set(folded, count);
      const own = count === 1 ? base : `${base} ${count}`;
      if (count === 1) return own;
      const taken = own.normalize('NFC').toLowerCase();
      if (this.#wanted.has(taken)) continue;
      this.#wanted.set(taken, 1);
      return own;
    }
  }
}

/** Never cuts a character in two. */
function cut(name: string): string {
  return [...name]
    .slice(0, MAX_NAME)
    .join('')
    .slice(0, MAX_NAME)
    .replace(/[\ud800-\udbff]$/, '');
}
