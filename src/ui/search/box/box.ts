import type { PropertyValues } from 'lit';
import { property } from 'lit/decorators.js';
import { Part, type ViewMaker } from '../../session/part.ts';
import { searchBoxStyles } from './search-box.styles.ts';
import { renderSearchBox } from './search-box.ts';
import { shortcutHint } from './shortcut-keys.ts';

const noop = (): void => {};

/**
 * @tagname hybrid-search-box
 * @summary The search box alone.
 * @csspart search-box
 * @csspart input
 */
export class HybridSearchBoxElement extends Part {
  protected override readonly ownStyles = [searchBoxStyles];

  /** Text of the box. Set it to search. */
  @property() query = '';
  /** Text of the empty box. Default: depends on the language. */
  @property() placeholder: string | null = null;
  /**
   * Keys that focus the box: `/`, `mod+k` or both, separated by a space. The attribute without a value means both.
   * Default: none.
   */
  @property() shortcut: string | boolean | null | undefined = null;

  get #field(): HTMLInputElement | null {
    return this.renderRoot.querySelector<HTMLInputElement>('#query');
  }

  override focus(options?: FocusOptions): void {
    this.#field?.focus(options);
  }

  /** @internal */
  select(): void {
    this.#field?.select();
  }

  protected override async load(): Promise<ViewMaker> {
    const { BoxView } = await import('./box-view.ts');
    return (_, session) => new BoxView(this, session);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    super.willUpdate(changed);
    this.query = String(this.query ?? '');
    if (changed.has('query')) this.session?.takeQuery(this.query);
  }

  /** Compares with the field itself, because the user may have typed since the last update. */
  protected override updated(changed: PropertyValues<this>): void {
    super.updated(changed);
    const field = this.#field;
    if (field && field.value !== this.query) field.value = this.query;
  }

  protected override renderWaiting(): unknown {
    const strings = this.words.frame;
    const onInput = (text: string): void => {
      this.query = text;
      // If there's a `<hybrid-search>` around the box, it opens the session with this query.
      this.dispatchEvent(new Event('query-typed', { bubbles: true }));
    };
    return renderSearchBox({
      strings,
      filled: this.query !== '',
      placeholder: this.placeholder ?? strings.placeholder,
      shortcutHint: shortcutHint(this.shortcut),
      busy: false,
      options: this.composed ? { expanded: false, active: null } : null,
      onFocus: noop,
      onInput,
      onKeydown: noop,
      onClear: () => onInput(''),
    });
  }
}
