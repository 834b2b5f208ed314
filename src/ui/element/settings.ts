/** The element's attributes and properties, without what they do. */
import { LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import type { HybridSearchClient, ModelLoad } from '../shared/engine-access.ts';
import type { OwnStrings } from '../strings/strings.ts';

export class ElementSettings extends LitElement {
  /** Store name; elements of one name share one store and one engine. */
  @property() name = 'default';
  /** `auto`, or the id of a model. */
  @property() model = 'auto';
  /**
   * When the model is fetched: `auto`, `idle` (once the page was visible for three seconds: for popups), `ask` or
   * `manual`.
   */
  @property({ attribute: 'model-load' }) modelLoad: ModelLoad = 'auto';
  /** Folder with `models/` and `ort/`, absolute or relative to the page. Default: next to the module. */
  @property({ attribute: 'asset-base' }) assetBase: string | null = null;
  /** BCP 47 tag of interface and notes. Default: the page's. */
  @property() language: string | null = null;
  /** Text of the empty box. Default: by language. */
  @property() placeholder: string | null = null;
  /** `auto` follows the system. */
  @property({ reflect: true, useDefault: true }) theme: 'auto' | 'light' | 'dark' = 'auto';
  /** Keys that focus the box: `/`, `mod+k` or both. The attribute without a value means both. */
  @property() shortcut: string | boolean | null | undefined = null;
  /** Text of the box. Set it to search. */
  @property() query = '';
  /** Results per page, 1–100. */
  @property({ type: Number }) limit = 10;
  /** `search`: only box, filters, rows and the open note. Nothing that writes is loaded. */
  @property() parts: 'all' | 'search' = 'all';
  /** Hides everything that writes. */
  @property({ type: Boolean, reflect: true }) readonly = false;
  /**
   * Keeps the query in the address (`?q=`, or the parameter that the attribute names) and the open note (`?note=`, or
   * the same with `-note`), reads both from it, and offers links to notes.
   */
  @property({ attribute: 'deep-link' }) deepLink: string | null = null;
  /** A client to use instead of opening one. The page that sets it closes it. */
  @property({ attribute: false }) client: HybridSearchClient | null = null;
  /** Words to show instead of the language's: any of them, by name. Assign another object to change them. */
  @property({ attribute: false }) strings: OwnStrings = {};
}

/** A removed attribute, or a property that a framework set to nothing, counts as if it had never been set. */
export function restoreDefaults(settings: ElementSettings): void {
  settings.name ??= 'default';
  settings.model ??= 'auto';
  settings.modelLoad ??= 'auto';
  settings.theme ??= 'auto';
  settings.parts ??= 'all';
  settings.limit ??= 10;
  settings.query = String(settings.query ?? '');
}
