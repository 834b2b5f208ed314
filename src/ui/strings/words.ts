/**
 * The strings of the frame are part of this script. Those of all other parts that only read are in one module per
 * language, those of the parts that write in another (`load-notes.ts`). So a page loads only what it shows.
 */
import { languageOf } from '../shared/language-of.ts';
import { State } from '../shared/state.ts';
import { FRAME_WORDS, type FrameStrings } from './frame-words.ts';
import type { SearchStrings } from './search-strings.ts';
import type { OwnStrings } from './strings.ts';

const LANGUAGES: { [language: string]: () => Promise<SearchStrings> } = {
  en: async () => (await import('./en.ts')).en,
  ar: async () => (await import('./ar.ts')).ar,
  de: async () => (await import('./de.ts')).de,
  es: async () => (await import('./es.ts')).es,
  fr: async () => (await import('./fr.ts')).fr,
  zh: async () => (await import('./zh.ts')).zh,
};

export const languages: readonly string[] = Object.keys(LANGUAGES);

export function bundledLanguage(tag: string): string {
  const language = tag.toLowerCase().split(/[-_]/)[0] ?? '';
  return Object.hasOwn(LANGUAGES, language) ? language : 'en';
}

export const loadLanguage = (language: string): Promise<SearchStrings> => (LANGUAGES[language] ?? LANGUAGES.en!)();

/** Numbers and dates follow the region of the page's language tag, or else the browser's. Digits follow the strings. */
function localeOf({ locale }: FrameStrings, tag: string, preferred: readonly string[]): string {
  const [language = '', digits] = locale.split('-u-');
  if (bundledLanguage(tag) !== language || !/^[a-z]/i.test(tag)) return locale;
  const own = tag.length > language.length ? undefined : preferred.find((one) => one.startsWith(`${language}-`));
  try {
    // A page's `lang` may be an invalid tag (`en_US`), for which every formatter would throw.
    const [canonical = locale] = Intl.getCanonicalLocales(own ?? tag);
    return digits && !canonical.includes('-u-') ? `${canonical}-u-${digits}` : canonical;
  } catch {
    return locale;
  }
}

const fits = (base: FrameStrings, name: string, value: unknown): boolean =>
  Object.hasOwn(base, name) && value !== null && typeof value === typeof base[name as keyof FrameStrings];

export const wrongStrings = (base: SearchStrings, own: OwnStrings): string[] =>
  Object.entries(own).flatMap(([name, value]) => (value === undefined || fits(base, name, value) ? [] : name));

/** @param preferred the browser's languages */
export function regional<Base extends FrameStrings>(
  base: Base,
  tag: string,
  own: OwnStrings,
  preferred: readonly string[] = [],
): Base {
  const merged: { [name: string]: unknown } = { ...base, locale: localeOf(base, tag, preferred) };
  for (const [name, value] of Object.entries(own)) {
    if (!fits(base, name, value)) continue;
    merged[name] = typeof value === 'object' ? { ...(merged[name] as object), ...value } : value;
  }
  return merged as unknown as Base;
}

export interface Speaker {
  readonly language: string | null;
  readonly strings: OwnStrings;
  closest(selector: string): Element | null;
}

export class Words extends State<{ base: SearchStrings | null }> {
  readonly #host: Speaker;
  #language = '';
  #loaded: Promise<void> = Promise.resolve();
  #more: ((language: string) => Promise<object>) | null = null;
  /** Cached until something changes, because panels are rendered again if they get another object. */
  readonly #keptFrame = new Kept<FrameStrings>();
  readonly #kept = new Kept<SearchStrings>();

  constructor(host: Speaker) {
    super({ base: null });
    this.#host = host;
  }

  load(): Promise<void> {
    const language = bundledLanguage(languageOf(this.#host));
    if (language !== this.#language) {
      this.#language = language;
      this.#loaded = this.#loadAll(language)
        .catch((error: unknown) => (language === 'en' ? Promise.reject(error) : this.#loadAll('en')))
        .then((base) => {
          if (this.#language === language) this.set({ base });
        });
      this.#loaded.catch(() => {
        if (this.#language === language) this.#language = '';
      });
    }
    return this.#loaded;
  }

  /**
   * Adds strings of parts that aren't always loaded, now and whenever the language changes. If they can't be fetched
   * now, the others stay as they are.
   */
  async include(more: (language: string) => Promise<object>): Promise<void> {
    if (!this.#more) {
      await more(bundledLanguage(languageOf(this.#host)));
      this.#more = more;
      this.#language = '';
    }
    await this.load();
  }

  get wrong(): readonly string[] {
    const { base } = this.state;
    return base ? wrongStrings(base, this.#own) : [];
  }

  get frame(): FrameStrings {
    // If the strings of the tag's language couldn't be fetched, the loaded strings are in English. The frame must be
    // too.
    if (this.state.base) return this.strings;
    const tag = languageOf(this.#host);
    return this.#keptFrame.read(FRAME_WORDS[bundledLanguage(tag) as keyof typeof FRAME_WORDS], tag, this.#own);
  }

  get strings(): SearchStrings {
    const { base } = this.state;
    if (!base) throw new Error('Words are read before they are loaded.');
    return this.#kept.read(base, languageOf(this.#host), this.#own);
  }

  async #loadAll(language: string): Promise<SearchStrings> {
    const [base, more] = await Promise.all([loadLanguage(language), this.#more?.(language)]);
    return { ...base, ...more };
  }

  get #own(): OwnStrings {
    return this.#host.strings ?? {};
  }
}

class Kept<Base extends FrameStrings> {
  #last: { base: Base; tag: string; own: OwnStrings; strings: Base } | null = null;

  read(base: Base, tag: string, own: OwnStrings): Base {
    const last = this.#last;
    if (last?.base === base && last.tag === tag && last.own === own) return last.strings;
    const strings = regional(base, tag, own, navigator.languages);
    this.#last = { base, tag, own, strings };
    return strings;
  }
}
