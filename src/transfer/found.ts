/** Counts what was found in an import's files by format: memories, threads, first and last date. */
import type { ImportContent, ImportFormat } from '../core/import/report.ts';
import type { MemoryInput, TimeInput } from '../core/record/memory.ts';
import { parseIsoTime } from '../core/record/time.ts';

interface Counted {
  files: number;
  memories: number;
  threads: Set<string>;
  from: number;
  to: number;
}

export class Found {
  readonly #formats = new Map<ImportFormat, Counted>();

  addFile(format: ImportFormat): void {
    this.#of(format).files++;
  }

  add(format: ImportFormat, { thread, createdAt, updatedAt }: MemoryInput): void {
    const counted = this.#of(format);
    counted.memories++;
    if (thread !== undefined) counted.threads.add(thread);
    const time = timeOf(createdAt ?? updatedAt);
    if (time === null) return;
    counted.from = Math.min(counted.from, time);
    counted.to = Math.max(counted.to, time);
  }

  /** The format with the most memories comes first. */
  contents(): ImportContent[] {
    return [...this.#formats]
      .map(([format, { files, memories, threads, from, to }]) => ({
        format,
        files,
        memories,
        threads: threads.size,
        ...(from <= to && { from, to }),
      }))
      .sort((left, right) => right.memories - left.memories);
  }

  #of(format: ImportFormat): Counted {
    let counted = this.#formats.get(format);
    if (!counted) {
      counted = { files: 0, memories: 0, threads: new Set(), from: Infinity, to: -Infinity };
      this.#formats.set(format, counted);
    }
    return counted;
  }
}

function timeOf(time: TimeInput | undefined): number | null {
  if (typeof time === 'string') return parseIsoTime(time);
  return time === undefined ? null : Number(time);
}
