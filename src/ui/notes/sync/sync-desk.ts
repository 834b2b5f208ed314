/** The passphrase is kept only in memory, and no longer than the page is open. */
import { html, type TemplateResult } from 'lit';
import { isHybridSearchError } from '../../../core/errors.ts';
import type { Memory } from '../../../core/record/memory.ts';
import type { Session } from '../../session/session.ts';
import type { SyncHandle, SyncOptions, SyncReason, SyncState } from '../../shared/engine-access.ts';
import { INNER_PARTS } from '../../shared/parts.ts';
import { State } from '../../shared/state.ts';
import { notesStrings } from '../../strings/load-notes.ts';
import { loadSyncWords } from '../../strings/load-sync.ts';
import type { Strings } from '../../strings/strings.ts';
import type { SyncStrings } from '../../strings/sync/sync-strings.ts';
import type { Secret } from './invitation.ts';
import { toLink } from './invitation.ts';
import { KeptVersions } from './kept-versions.ts';
import { placeName, SetUp, withLogin } from './set-up.ts';
import { isIncomplete, OFF, type SyncDeskState } from './sync-desk-state.ts';

export class SyncDesk extends State<SyncDeskState> {
  readonly setUp = new SetUp();
  readonly #session: Session;
  readonly #onStart: () => Promise<void>;
  #handle: SyncHandle | null = null;
  #passphrase: string | null = null;
  #isListed = false;
  readonly #kept: KeptVersions;
  #stopListening: () => void = () => {};

  private constructor(session: Session, words: SyncStrings, onStart: () => Promise<void>) {
    super({ ...OFF, words });
    this.#session = session;
    this.#onStart = onStart;
    this.#kept = new KeptVersions(session, () => this.words);
    this.setUp.subscribe(() => this.set({}));
  }

  /** @param onStart cancels a pending "Delete all", which would also delete synced notes */
  static async load(session: Session, onStart: () => Promise<void>): Promise<SyncDesk> {
    return new SyncDesk(session, await loadSyncWords(session.strings.locale), onStart);
  }

  get isOpen(): boolean {
    return this.state.isOpen;
  }

  get syncedWords(): SyncStrings | null {
    return this.state.sync ? this.words : null;
  }

  get words(): SyncStrings {
    return { ...this.state.words, ...notesStrings(this.#session).sync };
  }

  /** Sends no requests to the invitation's address before the user has seen it, because anyone can make such a link. */
  open(invitation: string | null): void {
    if (invitation !== null && this.#handle === null) this.setUp.takeLink(invitation);
    this.set({ isOpen: true, failure: null });
    void this.#renewWords();
  }

  back(): void {
    this.set({ isOpen: false });
  }

  close(): void {
    this.back();
    this.#session.panel.close();
  }

  /** The client ends sync when it closes. */
  detach(): void {
    this.#stopListening();
    this.#kept.watch(null);
    this.#handle = null;
    this.#passphrase = null;
    this.setUp.reset();
    this.#isListed = false;
    this.set(OFF);
    this.#session.syncing.show({ line: null, underNote: null });
  }

  watch(handle: SyncHandle): void {
    this.#stopListening();
    this.#handle = handle;
    this.#stopListening = handle.onState((sync) => {
      if (sync.stage !== 'live') this.#isListed = false;
      this.set({ sync });
      this.#session.syncing.show({ line: this.#line(sync) });
      if (sync.stage === 'live') void this.#readDevices(handle);
      if (sync.stage === 'paused') void this.#leaveIfStopped(handle);
    });
    void this.#readPlace(handle);
    this.#kept.watch(handle);
  }

  check(): Promise<void> {
    return this.#run(() => this.setUp.check(this.#client));
  }

  chooseFolder(): Promise<void> {
    return this.#run(() => this.setUp.chooseFolder(this.#client));
  }

  turnOn(secret: Secret, options: Required<Pick<SyncOptions, 'deviceName' | 'vectors' | 'messages'>>): Promise<void> {
    return this.#run(async () => {
      const isFirst = !this.setUp.isInUse;
      await this.#start({ ...this.setUp.options, ...options, ...secret });
      const { passphrase } = secret;
      this.setUp.reset();
      if (isFirst && passphrase && this.#handle) this.set({ kit: await this.#handle.recoveryKit(passphrase) });
    });
  }

  renew(change: Secret & Pick<SyncOptions, 'url'>): Promise<void> {
    return this.#run(() => this.#restart(change));
  }

  signIn(user: string, password: string): Promise<void> {
    return this.#run(async () => {
      const { url, ...settings } = await this.#handle!.settings();
      await this.#start({ ...settings, url: withLogin(url!, user, password) });
    });
  }

  copy(text: string): Promise<void> {
    return this.#session.reader.copyText(text);
  }

  /** Null if the note doesn't exist here. */
  async note(id: string): Promise<Memory | null> {
    return (await this.#client.get(id).catch(() => null)) ?? null;
  }

  openNote(id: string): Promise<void> {
    const { reader, commands } = this.#session;
    return reader.openLinked([id], (memory) => void commands.show(memory));
  }

  keptKit(): void {
    this.set({ kit: null });
  }

  pause(): Promise<void> {
    return this.#run(() => this.#handle!.pause());
  }

  resume(): Promise<void> {
    return this.#run(async () => {
      await this.#onStart();
      await this.#handle!.resume();
    });
  }

  /** Must be called in the handler of a click. */
  allowFolder(): Promise<void> {
    return this.#run(async () => {
      const { folder } = await this.#handle!.settings();
      const asked = folder as unknown as { requestPermission?(options: { mode: 'readwrite' }): Promise<unknown> };
      await asked.requestPermission?.({ mode: 'readwrite' });
      await this.#onStart();
      await this.#handle!.resume();
    });
  }

  takeOver(): Promise<void> {
    return this.#run(async () => {
      await this.#onStart();
      await this.#handle!.rebuildFromServer();
    });
  }

  invite(): void {
    this.set({ isInviting: true, link: null, said: '' });
    if (this.#passphrase !== null) void this.showLink(this.#passphrase);
  }

  endInvite(): void {
    this.set({ isInviting: false, link: null });
  }

  showLink(passphrase: string): Promise<void> {
    return this.#run(async () => {
      await this.#verified(passphrase);
      const { url = '' } = await this.#handle!.settings();
      this.set({ link: toLink(this.#session.host, { url, passphrase }) });
    });
  }

  showKit(passphrase: string): Promise<void> {
    return this.#run(async () => this.set({ kit: await this.#verified(passphrase) }));
  }

  changePassphrase(current: string, next: string): Promise<void> {
    return this.#run(async () => {
      await this.#verified(current);
      await this.#handle!.changePassphrase(current, next);
      this.#passphrase = next;
      this.set({ said: this.words.passphraseChanged });
    });
  }

  /** Another device that joins changes no state of this one, so an open panel asks again. */
  async refreshDevices(): Promise<void> {
    if (this.#handle && this.state.sync?.stage === 'live') await this.#readDevices(this.#handle, true);
  }

  removeDevice(id: string): Promise<void> {
    return this.#run(async () => {
      await this.#handle!.dismissDevice(id);
      await this.#readDevices(this.#handle!, true);
    });
  }

  startAgain(): Promise<void> {
    return this.#run(() => this.#handle!.startAgainFromHere());
  }

  adoptOnly(on: boolean): Promise<void> {
    return this.#run(() => this.#restart({ vectors: on ? 'adopt' : 'both' }));
  }

  syncMessages(on: boolean): Promise<void> {
    return this.#run(() => this.#restart({ messages: on }));
  }

  async choices(): Promise<{ adopts: boolean; messages: boolean }> {
    const { vectors, messages } = (await this.#handle?.settings()) ?? {};
    return { adopts: vectors === 'adopt', messages: messages ?? false };
  }

  stop(): Promise<void> {
    return this.#run(async () => {
      await this.#handle!.stop({ forget: true });
      this.detach();
      this.set({ isOpen: true });
    });
  }

  about(reason: SyncReason): SyncReason | 'folder' {
    return reason === 'authentication' && this.state.isFolder ? 'folder' : reason;
  }

  render(strings: Strings): TemplateResult {
    return html`<hs-sync-panel
      part="panel"
      exportparts=${INNER_PARTS}
      .strings=${strings}
      .desk=${this}
      @keydown=${this.#session.panel.onKeydown}
    ></hs-sync-panel>`;
  }

  get #client() {
    return this.#session.connection.state.client!;
  }

  async #start(options: SyncOptions): Promise<void> {
    await this.#onStart();
    this.watch(await this.#client.sync({ ...options, remember: true }));
    this.#passphrase = options.passphrase ?? this.#passphrase;
  }

  async #restart(change: Partial<SyncOptions>): Promise<void> {
    const isPaused = this.state.sync?.stage === 'paused';
    await this.#start({ ...(await this.#handle!.settings()), ...change });
    if (isPaused) await this.#handle!.pause();
  }

  async #verified(passphrase: string): Promise<string> {
    try {
      return await this.#handle!.recoveryKit(passphrase);
    } catch (error) {
      if (isHybridSearchError(error, 'sync-refused') && error.path === 'decryption')
        throw new Error(this.words.wrongPassphrase);
      throw error;
    }
  }

  /** Another tab may have stopped sync on this device. */
  async #leaveIfStopped(handle: SyncHandle): Promise<void> {
    const current = await this.#client.sync().catch(() => handle);
    if (current !== null || handle !== this.#handle) return;
    const { isOpen } = this.state;
    this.detach();
    this.set({ isOpen });
  }

  async #readDevices(handle: SyncHandle, again = false): Promise<void> {
    if (this.#isListed && !again) return;
    this.#isListed = true;
    const devices = await handle.devices().catch(() => null);
    const isNew = JSON.stringify(devices) !== JSON.stringify(this.state.devices);
    if (devices && isNew && handle === this.#handle) this.set({ devices });
  }

  async #readPlace(handle: SyncHandle): Promise<void> {
    const { url, folder } = await handle.settings();
    this.set({ isFolder: !url, place: placeName(url, folder) });
  }

  async #run(job: () => Promise<unknown>): Promise<void> {
    this.set({ isBusy: true, failure: null });
    try {
      await job();
    } catch (failure) {
      this.set({ failure: this.#explained(failure as Error) });
    } finally {
      this.set({ isBusy: false });
    }
  }

  /** The message of a refusal is in English, and says that sync has stopped even if it tries again. */
  #explained(failure: Error): Error {
    if (!isHybridSearchError(failure, 'sync-refused')) return failure;
    return new Error(this.words.troubleTitle[this.about(failure.path as SyncReason)], { cause: failure });
  }

  async #renewWords(): Promise<void> {
    const words = await loadSyncWords(this.#session.strings.locale).catch(() => null);
    if (words) this.set({ words });
  }

  #line(sync: SyncState): TemplateResult {
    const { stage } = sync;
    const open = (): void => {
      this.open(null);
      if (this.#session.panel.state.current.kind !== 'settings') this.#session.panel.open({ kind: 'settings' });
    };
    return html`<button type="button" class="quiet small sync" part="button" data-stage=${stage} @click=${open}>
      ${this.words.line[isIncomplete(sync) ? 'refused' : stage]}
    </button>`;
  }
}
