/**
 * Splits text into tokens, for index, query and highlights. An identifier is a run with inner punctuation such as `.`
 * or `_`, or with mixed letters, digits or cases. It's kept whole and also split.
 */
import { BIGRAM, classAt, DIGIT, EMOJI, LOWER, OTHER, SEGMENTED, UPPER, unitsAt } from './character-class.ts';
import { foldCase, type NormalizedText, normalize } from './fold.ts';
import { identifierParts } from './identifier-parts.ts';
import { segmenter } from './segmenter.ts';
import { STEMMER_FINGERPRINT, type Stemming, stem } from './stem.ts';

export type TokenKind = 'word' | 'identifier' | 'part' | 'bigram' | 'number';

export interface Token {
  exact: string;
  /** Null for own names, and for what `stem` doesn't stem, such as identifiers and numbers. */
  stem: string | null;
  /** Half-open range of UTF-16 offsets in the original text. */
  start: number;
  end: number;
  kind: TokenKind;
  /** From 0. Parts share the position of the whole. */
  position: number;
}

export interface AnalyzeOptions {
  stemming: Stemming;
  /** Folded words that are never stemmed. */
  ownNames?: ReadonlySet<string>;
}

/** Change it whenever the analyzer may return other tokens for a text. Every snapshot stores it. */
export const ANALYZER_FINGERPRINT = `analyzer-3+${STEMMER_FINGERPRINT}`;

/** UTF-16 units. Longer tokens are cut, in index and query alike. */
export const TOKEN_UNITS = 64;
const LONGEST_JOINED = 12;
/** UTF-16 units. Longer runs of characters, such as base64, are cut. */
const RUN_UNITS = 256;

const INNER = new Set("./:@#_\\-'&=");
const URL_INNER = new Set("./:@#_\\-'&=?%~+;");
const HYPHENATED = /^[^\p{N}./:@#_\\&=']+$/u;
const PLAIN_NUMBER = /^\p{Nd}+$/u;
const DECIMAL = /^-?\p{Nd}+(\.\p{Nd}+)?$/u;
const PLURAL_ACRONYM = /^\p{Lu}{2,}s$/u;
const INNER_CAPITAL = /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u;

export function analyze(text: string, options: AnalyzeOptions): Token[] {
  const source = normalize(text);
  const analysis = new Analysis(source, options);
  analysis.run();
  return analysis.tokens;
}

class Analysis {
  readonly tokens: Token[] = [];
  readonly #source: NormalizedText;
  readonly #text: string;
  /** Null if lower case would change offsets. */
  readonly #lower: string | null;
  readonly #options: AnalyzeOptions;
  #position = 0;

  constructor(source: NormalizedText, options: AnalyzeOptions) {
    this.#source = source;
    this.#text = source.text;
    const lower = foldCase(source.text);
    this.#lower = lower.length === source.text.length ? lower : null;
    this.#options = options;
  }

  run(): void {
    const text = this.#text;
    let index = 0;
    while (index < text.length) {
      const found = classAt(text, index);
      if (found === OTHER) {
        index = this.#afterSigil(index);
      } else if (found === BIGRAM) {
        index = this.#bigrams(index);
      } else if (found === SEGMENTED) {
        index = this.#segments(index);
      } else if (found === EMOJI) {
        const end = index + unitsAt(text, index);
        this.#push(index, end, 'word', this.#position++);
        index = end;
      } else {
        index = this.#chunk(index, index);
      }
    }
  }

  /** `-5` is a number; `/tp`, `@name` and `#7` are identifiers. Returns the next index. */
  #afterSigil(index: number): number {
    const text = this.#text;
    const sign = text[index] as string;
    const next = index + 1;
    if (next >= text.length || !'-/@#'.includes(sign)) return next;
    const following = classAt(text, next);
    const wanted = sign === '-' ? following === DIGIT : following >= LOWER && following <= DIGIT;
    const joined = index > 0 && (classAt(text, index - 1) !== OTHER || text[index - 1] === sign);
    return wanted && !joined ? this.#chunk(index, next) : next;
  }

  /** The text from `start` to `from` is a sign, or empty. */
  #chunk(start: number, from: number): number {
    const text = this.#text;
    const limit = Math.min(text.length, start + RUN_UNITS);
    let end = from;
    let plain = start === from;
    let previous = OTHER as number;
    let url = false;
    while (end < limit) {
      const found = classAt(text, end);
      if (found === LOWER || found === UPPER || found === DIGIT) {
        if (found !== previous && previous !== OTHER && !(previous === UPPER && found === LOWER && end - start === 1))
          plain = false;
        previous = found;
        end += unitsAt(text, end);
        continue;
      }
      if (found !== OTHER || end === from) break;
      const joined = this.#joint(end, url);
      if (joined === 0) break;
      if (joined === 3) url = true;
      plain = false;
      end += joined;
    }
    const marks = plain && previous !== DIGIT && end - start <= 3 ? this.#languageMarks(end) : 0;
    if (marks > 0) {
      this.#whole(start, end + marks, 'identifier', [{ start: 0, end: end - start }]);
      return end + marks;
    }
    if (plain) this.#push(start, end, previous === DIGIT ? 'number' : 'word', this.#position++);
    else end = this.#compound(start, from, end);
    return end;
  }

  /** Returns the length of the punctuation at `index` that joins its two sides, or 0 if the run ends there. */
  #joint(index: number, url: boolean): number {
    const text = this.#text;
    const mark = text[index] as string;
    if (!(url ? URL_INNER : INNER).has(mark)) return 0;
    const alphanumeric = (at: number): boolean => {
      if (at >= text.length) return false;
      const found = classAt(text, at);
      return found === LOWER || found === UPPER || found === DIGIT;
    };
    if (alphanumeric(index + 1)) return 1;
    const next = text[index + 1];
    if (mark === ':' && next === '/' && text[index + 2] === '/' && alphanumeric(index + 3)) return 3;
    if (
      ((mark === ':' || mark === '_') && next === mark && alphanumeric(index + 2)) ||
      (url && next !== undefined && URL_INNER.has(next) && alphanumeric(index + 2))
    )
      return 2;
    const signed =
      (mark === ':' || mark === '=') && next === '-' && index + 2 < text.length && classAt(text, index + 2) === DIGIT;
    return signed ? 2 : 0;
  }

  /** C++, C# and F#. */
  #languageMarks(index: number): number {
    const text = this.#text;
    const units = text.startsWith('++', index) ? 2 : text[index] === '#' ? 1 : 0;
    return units > 0 && (index + units >= text.length || classAt(text, index + units) === OTHER) ? units : 0;
  }

  #compound(start: number, from: number, end: number): number {
    const text = this.#text;
    const run = text.slice(start, end);
    if (DECIMAL.test(run)) {
      this.#whole(start, end, 'number', !PLAIN_NUMBER.test(run) && run.includes('.') ? identifierParts(run) : []);
      return end;
    }
    if (start === from && HYPHENATED.test(run)) {
      let at = start;
      for (const word of run.split('-')) {
        this.#word(at, at + word.length);
        at += word.length + 1;
      }
      this.#joined(start, end);
      return end;
    }
    if (start === from && /^[\p{L}\p{M}']+$/u.test(run)) {
      this.#apostrophe(start, end);
      return end;
    }
    this.#whole(start, end, 'identifier', identifierParts(run));
    return end;
  }

  /** Adds `wifi` for `Wi-Fi`, because people write one and search for the other. */
  #joined(start: number, end: number): void {
    const run = this.#text.slice(start, end);
    if (end - start > LONGEST_JOINED || !/^\p{L}+-\p{L}+$/u.test(run)) return;
    this.#push(start, end, 'part', this.#position - 1, foldCase(run.replace('-', '')));
  }

  #word(start: number, end: number): void {
    const run = this.#text.slice(start, end);
    if (INNER_CAPITAL.test(run) && !PLURAL_ACRONYM.test(run))
      this.#whole(start, end, 'identifier', identifierParts(run));
    else this.#push(start, end, 'word', this.#position++);
  }

  /** `ilmango's` is ilmango; `l'homme` and `O'Brien` also match by their second half; `don't` stays one word. */
  #apostrophe(start: number, end: number): void {
    const run = this.#text.slice(start, end);
    const owner = /^([^']+)'[sS]$/u.exec(run);
    if (owner) {
      this.#word(start, start + (owner[1] as string).length);
      return;
    }
    const second = /^[^']{1,2}'([^']{3,})$/u.exec(run);
    this.#whole(
      start,
      end,
      'word',
      second ? [{ start: run.length - (second[1] as string).length, end: run.length }] : [],
    );
  }

  #whole(start: number, end: number, kind: TokenKind, parts: { start: number; end: number }[]): void {
    const position = this.#position++;
    this.#push(start, end, kind, position);
    for (const part of parts) this.#push(start + part.start, start + part.end, 'part', position);
  }

  #bigrams(from: number): number {
    const text = this.#text;
    let previous = from;
    let index = from + unitsAt(text, from);
    let count = 0;
    while (index < text.length && classAt(text, index) === BIGRAM) {
      const end = index + unitsAt(text, index);
      this.#push(previous, end, 'bigram', this.#position++);
      count += 1;
      previous = index;
      index = end;
    }
    if (count === 0) this.#push(from, index, 'bigram', this.#position++);
    return index;
  }

  #segments(from: number): number {
    const text = this.#text;
    let end = from;
    while (end < text.length && end - from < RUN_UNITS && classAt(text, end) === SEGMENTED) end += unitsAt(text, end);
    for (const segment of segmenter('word').segment(text.slice(from, end))) {
      if (segment.isWordLike)
        this.#push(from + segment.index, from + segment.index + segment.segment.length, 'word', this.#position++);
    }
    return end;
  }

  #push(start: number, end: number, kind: TokenKind, position: number, joined?: string): void {
    const { starts, ends } = this.#source;
    let exact =
      joined ?? (this.#lower !== null ? this.#lower.slice(start, end) : foldCase(this.#text.slice(start, end)));
    if (exact.length > TOKEN_UNITS) exact = exact.slice(0, TOKEN_UNITS);
    const stemmed = kind === 'word' || kind === 'part' ? !this.#options.ownNames?.has(exact) : false;
    this.tokens.push({
      exact,
      stem: stemmed ? stem(exact, this.#options.stemming) : null,
      start: starts ? (starts[start] as number) : start,
      end: ends ? (ends[end - 1] as number) : end,
      kind,
      position,
    });
  }
}
