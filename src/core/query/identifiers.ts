/**
 * Finds the identifiers of a query:
 * - words with letters and digits, with inner punctuation or an inner capital, or like `@name` and `C++`;
 * - words of two to six capitals, if the query also has lower-case letters or digits;
 * - numbers, but those of up to four digits only next to another identifier or number.
 */
import { analyze } from '../text/analyze.ts';
import { isFunctionWord } from '../text/function-words.ts';

export interface TypedToken {
  exact: string;
  source: string;
  identifier: boolean;
  acronym: boolean;
  number: boolean;
  functionWord: boolean;
}

const NUMBER = /^[-+]?\p{Nd}+(?:\.\p{Nd}+)?$/u;
const INNER_PUNCTUATION = /[\p{L}\p{N}][./:@#_\\]+-?[\p{L}\p{N}]/u;
const LETTERS_AND_DIGITS = /\p{L}.*\p{Nd}|\p{Nd}.*\p{L}/u;
const INNER_CAPITAL = /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u;
const PLURAL_ACRONYM = /^\p{Lu}{2,}s$/u;
const ALL_CAPITALS = /^\p{Lu}{2,6}$/u;
/** 19th and 1990s have letters and digits, but aren't identifiers. */
const ORDINAL_OR_DECADE = /^(?:\p{Nd}+(?:st|nd|rd|th)|\p{Nd}{2,4}s)$/iu;
const SIGIL = /^[/@#][\p{L}\p{N}]/u;
const LANGUAGE = /^\p{L}{1,3}(?:\+\+|#)$/u;

export function typedTokens(words: readonly string[]): TypedToken[] {
  const tokens: TypedToken[] = [];
  for (const word of words) {
    for (const token of analyze(word, { stemming: 'none' })) {
      if (token.kind === 'part') continue;
      const source = word.slice(token.start, token.end).normalize('NFKC');
      const number = NUMBER.test(token.exact);
      const acronym = ALL_CAPITALS.test(source);
      const functionWord = isFunctionWord(token.exact);
      tokens.push({ exact: token.exact, source, identifier: false, acronym, number, functionWord });
    }
  }
  const mixedCase = tokens.some((token) => /[\p{Ll}\p{Nd}]/u.test(token.source));
  for (const token of tokens) token.identifier = isCode(token, mixedCase);
  const certain = tokens.map((token) => token.identifier || token.number);
  tokens.forEach((token, at) => {
    if (token.number)
      token.identifier =
        token.exact.replace(/\D/g, '').length > 4 || certain[at - 1] === true || certain[at + 1] === true;
  });
  return tokens;
}

function isCode(token: TypedToken, mixedCase: boolean): boolean {
  const { source } = token;
  if (ORDINAL_OR_DECADE.test(source)) return false;
  if (LETTERS_AND_DIGITS.test(source) || INNER_PUNCTUATION.test(source) || SIGIL.test(source) || LANGUAGE.test(source))
    return true;
  if (/\p{Nd}-\p{Nd}/u.test(source)) return true;
  if (INNER_CAPITAL.test(source) && !PLURAL_ACRONYM.test(source)) return true;
  return mixedCase && token.acronym && !token.functionWord;
}
