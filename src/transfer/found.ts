/** Counts what an import finds, by format and by source. A source is a conversation or a file. */
import type { ImportContent, ImportFormat, ImportSource } from '../core/import/report.ts';
import type { MemoryInput, TimeInput } from '../core/record/memory.ts';
import { CONVERSATION_TYPE } from '../core/record/memory-limits.ts';
import { parseIsoTime } from '../core/record/time.ts';

const MAIL_TYPE = 'mail';
const NOTION_ID = /[ _][0-9a-f]{32}(?:_all)?(?=\/|\.\w+$|$)/gi;
/** UTF-16 units. */
const MAX_BEGINNING = 80;

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
  notes: number;
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

  readonly #documents = new Map<string, number>();

  addDocument(file: string, bytes: number): void {
    this.#documents.set(file, bytes);
  }

  addFile(format: ImportFormat): void {
    this.#of(format).files++;
  }

  add(format: ImportFormat, file: string, input: MemoryInput, isScan = false): void {
    const { session, thread = session, type, createdAt, updatedAt } = input;
    const ofFormat = this.#of(format);
    const { counted, threads } = ofFormat;
    if (isScan) ofFormat.scans++;
    const time = timeOf(createdAt ?? updatedAt);
    counted.add(time);
    const isMessage = type === CONVERSATION_TYPE;
    const conversation = isMessage ? session : undefined;
    const group = isMessage || type === MAIL_TYPE ? (conversation ?? thread) : undefined;
    if (group === undefined) ofFormat.notes++;
    else threads.add(group);
    this.#sourceOf(format, file, conversation, input).counted.add(time);
  }

  contents(): ImportContent[] {
    return [...this.#formats]
      .map(([format, { files, scans, notes, counted, threads }]) => ({
        format,
        files,
        memories: counted.memories,
        threads: threads.size,
        ...(threads.size > 0 && notes > 0 && { notes }),
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
      found = { files: 0, scans: 0, notes: 0, counted: new Counted(), threads: new Set() };
      this.#formats.set(format, found);
    }
    return found;
  }

  #sourceOf(format: ImportFormat, file: string, session: string | undefined, first: MemoryInput): OfSource {
    let ofFile = this.#sources.get(file);
    if (!ofFile) {
      ofFile = new Map();
      this.#sources.set(file, ofFile);
    }
    let found = ofFile.get(session);
    if (!found) {
      const source =
        session === undefined
          ? { format, file, title: fileTitle(format, file, first) }
          : { format, file, session, title: first.title || beginningOf(first.text) };
      found = { source, counted: new Counted() };
      ofFile.set(session, found);
    }
    return found;
  }
}

/** Notion and Joplin name their files by ids, which people don't know. */
function fileTitle(format: ImportFormat, file: string, { title }: MemoryInput): string {
  if (format === 'joplin') return title || file;
  return format === 'notion' ? file.replace(NOTION_ID, '') : file;
}

/** Returns a title for a conversation without one. */
function beginningOf(text: string): string {
  const line = text.trim().split('\n', 1)[0]!;
  return line.length <= MAX_BEGINNING ? line : `${line.slice(0, MAX_BEGINNING).replace(/[\ud800-\udbff]$/, '')}…`;
}

function timeOf(time: TimeInput | undefined): number | null {
  if (typeof time === 'string') return parseIsoTime(time);
  return time === undefined ? null : Number(time);
}
