/** Reads documents with a separate package's scripts, each in its own worker: a malicious file harms only that one. */
import { HybridSearchError } from '../core/errors.ts';
import { type DocumentScript, scriptOf } from '../core/import/document-formats.ts';
import type { ImportRow } from '../core/import/report.ts';
import { Caller } from '../protocol/call.ts';
import type { DocumentInput, DocumentsApi } from '../protocol/documents-api.ts';
import { trustedUrl } from './trusted-url.ts';

export interface DocumentReaders {
  /** Rejects with `missing-file` if the package isn't installed. */
  read(input: DocumentInput, signal: AbortSignal): AsyncIterable<ImportRow[]>;
  end(): void;
}

interface Reader {
  worker: Worker;
  caller: Caller<DocumentsApi>;
}

export class DocumentWorkers implements DocumentReaders {
  readonly #folder: string;
  readonly #readers = new Map<DocumentScript, Reader>();

  constructor(folder: string) {
    this.#folder = folder;
  }

  async *read(input: DocumentInput, signal: AbortSignal): AsyncGenerator<ImportRow[]> {
    const script = scriptOf(input.format);
    const { caller } = this.#readers.get(script) ?? this.#start(script);
    try {
      await caller.call('open', [input], { signal });
      for (
        let rows = await caller.call('next', [], { signal });
        rows;
        rows = await caller.call('next', [], { signal })
      ) {
        yield rows;
      }
    } catch (error) {
      // After any error, the next document gets a new worker.
      this.#end(script, error as HybridSearchError);
      throw error;
    }
  }

  end(): void {
    for (const script of [...this.#readers.keys()]) this.#end(script, new HybridSearchError('closed'));
  }

  #start(script: DocumentScript): Reader {
    const url = `${this.#folder}${script}.js`;
    const worker = new Worker(trustedUrl(url), { type: 'module' });
    const caller = new Caller<DocumentsApi>(worker, {
      onSilent: () => this.#end(script, new HybridSearchError('worker-died', 'The reader didn’t respond')),
    });
    worker.onerror = (event) => {
      // If a script doesn't load, the event has no message.
      if (event.message) this.#end(script, new HybridSearchError('worker-died', event.message));
      else void whyMissing(url).then((error) => this.#end(script, error));
    };
    const reader = { worker, caller };
    this.#readers.set(script, reader);
    return reader;
  }

  #end(script: DocumentScript, reason: HybridSearchError): void {
    const reader = this.#readers.get(script);
    this.#readers.delete(script);
    reader?.worker.terminate();
    reader?.caller.close(reason);
  }
}

async function whyMissing(url: string): Promise<HybridSearchError> {
  const answer = await fetch(url).catch(() => null);
  const type = answer?.headers.get('content-type') ?? '';
  if (answer?.ok && /javascript/i.test(type)) {
    return new HybridSearchError('blocked-by-policy', "worker-src, or script-src, must allow 'self'", { url });
  }
  return new HybridSearchError('missing-file', undefined, { url });
}
