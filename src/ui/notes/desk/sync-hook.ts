/** Fetches the sync script if sync is on, its panel is opened, or the page's URL is a link from another device. */
import type { TemplateResult } from 'lit';
import type { Session } from '../../session/session.ts';
import type { SyncHandle } from '../../shared/engine-access.ts';
import { invitationStart } from '../../shared/invitation-start.ts';
import { State, type Watchable } from '../../shared/state.ts';
import type { Strings } from '../../strings/strings.ts';

export interface SyncedWords {
  /** Replaces the promise that nothing is sent. */
  privacyNote: string;
  /** Says that "Delete all" also deletes on the other devices. */
  deleteAllElsewhere: string;
}

export interface SyncSide extends Watchable {
  readonly isOpen: boolean;
  /** What the settings say differently while sync is on. Null while it's off. */
  readonly syncedWords: SyncedWords | null;
  open(invitation: string | null): void;
  watch(handle: SyncHandle): void;
  detach(): void;
  render(strings: Strings): TemplateResult;
}

export class SyncHook extends State<{ side: SyncSide | null }> {
  readonly #session: Session;
  readonly #onStart: () => Promise<void>;
  #loading: Promise<SyncSide> | null = null;

  /** @param onStart cancels a pending "Delete all", which would also delete synced notes */
  constructor(session: Session, onStart: () => Promise<void>) {
    super({ side: null });
    this.#session = session;
    this.#onStart = onStart;
  }

  get isOpen(): boolean {
    return this.state.side?.isOpen ?? false;
  }

  connect(): void {
    addEventListener('hashchange', this.#onHash);
  }

  disconnect(): void {
    removeEventListener('hashchange', this.#onHash);
    this.state.side?.detach();
  }

  async start(): Promise<void> {
    const { connection, notices, writes } = this.#session;
    if (!writes) return;
    this.#onHash();
    try {
      const handle = await connection.client?.sync();
      if (!handle) return;
      await this.#onStart();
      (await this.#side()).watch(handle);
    } catch (error) {
      notices.report(error as Error);
    }
  }

  async open(invitation: string | null = null): Promise<void> {
    const { panel, notices } = this.#session;
    try {
      (await this.#side()).open(invitation);
      if (panel.state.current.kind !== 'settings') panel.open({ kind: 'settings' });
    } catch (error) {
      notices.report(error as Error);
    }
  }

  /** Removes the secret from the page's URL first, so that the history, copied links and other scripts don't get it. */
  readonly #onHash = (): void => {
    const start = invitationStart(this.#session.host.name);
    if (!this.#session.writes || !location.hash.startsWith(start)) return;
    const secret = location.hash.slice(start.length);
    history.replaceState(history.state, '', location.pathname + location.search);
    void this.open(secret);
  };

  #side(): Promise<SyncSide> {
    this.#loading ??= this.#load();
    this.#loading.catch(() => {
      this.#loading = null;
    });
    return this.#loading;
  }

  async #load(): Promise<SyncSide> {
    const { loadSyncSide } = await import('../sync/sync-panel.ts');
    const side = await loadSyncSide(this.#session, this.#onStart);
    side.subscribe(() => this.set({}));
    this.set({ side });
    return side;
  }
}
