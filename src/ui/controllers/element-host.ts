/** What the controllers rely on of the element: its settings as a person or a page gave them, its box, its words. */
import type { ReactiveControllerHost } from 'lit';
import type { HybridSearchClient, ModelLoad } from '../engine-access.ts';
import { type Strings, stringsFor } from '../strings/strings.ts';

export interface ElementHost extends ReactiveControllerHost, Element {
  readonly renderRoot: HTMLElement | DocumentFragment;
  readonly name: string;
  readonly modelLoad: ModelLoad;
  readonly modelBase: string | null;
  readonly language: string | null;
  readonly readonly: boolean;
  readonly deepLink: string | null;
  readonly shortcut: string | null;
  readonly client: HybridSearchClient | null;
  readonly strings: Partial<Strings>;
  model: string;
  query: string;
  /** Puts the caret into the box. */
  focus(): void;
}

/** BCP 47 tag of interface and notes: the element's own, that of what it stands in, or the page's. */
export function languageOf(host: ElementHost): string {
  return host.language ?? host.closest('[lang]')?.getAttribute('lang') ?? document.documentElement.lang;
}

const words = new WeakMap<ElementHost, { language: string; overrides: Partial<Strings>; strings: Strings }>();

/** The same object until language or overrides change: the panels render again whenever they are given another one. */
export function wordsOf(host: ElementHost): Strings {
  const language = languageOf(host);
  const overrides = host.strings;
  let kept = words.get(host);
  if (kept?.language !== language || kept.overrides !== overrides) {
    kept = { language, overrides, strings: stringsFor(language, overrides) };
    words.set(host, kept);
  }
  return kept.strings;
}
