/**
 * The words of the element's language: one module a language, so that a page loads only its own. The page's own words
 * (`strings`) stand over them.
 */
import { type ElementHost, languageOf } from '../shared/element-host.ts';
import { StateController } from '../shared/state-controller.ts';
import type { Strings } from './strings.ts';

const LANGUAGES: { [language: string]: () => Promise<Strings> } = {
  en: async () => (await import('./en.ts')).en,
  de: async () => (await import('./de.ts')).de,
  es: async () => (await import('./es.ts')).es,
};

/** Of the languages there are, that of a BCP 47 tag; English where none fits. */
export function bundledLanguage(tag: string): string {
  const language = tag.toLowerCase().split('-')[0] ?? '';
  return Object.hasOwn(LANGUAGES, language) ? language : 'en';
}

export const loadLanguage = (language: string): Promise<Strings> => (LANGUAGES[language] ?? LANGUAGES.en!)();

/** The same language spoken elsewhere writes its numbers and dates in its own way. */
export function regional(base: Strings, tag: string, overrides: Partial<Strings>): Strings {
  const region = tag.toLowerCase().startsWith(base.locale.slice(0, 2)) ? { locale: tag } : {};
  return { ...base, ...region, ...overrides };
}

export class Words extends StateController<{ base: Strings | null }> {
  readonly #host: ElementHost;
  #language = '';
  #loaded: Promise<void> = Promise.resolve();
  /** Kept until something changes: panels render again whenever they are given another object. */
  #kept: { base: Strings; tag: string; overrides: Partial<Strings>; strings: Strings } | null = null;

  constructor(host: ElementHost) {
    super(host, { base: null });
    this.#host = host;
  }

  /** Resolves when there are words to render with; takes note of a language that has changed. */
  load(): Promise<void> {
    const language = bundledLanguage(languageOf(this.#host));
    if (language !== this.#language) {
      this.#language = language;
      this.#loaded = loadLanguage(language).then((base) => {
        if (this.#language === language) this.set({ base });
      });
    }
    return this.#loaded;
  }

  get strings(): Strings {
    const { base } = this.state;
    if (!base) throw new Error('Words are read before they are loaded.');
    const tag = languageOf(this.#host);
    const overrides = this.#host.strings;
    const kept = this.#kept;
    if (kept?.base === base && kept.tag === tag && kept.overrides === overrides) return kept.strings;
    const strings = regional(base, tag, overrides);
    this.#kept = { base, tag, overrides, strings };
    return strings;
  }
}
