/** Opens notes, reads them again after a change, and copies them or their URLs. Never changes their content. */
import type { Memory } from '../../core/record/memory.ts';
import type { HybridSearchClient } from '../shared/engine-access.ts';
import type { SearchStrings } from '../strings/search-strings.ts';
import { noteLink } from './deep-link.ts';
import type { Notices } from './notices.ts';
import type { Panel } from './panel.ts';
import type { SessionHost } from './session-host.ts';

export interface ReaderNeeds {
  client: () => HybridSearchClient | null;
  words: () => SearchStrings;
  panel: Panel;
  notices: Notices;
  onGone: (id: string) => void;
}

export class Reader {
  readonly #host: SessionHost;
  readonly #needs: ReaderNeeds;

  constructor(host: SessionHost, needs: ReaderNeeds) {
    this.#host = host;
    this.#needs = needs;
  }

  async openLinked([id]: readonly string[], open: (memory: Memory) => void): Promise<void> {
    const { client, notices, words } = this.#needs;
    if (id === undefined) return;
    try {
      const memory = await client()?.get(id);
      if (memory) open(memory);
      else notices.tell(words().noteNotHere, 'problem');
    } catch (error) {
      notices.report(error as Error);
    }
  }

  /** Loads the note's pictures, because answers contain none. */
  async opened(id: string): Promise<void> {
    const { client: open, notices, panel } = this.#needs;
    const client = open();
    client?.touch(id).catch(notices.report);
    const memory = await client?.get(id).catch(() => undefined);
    const { current } = panel.state;
    if (!memory?.images || current.kind !== 'memory' || current.memory.id !== id) return;
    panel.show(memory, memory.updatedAt === current.memory.updatedAt ? current.hit : null);
  }

  async reread(id: string): Promise<void> {
    const { client, panel } = this.#needs;
    const memory = await client()
      ?.get(id)
      .catch(() => null);
    const shown = panel.openMemory;
    // If the note can't be read now, it stays open.
    if (shown?.id !== id || memory === null) return;
    if (!memory) panel.close();
    // A restored version may be as old as the shown one. Ranges of the old text don't fit the new one.
    else if (memory.updatedAt !== shown.updatedAt || memory.contentHash !== shown.contentHash) panel.show(memory);
  }

  async copy(memory: Memory): Promise<void> {
    const stored = await this.stored(memory);
    if (stored) await this.copyText([stored.title, stored.text].filter(Boolean).join('\n\n'));
  }

  async copyLink(memory: Memory): Promise<void> {
    const stored = await this.stored(memory);
    const link = stored && noteLink(this.#host, stored.id);
    if (link !== null) await this.copyText(link);
  }

  /** A row's note may be older than the stored one. If it's gone or can't be read, shows a message and returns null. */
  async stored({ id }: Memory): Promise<Memory | null> {
    const { client, onGone, notices, words } = this.#needs;
    try {
      const stored = await client()?.get(id);
      if (stored) return stored;
      onGone(id);
      notices.tell(words().noteGoneShort, 'problem');
    } catch (error) {
      notices.report(error as Error);
    }
    return null;
  }

  async copyText(text: string): Promise<void> {
    const { notices, words } = this.#needs;
    try {
      await navigator.clipboard.writeText(text);
      notices.tell(words().copied);
    } catch (error) {
      notices.report(error as Error);
    }
  }
}
