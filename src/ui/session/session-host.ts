/** What the controllers rely on of the element: its settings as a person or a page gave them, and its box. */
import type { ReactiveControllerHost } from 'lit';
import type { HybridSearchClient, ModelLoad } from '../shared/engine-access.ts';
import type { OwnStrings } from '../strings/strings.ts';

export interface ElementHost extends ReactiveControllerHost, Element {
  readonly renderRoot: HTMLElement | DocumentFragment;
  readonly name: string;
  readonly modelLoad: ModelLoad;
  readonly assetBase: string | null;
  readonly language: string | null;
  readonly readonly: boolean;
  readonly limit: number;
  readonly deepLink: string | null;
  readonly shortcut: string | boolean | null | undefined;
  readonly placeholder: string | null;
  readonly client: HybridSearchClient | null;
  readonly strings: OwnStrings;
  model: string;
  query: string;
  /** Puts the caret into the box. */
  focus(): void;
}

/** BCP 47 tag of interface and notes: the element's own, that of what it stands in, or the page's. */
export function languageOf(host: Pick<ElementHost, 'language' | 'closest'>): string {
  return host.language ?? host.closest('[lang]')?.getAttribute('lang') ?? document.documentElement.lang;
}
