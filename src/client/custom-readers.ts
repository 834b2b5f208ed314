/** Runs the page's own readers for the transfer worker. Loaded by the first import or preview that has some. */
import { HybridSearchError, isHybridSearchError } from '../core/errors.ts';
import type { MemoryInput } from '../core/record/memory.ts';
import type { CustomReadersApi, CustomReadersToUse } from '../protocol/custom-readers-api.ts';
import { serve } from '../protocol/serve.ts';
import { unitsOf } from './add-slices.ts';
import type { CustomReader, CustomReaderRow } from './api.ts';
import { toPlain } from './plain-data.ts';

/** Large enough that the cost of a message doesn't matter. */
const ANSWER_ROWS = 50;
const ANSWER_UNITS = 262_144;
/**
 * Milliseconds after which a message is sent even if it has fewer rows. So the page stays responsive, and rows of a
 * slow reader aren't held back.
 */
const ANSWER_MS = 8;

export interface ServedReaders {
  /** The port must be transferred. */
  toUse: CustomReadersToUse;
  end(): void;
}

export function serveReaders(readers: readonly CustomReader[]): ServedReaders {
  const { port1, port2 } = new MessageChannel();
  let open: OpenFile | null = null;
  const stop = (): void => {
    open?.end();
    open = null;
  };
  const readerOf = (name: string): CustomReader => readers.find((reader) => reader.name === name)!;
  const api: CustomReadersApi = {
    async detect(_, name, head, path) {
      try {
        return (await readerOf(name).detect?.(head, path)) === true;
      } catch (error) {
        throw failureOf(name, error);
      }
    },
    async open({ signal }, name, file, path, lastModified) {
      stop();
      open = new OpenFile(readerOf(name));
      signal.addEventListener('abort', stop);
      const fileName = path.split('/').pop()!;
      await open.begin(new File([file], fileName, lastModified === undefined ? {} : { lastModified }), path);
    },
    async next({ signal }) {
      signal.addEventListener('abort', stop);
      return open?.next() ?? null;
    },
    async stop() {
      stop();
    },
  };
  const server = serve<CustomReadersApi>(api, port1);
  return {
    toUse: {
      port: port2,
      readers: readers.map(({ name, extensions, detect }) => ({
        name,
        extensions: extensions.map((extension) => extension.toLowerCase()),
        detects: detect !== undefined,
      })),
    },
    end() {
      stop();
      server.close();
      port1.close();
    },
  };
}

type Rows = AsyncIterator<unknown> | Iterator<unknown>;

class OpenFile {
  readonly #reader: CustomReader;
  readonly #abort = new AbortController();
  #rows: Rows | null = null;
  #failure: HybridSearchError | null = null;

  constructor(reader: CustomReader) {
    this.#reader = reader;
  }

  async begin(file: File, path: string): Promise<void> {
    try {
      const rows = await this.#reader.read(file, { path, signal: this.#abort.signal });
      this.#rows = iteratorOf(rows);
      if (this.#abort.signal.aborted) this.end();
    } catch (error) {
      throw failureOf(this.#reader.name, error);
    }
  }

  async next(): Promise<unknown[] | null> {
    if (this.#failure) throw this.#failure;
    const answer: unknown[] = [];
    const until = performance.now() + ANSWER_MS;
    try {
      for (let units = 0; this.#rows && answer.length < ANSWER_ROWS && units < ANSWER_UNITS; ) {
        const { value, done } = await this.#rows.next();
        if (done) {
          this.#rows = null;
          break;
        }
        const row = plainRow(value);
        answer.push(row);
        units += unitsOf((row as { memory?: MemoryInput } | null)?.memory);
        if (performance.now() >= until) break;
      }
    } catch (error) {
      this.#rows = null;
      this.#failure = failureOf(this.#reader.name, error);
      if (answer.length === 0) throw this.#failure;
    }
    return answer.length === 0 ? null : answer;
  }

  /** Doesn't await the reader, because it may never answer. */
  end(): void {
    this.#abort.abort(new HybridSearchError('aborted'));
    const rows = this.#rows;
    this.#rows = null;
    new Promise((resolve) => resolve(rows?.return?.())).catch(() => {});
  }
}

function iteratorOf(rows: unknown): Rows {
  const { [Symbol.asyncIterator]: begin, [Symbol.iterator]: beginSync } = Object(rows) as Partial<
    AsyncIterable<unknown> & Iterable<unknown>
  >;
  const iterator = begin?.call(rows) ?? beginSync?.call(rows);
  if (!iterator) throw new TypeError('read() must return rows that can be iterated over');
  return iterator as Rows;
}

function plainRow(row: unknown): unknown {
  try {
    return toPlain(row, 'invalid-memory');
  } catch (error) {
    return { problem: (error as Error).message } satisfies CustomReaderRow;
  }
}

function failureOf(name: string, error: unknown): HybridSearchError {
  if (isHybridSearchError(error, 'invalid-import')) return error;
  const message = error instanceof Error ? error.message : String(error);
  return new HybridSearchError('invalid-import', `${name}: ${message}`, { cause: error });
}
