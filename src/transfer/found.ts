/** Counts what an import finds, by format and by source. A source is a conversation or a file. */
import type { ImportContent, ImportFormat, ImportSource } from '../core/import/report.ts';
import type { MemoryInput, TimeInput } from '../core/record/memory.ts';
import { CONVERSATION_TYPE } from '../core/record/memory-limits.ts';
import { parseIsoTime } from '../core/record/time.ts';

class Counted {
  memories = 0;
  readonly #times = { from: Infinity, to: -Infinity };

  add(time: number | null): void {
    this.memories++;
    if (time === null) return;
    this.#times.from = Math.min(this.#times.from, time);
    this.#times.to = Math.max(this.#times.to, time);
  }

  get times(): { from?: number; to?: number } {
    return this.#times.from <= this.#times.to ? { ...this.#times } : {};
  }
}

interface OfFormat {
  files: number;
  scans: number;
  counted: Counted;
  threads: Set<string>;
}

interface OfSource {
  source: Pick<ImportSource, 'format' | 'file' | 'session' | 'title'>;
  counted: Counted;
}

export class Found {
  readonly #formats = new Map<ImportFormat, OfFormat>();
  /** Sources by file, then by session. The entry of the file itself has no session. */
  readonly #sources = new Map<string, Map<string | undefined, OfSource>>();

  /** Sizes of documents in bytes, by file. */
  readonly #documents = new Map<string, number>();

  addDocument(file: string, bytes: number): void {
    this.#documents.set(file, bytes);
  }

  addFile(format: ImportFormat): void {
    this.#of(format).files++;
  }

  add(
    format: ImportFormat,
    file: string,
    { session, thread = session, title, type, createdAt, updatedAt }: MemoryInput,
    isScan = false,
  ): void {
    const ofFormat = this.#of(format);
    const { counted, threads } = ofFormat;
    if (isScan) ofFormat.scans++;
    const time = timeOf(createdAt ?? updatedAt);
    counted.add(time);
    const conversation = type === CONVERSATION_TYPE ? session : undefined;
    const group = conversation ?? thread;
    if (group !== undefined) threads.add(group);
    this.#sourceOf(format, file, conversation, title).counted.add(time);
  }

  contents(): ImportContent[] {
    return [...this.#formats]
      .map(([format, { files, scans, counted, threads }]) => ({
        format,
        files,
        memories: counted.memories,
        threads: threads.size,
        ...(scans > 0 && { scans }),
        ...counted.times,
      }))
      .sort((left, right) => right.memories - left.memories);
  }

  sources(): ImportSource[] {
    return [...this.#sources.values()].flatMap((ofFile) =>
      [...ofFile.values()].map(({ source, counted }) => ({
        ...source,
        memories: counted.memories,
        ...(this.#documents.has(source.file) && { bytes: this.#documents.get(source.file)! }),
        ...counted.times,
      })),
    );
  }

  #of(format: ImportFormat): OfFormat {
    let found = this.#formats.get(format);
    if (!found) {
      found = { files: 0, scans: 0, counted: new Counted(), threads: new Set() };
      this.#formats.set(format, found);
    }
    return found;
  }

  #sourceOf(format: ImportFormat, file: string, session: string | undefined, title: string | undefined): OfSource {
    let ofFile = this.#sources.get(file);
    if (!ofFile) {
      ofFile = new Map();
      this.#sources.set(file, ofFile);
    }
    let found = ofFile.get(session);
    if (!found) {
      const source =
        session === undefined ? { format, file, title: file } : { format, file, session, title: title || session };
      found = { source, counted: new Counted() };
      ofFile.set(session, found);
    }
    return found;
  }
}

function timeOf(time: TimeInput | undefined): number | null {
  if (typeof time === 'string') return parseIsoTime(time);
  return time === undefined ? null : Number(time);
}
