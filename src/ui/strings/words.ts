/**
 * The words of the element's language: one module a language, so that a page loads only its own. The page's own words
 * (`strings`) stand over them.
 */
import { type ElementHost, languageOf } from '../session/session-host.ts';
import { StateController } from '../shared/state-controller.ts';
import type { OwnStrings, Strings } from './strings.ts';

const LANGUAGES: { [language: string]: () => Promise<Strings> } = {
  en: async () => (await import('./en.ts')).en,
  ar: async () => (await import('./ar.ts')).ar,
  de: async () => (await import('./de.ts')).de,
  es: async () => (await import('./es.ts')).es,
  fr: async () => (await import('./fr.ts')).fr,
  zh: async () => (await import('./zh.ts')).zh,
};

export const languages: readonly string[] = Object.keys(LANGUAGES);

/** Of the languages there are, that of a BCP 47 tag; English where none fits. */
export function bundledLanguage(tag: string): string {
  const language = tag.toLowerCase().split(/[-_]/)[0] ?? '';
  return Object.hasOwn(LANGUAGES, language) ? language : 'en';
}

export const loadLanguage = (language: string): Promise<Strings> => (LANGUAGES[language] ?? LANGUAGES.en!)();

/** The same language spoken elsewhere writes its numbers and dates in its own way, the words' digits apart. */
function localeOf({ locale }: Strings, tag: string): string {
  const [language = '', digits] = locale.split('-u-');
  if (bundledLanguage(tag) !== language || !/^[a-z]/i.test(tag)) return locale;
  try {
    // A page's `lang` may be no tag at all (`en_US`), at which every formatter would throw.
    const [canonical = locale] = Intl.getCanonicalLocales(tag);
    return digits && !canonical.includes('-u-') ? `${canonical}-u-${digits}` : canonical;
  } catch {
    return locale;
  }
}

const fits = (base: Strings, name: string, value: unknown): boolean =>
  Object.hasOwn(base, name) && value !== null && typeof value === typeof base[name as keyof Strings];

/** Names of what a page gave that is no string of the element, or is of another kind than it. */
export const wrongStrings = (base: Strings, own: OwnStrings): string[] =>
  Object.entries(own).flatMap(([name, value]) => (value === undefined || fits(base, name, value) ? [] : name));

/** The words of a language as spoken where the tag says, with the page's own over them. */
export function regional(base: Strings, tag: string, own: OwnStrings): Strings {
  const merged: { [name: string]: unknown } = { ...base, locale: localeOf(base, tag) };
  for (const [name, value] of Object.entries(own)) {
    if (!fits(base, name, value)) continue;
    merged[name] = typeof value === 'object' ? { ...(merged[name] as object), ...value } : value;
  }
  return merged as unknown as Strings;
}

export class Words extends StateController<{ base: Strings | null }> {
  readonly #host: ElementHost;
  #language = '';
  #loaded: Promise<void> = Promise.resolve();
  /** Kept until something changes: panels render again whenever they are given another object. */
  #kept: { base: Strings; tag: string; own: OwnStrings; strings: Strings } | null = null;

  constructor(host: ElementHost) {
    super(host, { base: null });
    this.#host = host;
  }

  /** Resolves when there are words to render with; takes note of a language that has changed. */
  load(): Promise<void> {
    const language = bundledLanguage(languageOf(this.#host));
    if (language !== this.#language) {
      this.#language = language;
      this.#loaded = loadLanguage(language)
        // One that cannot be fetched is no reason to show nothing.
        .catch((error: unknown) => (language === 'en' ? Promise.reject(error) : loadLanguage('en')))
        .then((base) => {
          if (this.#language === language) this.set({ base });
        });
    }
    return this.#loaded;
  }

  /** Of what the page gave, what cannot stand for a string of the element. */
  get wrong(): readonly string[] {
    const { base } = this.state;
    return base ? wrongStrings(base, this.#host.strings ?? {}) : [];
  }

  get strings(): Strings {
    const { base } = this.state;
    if (!base) throw new Error('Words are read before they are loaded.');
    const tag = languageOf(this.#host);
    const own = this.#host.strings ?? {};
    const kept = this.#kept;
    if (kept?.base === base && kept.tag === tag && kept.own === own) return kept.strings;
    const strings = regional(base, tag, own);
    this.#kept = { base, tag, own, strings };
    return strings;
  }
}
