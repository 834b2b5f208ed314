/** Versions of the open note that lost a sync conflict. */
import { html } from 'lit';
import { defineInner } from '../../session/define-inner.ts';
import type { Session } from '../../session/session.ts';
import type { SyncConflict, SyncHandle } from '../../shared/engine-access.ts';
import { INNER_PARTS } from '../../shared/parts.ts';
import type { SyncStrings } from '../../strings/sync/sync-strings.ts';
import { KeptVersionsElement, type VersionChosenEvent } from './kept-list.ts';

export class KeptVersions {
  readonly #session: Session;
  readonly #words: () => SyncStrings;
  #handle: SyncHandle | null = null;
  #unsubscribe: (() => void)[] = [];
  /** Id and last change of the note. */
  #asked = '';

  constructor(session: Session, words: () => SyncStrings) {
    this.#session = session;
    this.#words = words;
    defineInner('hs-kept-versions', KeptVersionsElement);
  }

  watch(handle: SyncHandle | null): void {
    for (const stop of this.#unsubscribe) stop();
    this.#unsubscribe = [];
    this.#handle = handle;
    this.#asked = '';
    if (!handle) return;
    this.#unsubscribe = [
      this.#session.panel.subscribe(() => void this.#read()),
      handle.onState(() => void this.#read(true)),
    ];
  }

  async #read(again = false): Promise<void> {
    const { panel, syncing } = this.#session;
    const memory = panel.openMemory;
    const asking = memory ? `${memory.id} ${memory.updatedAt}` : '';
    if (asking === this.#asked && !(again && memory)) return;
    if (asking !== this.#asked && syncing.state.underNote !== null) syncing.show({ underNote: null });
    this.#asked = asking;
    if (!memory || !this.#handle) return;
    const kept = await this.#handle.conflicts(memory.id).catch(() => null);
    // If they can't be read now, the ones that were read before stay.
    if (kept && this.#asked === asking)
      syncing.show({ underNote: kept.length > 0 ? this.#list(memory.id, kept) : null });
  }

  #list(id: string, kept: readonly SyncConflict[]): unknown {
    const resolve = async (version?: string): Promise<void> => {
      try {
        await this.#handle?.resolve(id, version, kept);
      } catch (error) {
        this.#session.notices.report(error as Error);
      }
      // If the note or its versions changed meanwhile, the user needs the current list.
      await this.#read(true);
    };
    return html`<hs-kept-versions
      exportparts=${INNER_PARTS}
      .words=${this.#words()}
      .locale=${this.#session.strings.locale}
      .kept=${kept}
      @version-chosen=${({ version }: VersionChosenEvent) => resolve(version)}
    ></hs-kept-versions>`;
  }
}
