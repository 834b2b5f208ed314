/**
 * Base class of every part. In the shadow root of a `<hybrid-search>`, most parts draw into that root, so that the box
 * and its options are in the same root. Elsewhere, each part has its own root.
 */
import { type CSSResult, html, LitElement, nothing, type PropertyValues } from 'lit';
import { property } from 'lit/decorators.js';
import { controls } from '../shared/controls.styles.ts';
import type { HybridSearchClient, SearchClient } from '../shared/engine-access.ts';
import { HsErrorEvent } from '../shared/error-event.ts';
import { hostStyles } from '../shared/host.styles.ts';
import type { Watchable } from '../shared/state.ts';
import { tokens } from '../shared/tokens.styles.ts';
import type { SearchStrings } from '../strings/search-strings.ts';
import type { OwnStrings } from '../strings/strings.ts';
import { Words } from '../strings/words.ts';
import { addStyles } from './add-styles.ts';
import { KeepFocus } from './keep-focus.ts';
import type { Session } from './session.ts';
import { enclosingProvider, provideSession, type SessionProvider } from './session-providers.ts';

export interface View {
  readonly styles?: readonly CSSResult[];
  readonly watched: readonly Watchable[];
  render(strings: SearchStrings): unknown;
  updated?(): void;
  close?(): void;
}

export type ViewMaker = (part: Part, session: Session) => View;

interface Joined {
  session: Session;
  view: View;
  unsubscribe: (() => void)[];
}

/**
 * The manifest takes the descriptions of events and CSS parts from `<hybrid-search>`.
 *
 * @attr {'auto' | 'light' | 'dark'} theme - `auto` follows the system.
 * @fires hs-select
 * @fires hs-open
 * @fires hs-edit
 * @fires hs-remove
 * @fires hs-create
 * @fires hs-import
 * @fires hs-export
 * @fires hs-search
 * @fires hs-change
 * @fires hs-progress
 * @fires hs-error
 * @fires hs-storage
 */
export abstract class Part extends LitElement {
  /** Name of the store, default `default`. Parts with the same name share one query and its answer. */
  @property() name = 'default';
  /** Id of the `<hybrid-search>` or the other part whose session to share. It may be anywhere in the page. */
  @property({ attribute: 'for' }) htmlFor: string | null = null;
  /** Hides everything that writes. Default false. */
  @property({ type: Boolean, reflect: true }) readonly = false;
  /**
   * A client to use instead of opening one. The page that sets it has to close it. Box, filters and results need only a
   * `SearchClient`, other parts a `HybridSearchClient`.
   */
  @property({ attribute: false }) client: SearchClient | null = null;
  /** Strings that replace those of the language, by name. Assign another object to change them. */
  @property({ attribute: false }) strings: OwnStrings = {};

  /** Whether the part draws into the root of a `<hybrid-search>` if it's in that root. @internal */
  protected readonly inline: boolean = true;
  /** @internal */
  protected readonly ownStyles: readonly CSSResult[] = [];

  /** @internal */
  readonly language = null;
  readonly #ownWords = new Words(this);
  #around: { provider: SessionProvider; host: Element } | null = null;
  #joined: Joined | null = null;
  #turn = 0;
  #joining: Promise<void> = Promise.resolve();
  #session: Promise<Session>;
  #onSession!: (session: Session) => void;

  constructor() {
    super();
    this.#session = this.#nextSession();
    provideSession(this, { around: false, words: this.#ownWords, session: () => this.#session });
    this.#ownWords.subscribe(() => this.requestUpdate());
    new KeepFocus(
      this,
      () => this.session?.places.focusBox(),
      () => this.#innerDrawn(),
    );
  }

  /** Resolves to the client when the store is open. Rejects with a typed error if it can't be opened. */
  get ready(): Promise<HybridSearchClient> {
    return this.#session.then(({ connection }) => connection.ready);
  }

  /** @internal */
  get session(): Session | null {
    return this.#joined?.session ?? null;
  }

  /** @internal */
  get words(): Words {
    return this.#around?.provider.words ?? this.#ownWords;
  }

  /** Whether the part is outside any `<hybrid-search>`. @internal */
  get alone(): boolean {
    return this.#around === null;
  }

  /** @internal */
  get composed(): boolean {
    return this.renderRoot === (this as unknown);
  }

  /** The element that the page sees. It dispatches the events and has the slotted children. @internal */
  get outer(): Element {
    return this.composed ? this.#around!.host : this;
  }

  /** @internal */
  get root(): ParentNode {
    return this.composed ? (this.getRootNode() as ShadowRoot) : this.renderRoot;
  }

  protected abstract load(): Promise<ViewMaker>;

  /** Waits for what the view needs from the session. @internal */
  protected prepare?(session: Session): Promise<void>;

  protected renderWaiting(): unknown {
    return nothing;
  }

  override connectedCallback(): void {
    const before = this.#around?.host;
    this.#around = enclosingProvider(this);
    super.connectedCallback();
    if (this.#joined && before !== this.#around?.host) this.#leave();
    if (!this.#joined) this.#joining = this.#join();
  }

  /** Leaves only if the part stays disconnected. Moving it disconnects and reconnects it within one task. */
  override disconnectedCallback(): void {
    super.disconnectedCallback();
    queueMicrotask(() => {
      if (!this.isConnected) this.#leave();
    });
  }

  /** Inside `<hybrid-search>`, a part's root needs no styles for colours and fonts, because it inherits them. */
  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const outer = this.#around?.host.shadowRoot;
    if (this.inline && outer && this.getRootNode() === outer) {
      addStyles(outer, this.ownStyles);
      return this;
    }
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    addStyles(root, [...(this.#around ? [] : [tokens, hostStyles]), controls, ...this.ownStyles]);
    return root;
  }

  protected override async getUpdateComplete(): Promise<boolean> {
    await this.#joining;
    return super.getUpdateComplete();
  }

  protected override async scheduleUpdate(): Promise<void> {
    if (this.#joined) await this.words.load();
    await super.scheduleUpdate();
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    this.name ??= 'default';
    const elsewhere = changed.has('name') || changed.has('htmlFor') || changed.has('client');
    if (!this.hasUpdated || !elsewhere || this.#around) return;
    this.#leave();
    this.#joining = this.#join();
  }

  protected override updated(_changed: PropertyValues<this>): void {
    this.#joined?.view.updated?.();
  }

  protected override render(): unknown {
    const content = this.#joined ? this.#joined.view.render(this.words.strings) : this.renderWaiting();
    if (!this.alone) return content;
    const { locale, dir } = this.words.frame;
    return html`<div class="alone" lang=${locale} dir=${dir}>${content}</div>`;
  }

  async #join(): Promise<void> {
    const turn = ++this.#turn;
    const loading = Promise.all([this.load(), this.words.load()]);
    loading.catch(() => {});
    // Only now are properties in place that were set before the upgrade.
    await super.getUpdateComplete();
    const session = await this.#findSession().catch((error: Error) => this.#fail(error));
    if (!session) return;
    session.places.reserve();
    const loaded = await Promise.all([loading, this.prepare?.(session)]).catch((error: Error) =>
      this.#fail(error, session),
    );
    if (!loaded || turn !== this.#turn || !this.isConnected) return session.places.giveUp();
    session.places.join(this);
    const [[make]] = loaded;
    const view = make(this, session);
    if (view.styles) addStyles(this.root as ShadowRoot, view.styles);
    const unsubscribe = view.watched.map((state) => state.subscribe(() => this.requestUpdate()));
    this.#joined = { session, view, unsubscribe };
    this.#onSession(session);
    this.requestUpdate();
  }

  async #findSession(): Promise<Session> {
    await this.words.load();
    if (this.#around) return this.#around.provider.session();
    return (await import('./standalone-session.ts')).findSession(this);
  }

  async #innerDrawn(): Promise<void> {
    const parent = this.renderRoot.querySelector(':scope > .alone') ?? this.renderRoot;
    await Promise.all([...parent.children].map((inner) => (inner as LitElement).updateComplete));
  }

  #fail(error: Error, session?: Session): null {
    session?.panel.closeElement(this.localName);
    if (session) session.notices.report(error);
    else this.dispatchEvent(new HsErrorEvent(error));
    return null;
  }

  #leave(): void {
    this.#turn++;
    const joined = this.#joined;
    if (!joined) return;
    this.#joined = null;
    this.#session = this.#nextSession();
    for (const stop of joined.unsubscribe) stop();
    joined.view.close?.();
    joined.session.places.leave(this);
  }

  #nextSession(): Promise<Session> {
    return new Promise((resolve) => {
      this.#onSession = resolve;
    });
  }
}
