import { HybridSearchError } from '../core/errors.ts';
import { customRow } from '../core/import/custom-row.ts';
import { normalizePath } from '../core/import/file-id.ts';
import type { ImportOrigin, ImportRow } from '../core/import/report.ts';
import { Caller } from '../protocol/call.ts';
import type { CustomReaderInfo, CustomReadersApi, CustomReadersToUse } from '../protocol/custom-readers-api.ts';

export class CustomReaders {
  readonly #port: MessagePort;
  readonly #caller: Caller<CustomReadersApi>;
  readonly #readers: readonly CustomReaderInfo[];

  constructor({ port, readers }: CustomReadersToUse) {
    this.#port = port;
    this.#readers = readers;
    // This worker ends together with the page, so a page that doesn't answer is only busy.
    this.#caller = new Caller(port, { silence: Number.POSITIVE_INFINITY });
  }

  has(name: string): boolean {
    return this.#readers.some((reader) => reader.name === name);
  }

  accepts(path: string): boolean {
    return this.#readers.some((reader) => isNamed(reader, path));
  }

  async find(path: string, head: Uint8Array, signal: AbortSignal): Promise<string | null> {
    for (const reader of this.#readers) {
      if (!isNamed(reader, path)) continue;
      // A copy, because a view would be sent with its whole buffer.
      const detectArguments = [reader.name, head.slice(), normalizePath(path)] as const;
      if (!reader.detects || (await this.#caller.call('detect', [...detectArguments], { signal }))) return reader.name;
    }
    return null;
  }

  async *read(
    name: string,
    file: Blob,
    origin: Pick<ImportOrigin, 'path' | 'hash' | 'lastModified'>,
    signal: AbortSignal,
  ): AsyncGenerator<ImportRow[]> {
    let number = 0;
    try {
      await this.#caller.call('open', [name, file, origin.path, origin.lastModified], { signal });
      for (;;) {
        const rows = await this.#caller.call('next', [], { signal });
        if (!rows) return;
        yield rows.map((row) => customRow(row, ++number, origin));
      }
    } finally {
      this.#caller.call('stop', []).catch(() => {});
    }
  }

  end(): void {
    this.#caller.close(new HybridSearchError('closed'));
    this.#port.close();
  }
}

function isNamed({ extensions }: CustomReaderInfo, path: string): boolean {
  const name = path.toLowerCase();
  return extensions.some((extension) => name.endsWith(`.${extension}`));
}
