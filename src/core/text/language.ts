/** A short text with little evidence gets no language rather than a guess. */
import { functionWordsOf } from './function-words.ts';

/** ISO 639-1 codes by `LanguageId`. The first is for an unknown language. */
export const LANGUAGES = [
  '',
  ...['en', 'de', 'fr', 'es', 'pt', 'it', 'nl'],
  ...['ja', 'zh', 'ko', 'ru', 'ar', 'he', 'th', 'el', 'hi'],
  'other',
] as const;

export type LanguageCode = (typeof LANGUAGES)[number];
export type LanguageId = number & { readonly __brand: 'LanguageId' };

export const UNKNOWN_LANGUAGE = 0 as LanguageId;

export const languageId = (code: LanguageCode): LanguageId => LANGUAGES.indexOf(code) as LanguageId;

const OTHER_LANGUAGE = languageId('other');
const JAPANESE = languageId('ja');
const CHINESE = languageId('zh');

/** `de` for `de-AT`. */
export const primarySubtag = (tag: string): string => tag.trim().toLowerCase().split(/[-_]/, 1)[0]!;

/** @param tag BCP 47 */
export function languageOfTag(tag: string): LanguageId {
  const primary = primarySubtag(tag);
  if (primary === '' || primary === 'und') return UNKNOWN_LANGUAGE;
  const found = LANGUAGES.indexOf(primary as LanguageCode);
  return found > 0 ? (found as LanguageId) : OTHER_LANGUAGE;
}

/** Reads at most this many UTF-16 units of the title, and of the text. */
const SAMPLE_LENGTH = 300;

/** `to` is inclusive. */
const SCRIPTS: readonly (readonly [from: number, to: number, language: LanguageId])[] = [
  [0x370, 0x3ff, languageId('el')],
  [0x400, 0x52f, languageId('ru')],
  [0x590, 0x5ff, languageId('he')],
  [0x600, 0x6ff, languageId('ar')],
  [0x900, 0x97f, languageId('hi')],
  [0xe00, 0xe7f, languageId('th')],
  [0x3040, 0x30ff, JAPANESE],
  [0x3400, 0x9fff, CHINESE],
  [0xac00, 0xd7af, languageId('ko')],
];
const FIRST_OF_SCRIPTS = 0x370;
/** Latin letters that count as much as one character of a script that writes syllables or words. */
const LETTERS_A_SYLLABLE = 2;
const FIRST_SYLLABLE = 0xe00;
/** From this share of kana on, Chinese characters count as Japanese. */
const LEAST_KANA = 0.1;

/** @param lang used unless it's empty or `und` */
export function languageOf(title: string | undefined, text: string, lang?: string): LanguageId {
  const given = lang === undefined ? UNKNOWN_LANGUAGE : languageOfTag(lang);
  if (given !== UNKNOWN_LANGUAGE) return given;
  const body = text.slice(0, SAMPLE_LENGTH);
  return detectLanguage(title === undefined ? body : `${title.slice(0, SAMPLE_LENGTH)} ${body}`);
}

export function detectLanguage(text: string): LanguageId {
  return languageOfScript(text) ?? languageOfWords(text);
}

function languageOfScript(text: string): LanguageId | undefined {
  let latin = 0;
  let scripts: Float64Array | null = null;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < FIRST_OF_SCRIPTS) {
      if ((unit | 0x20) >= 0x61 && ((unit | 0x20) <= 0x7a || unit >= 0xc0)) latin++;
      continue;
    }
    const script = SCRIPTS.find(([from, to]) => unit >= from && unit <= to);
    if (script === undefined) continue;
    scripts ??= new Float64Array(LANGUAGES.length);
    scripts[script[2]]! += unit >= FIRST_SYLLABLE ? LETTERS_A_SYLLABLE : 1;
  }
  if (scripts === null) return undefined;
  const all = scripts.reduce((sum, count) => sum + count, 0);
  if (all < latin) return undefined;
  if (scripts[JAPANESE]! >= LEAST_KANA * (scripts[JAPANESE]! + scripts[CHINESE]!)) {
    scripts[JAPANESE]! += scripts[CHINESE]!;
    scripts[CHINESE] = 0;
  }
  return scripts.indexOf(Math.max(...scripts)) as LanguageId;
}

/**
 * For English and German, the function words count too. The last English ones are function words of another language,
 * as in "hay fever", "door code" and "rent due".
 */
const FREQUENT: { readonly [language in LanguageCode]?: string } = {
  en: `get need buy new old day next week today tomorrow back good call first last two three left right use mon tue wed fri
    bin come dies door dove due hat hay los man pour sin tag van war`,
  de: 'für über können müssen würde schon mal heute morgen neu wieder immer bitte uhr geht macht zwei drei woche tag mehr',
  fr: `le la les un une des du de et est à au aux en dans pour par pas ne que qui sur avec ce cette ses il elle nous vous
    je tu mon ma ou où mais sans chez tout être fait sont ont avant après jour deux trois comme très même quand y`,
  es: `el la los las un una de del al y es en por para con no que se su lo le como más pero mi ya o si sin sobre este
    está hay ser muy cuando dónde qué cómo hoy mañana día dos tres hasta todo fue tiene me te quiero`,
  pt: `o a os as um uma de do da dos das no na nos em e é por para com não que se seu sua ao à mais mas meu já ou sem isso
    está são ser muito quando onde hoje amanhã dia dois três até tudo foi tem pelo ele ela eu você`,
  it: `il lo la i le un uno una di del della dei e è in nel nella da dal per con non che si su sul ma anche come più o se
    mio sono ho ha questo quando dove oggi domani giorno due tre tutto al alla molto senza dopo ci`,
  nl: `de het een en van in is dat op te voor met niet aan er om ook als maar bij uit naar dan nog wel zijn was heeft wordt
    kan moet ik je ze we mijn deze die door tot geen waar wat wie hoe vandaag dag twee drie goed`,
};

const TRAITS: readonly (readonly [trait: RegExp, language: LanguageId])[] = (
  [
    [/ß|[äöü]|sch|(?:ung|keit|heit|lich|tzt)(?:en)?$/, 'de'],
    [/œ|[êëîû]|^[ldjnscmt]['’]|^qu['’]|(?:eux|eau|eaux|ée|ées|ère)$/, 'fr'],
    [/[ñ¿¡]|ción$|(?:ciones|mente|dad)$/, 'es'],
    [/[ãõ]|nh|lh|(?:ções|eiro|eira)$/, 'pt'],
    [/[ìò]|zion[ei]$|gli|(?:ità|cchi|cche|etti)$|^(?:dell|all|nell|un|l)['’]/, 'it'],
    [/ij|aa|uu|oek|(?:heid|isch|tje|tjes)$/, 'nl'],
    [/(?:ing|ght|ck|ly|tion)$|^wh|^th/, 'en'],
  ] as const
).map(([trait, code]) => [trait, languageId(code)]);
const TRAIT_WEIGHT = 0.4;
/** Least evidence for a language, and its least ratio to the evidence for the next one. */
const LEAST_EVIDENCE = 0.75;
const LEAST_LEAD = 1.3;

let frequent: Map<string, LanguageId[]> | null = null;

function readFrequentWords(): Map<string, LanguageId[]> {
  const found = new Map<string, LanguageId[]>();
  for (const [code, words] of Object.entries(FREQUENT) as [LanguageCode, string][]) {
    const id = languageId(code);
    for (const word of new Set([...words.trim().split(/\s+/), ...functionWordsOf(code)])) {
      const known = found.get(word);
      if (known) known.push(id);
      else found.set(word, [id]);
    }
  }
  return found;
}

const WORDS = /\p{L}[\p{L}\p{M}'’]*/gu;

/** One bit per language. */
const traitsOf = new Map<string, number>();
const MOST_WORDS = 8_192;

function traits(word: string): number {
  let known = traitsOf.get(word);
  if (known === undefined) {
    known = 0;
    for (const [trait, language] of TRAITS) if (trait.test(word)) known |= 1 << language;
    if (traitsOf.size >= MOST_WORDS) traitsOf.clear();
    traitsOf.set(word, known);
  }
  return known;
}

function languageOfWords(text: string): LanguageId {
  frequent ??= readFrequentWords();
  const evidence = new Float64Array(LANGUAGES.length);
  for (const word of text.toLowerCase().match(WORDS) ?? []) {
    const languages = frequent.get(word);
    if (languages) {
      for (const language of languages) evidence[language]! += 1 / languages.length;
      continue;
    }
    for (let bits = traits(word); bits > 0; bits &= bits - 1) evidence[31 - Math.clz32(bits & -bits)]! += TRAIT_WEIGHT;
  }
  const best = evidence.indexOf(Math.max(...evidence));
  const most = evidence[best]!;
  evidence[best] = 0;
  const next = Math.max(...evidence);
  return (most < LEAST_EVIDENCE || most < LEAST_LEAD * next ? UNKNOWN_LANGUAGE : best) as LanguageId;
}
