import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { keptFileOf } from '../../../core/record/kept-file.ts';
import type { Memory } from '../../../core/record/memory.ts';
import type { HybridSearchClient } from '../../shared/engine-access.ts';

interface NoteHost extends ReactiveControllerHost {
  readonly client: HybridSearchClient | null;
  readonly memory: Memory;
}

export class KeptFile implements ReactiveController {
  readonly #host: NoteHost;
  #hash: string | undefined;
  #file: { url: string; isPdf: boolean } | null = null;

  constructor(host: NoteHost) {
    this.#host = host;
    host.addController(this);
  }

  get current(): Readonly<{ url: string; isPdf: boolean }> | null {
    return this.#file;
  }

  hostUpdate(): void {
    const { client, memory } = this.#host;
    const hash = client ? keptFileOf(memory) : undefined;
    if (hash === this.#hash) return;
    this.#release();
    this.#hash = hash;
    if (client && hash !== undefined) void this.#load(client, memory, hash);
  }

  hostConnected(): void {
    this.#host.requestUpdate();
  }

  hostDisconnected(): void {
    this.#release();
  }

  async #load(client: HybridSearchClient, { id }: Memory, hash: string): Promise<void> {
    const blob = await client.file(id).catch(() => null);
    if (!blob || this.#hash !== hash) return;
    this.#file = { url: URL.createObjectURL(blob), isPdf: blob.type === 'application/pdf' };
    this.#host.requestUpdate();
  }

  #release(): void {
    if (this.#file) URL.revokeObjectURL(this.#file.url);
    this.#file = null;
    this.#hash = undefined;
  }
}
