import { LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import type { HybridSearchClient, ModelLoad } from '../shared/engine-access.ts';
import type { OwnStrings } from '../strings/strings.ts';

export class ElementSettings extends LitElement {
  /** Name of the store, default `default`. Elements with the same name share one store and one engine. */
  @property() name = 'default';
  /** `auto` (chosen by language), or the id of a shipped model. Default `auto`. */
  @property() model = 'auto';
  /**
   * When the model is loaded. `auto` (default): with the store, unless the browser is set to save data. `idle`: once
   * the page has been visible for three seconds and is idle, for popups. `ask` and `manual`: when the user clicks the
   * button for it, or the page calls `loadModel()`.
   */
  @property({ attribute: 'model-load' }) modelLoad: ModelLoad = 'auto';
  /** Folder with `models/` and `ort/`, absolute or relative to the page. Default: the folder of the module. */
  @property({ attribute: 'asset-base' }) assetBase: string | null = null;
  /**
   * Language of the interface and the notes, as a BCP 47 tag. Default: the closest `lang` attribute around the element.
   */
  @property() language: string | null = null;
  /** Text of the empty box. Default: depends on the language. */
  @property() placeholder: string | null = null;
  /** `auto`, `light` or `dark`. `auto` (default) follows the system. */
  @property({ reflect: true, useDefault: true }) theme: 'auto' | 'light' | 'dark' = 'auto';
  /**
   * Keys that focus the box: `/`, `mod+k` or both, separated by a space. The attribute without a value means both.
   * Default: none.
   */
  @property() shortcut: string | boolean | null | undefined = null;
  /** Text of the box. Set it to search. */
  @property() query = '';
  /** Results per page, 1–100, default 10. */
  @property({ type: Number }) limit = 10;
  /** `all` (default), or `search`: only box, filters, rows and the open note. Scripts that write aren't loaded then. */
  @property() parts: 'all' | 'search' = 'all';
  /** Leaves out everything that writes, and doesn't load its scripts. Default false. */
  @property({ type: Boolean, reflect: true }) readonly = false;
  /**
   * Reflects the query and the open note in the page's URL, and offers links to notes. The query is in `?q=` and the
   * note in `?note=`. A value of the attribute replaces `q`, and the parameter for the note is then that value with
   * `-note` added. Default: off.
   */
  @property({ attribute: 'deep-link' }) deepLink: string | null = null;
  /** A client to use instead of opening one. The page that sets it has to close it. */
  @property({ attribute: false }) client: HybridSearchClient | null = null;
  /** Strings that replace those of the language, by name. Assign another object to change them. */
  @property({ attribute: false }) strings: OwnStrings = {};
}

/** Restores the default of an attribute that was removed, or a property that a framework set to null or undefined. */
export function restoreDefaults(settings: ElementSettings): void {
  settings.name ??= 'default';
  settings.model ??= 'auto';
  settings.modelLoad ??= 'auto';
  settings.theme ??= 'auto';
  settings.parts ??= 'all';
  settings.limit ??= 10;
  settings.query = String(settings.query ?? '');
}
