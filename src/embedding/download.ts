/**
 * Downloads one file. If the connection drops after some bytes arrived, the download resumes right away. If none
 * arrived, or the host had to start over, it fails, and the next visit resumes it.
 */
import { HybridSearchError } from '../core/errors.ts';
import type { PartialFile } from './partial-file.ts';

export interface DownloadOptions {
  url: string;
  fetch: typeof globalThis.fetch;
  /** `fetched` counts only the bytes that the host sent in this visit. */
  onBytes(loaded: number, fetched: number): void;
  signal?: AbortSignal | undefined;
}

export class Download {
  readonly #file: PartialFile;
  readonly #options: DownloadOptions;
  #kept: number;

  constructor(file: PartialFile, options: DownloadOptions) {
    this.#file = file;
    this.#options = options;
    this.#kept = file.length;
    if (file.length > 0) this.#report();
  }

  /** Rejects with `model-unavailable`, `model-corrupt` or `aborted`. */
  async run(cache: RequestCache): Promise<void> {
    const file = this.#file;
    while (file.length < file.bytes.length) {
      const before = file.length;
      const response = await this.#answer(cache);
      const startedOver = before > 0 && file.length === 0;
      const broken = await this.#receive(response);
      if (!broken) return;
      await file.pause();
      if (this.#options.signal?.aborted) throw new HybridSearchError('aborted');
      // Give up if no bytes arrived, or if the host started over: without range requests, it would send the whole file
      // again after each dropped connection.
      if (startedOver || file.length <= before)
        throw this.#unavailable(`broke off after ${file.length} bytes`, broken.cause);
    }
  }

  async restart(): Promise<void> {
    await this.#file.restart();
    this.#kept = 0;
    this.#report();
  }

  #report(): void {
    const { length } = this.#file;
    this.#options.onBytes(length, length - this.#kept);
  }

  async #answer(cache: RequestCache): Promise<Response> {
    const { length } = this.#file;
    if (length === 0) return this.#whole(await this.#request(cache));
    const rest = await this.#request(cache, { range: `bytes=${length}-` });
    if (this.#continues(rest)) return rest;
    await this.restart();
    // A host without range requests sends the whole file.
    if (rest.status === 200) return this.#whole(rest);
    await rest.body?.cancel();
    return this.#whole(await this.#request(cache));
  }

  #whole(response: Response): Response {
    this.#file.version = versionOf(response);
    return response;
  }

  /** If CORS hides the headers, the checksum decides later. */
  #continues(response: Response): boolean {
    if (response.status !== 206) return false;
    const { length, bytes, version } = this.#file;
    const range = response.headers.get('content-range');
    if (range && range.replace(/\/\*$/, `/${bytes.length}`) !== `bytes ${length}-${bytes.length - 1}/${bytes.length}`)
      return false;
    const now = versionOf(response);
    return !now || !version || now === version;
  }

  async #request(cache: RequestCache, headers: Record<string, string> = {}): Promise<Response> {
    const { url, fetch, signal } = this.#options;
    let response: Response;
    try {
      response = await fetch(url, { cache, headers, credentials: 'same-origin', ...(signal ? { signal } : {}) });
    } catch (cause) {
      if (signal?.aborted) throw new HybridSearchError('aborted');
      throw this.#unavailable(
        `${fileName(url)} could not be fetched; connect-src, also of the workers’ responses, and CORS must allow it`,
        cause,
      );
    }
    // 416 means that the host's file now ends before the range, so the caller starts over.
    if (!response.ok && !(response.status === 416 && headers.range)) {
      throw this.#unavailable(`status ${response.status}; ${MEND}`);
    }
    // Hosts of single-page apps answer a request for a missing file with their page. Networks that require a login may
    // answer any request with theirs.
    if (/^text\/html\b/i.test(response.headers.get('content-type') ?? '')) {
      await response.body?.cancel();
      throw this.#corrupt(`an HTML page came instead; ${MEND}`);
    }
    return response;
  }

  /** Returns null if the file is complete, or the cause if the connection broke. */
  async #receive(response: Response): Promise<{ cause: unknown } | null> {
    const file = this.#file;
    const reader = response.body?.getReader();
    try {
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
        if (!file.append(part.value)) {
          await reader?.cancel();
          await this.restart();
          throw this.#corrupt(`longer than ${file.bytes.length} bytes`);
        }
        this.#report();
      }
    } catch (cause) {
      if (cause instanceof HybridSearchError) throw cause;
      return { cause };
    }
    const { length } = file;
    if (length === file.bytes.length) return null;
    await this.restart();
    throw this.#corrupt(`${length} of ${file.bytes.length} bytes`);
  }

  #corrupt(detail: string): HybridSearchError {
    return new HybridSearchError('model-corrupt', detail, { url: this.#options.url });
  }

  #unavailable(detail: string, cause?: unknown): HybridSearchError {
    return new HybridSearchError('model-unavailable', detail, { url: this.#options.url, cause });
  }
}

const MEND = 'npx hybrid-search-assets DIR copies it, assetBase names DIR';

/** A host may send the same bytes with or without the `W/` of weak ETags. */
function versionOf({ headers }: Response): string {
  return headers.get('etag')?.replace(/^W\//, '') ?? headers.get('last-modified') ?? '';
}

function fileName(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1);
}
