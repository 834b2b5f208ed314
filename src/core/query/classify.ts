import { fold } from '../text/fold.ts';
import { type TypedToken, typedTokens } from './identifiers.ts';
import type { ParsedQuery, QueryClass, QueryClassification } from './parsed-query.ts';

/** A word is rare if at most 3 memories, or at most 1 % of them, contain it. */
const MAX_RARE_FREQUENCY = 3;
const MAX_RARE_SHARE = 0.01;
/** Share of meaningful words. */
const IDENTIFIER_SHARE = 1 / 3;
export function classifyQuery(
  parsed: ParsedQuery,
  documentFrequency: (word: string) => number,
  total: number,
): QueryClassification {
  const tokens = typedTokens(parsed.words);
  const meaningful = tokens.filter((token) => token.identifier || !token.functionWord);
  const codes = distinct(tokens.filter((token) => token.identifier));
  const phrases = parsed.phrases.map((phrase) => fold(phrase));
  const maxFrequency = Math.max(MAX_RARE_FREQUENCY, MAX_RARE_SHARE * total);
  const isRare = (word: string): boolean => {
    const frequency = documentFrequency(word);
    return frequency > 0 && frequency <= maxFrequency;
  };
  const rare = distinct(meaningful.filter((token) => !token.identifier && isRare(token.exact)));
  const words = distinct(meaningful);
  // A single rare word such as "electrician" isn't a code, so the semantic arm runs as usual.
  const oneRareWord = phrases.length === 0 && words.length === 1 && rare.length === 1;
  const identifiers = [...new Set([...codes, ...phrases])];
  const codeCount = meaningful.filter((token) => token.identifier).length;
  const identifierQuery = phrases.length > 0 || (codeCount > 0 && codeCount >= meaningful.length * IDENTIFIER_SHARE);
  const pureIdentifier = identifierQuery && identifiers.length > 0 && tokens.every((token) => token.identifier);
  return {
    class: classOf(tokens, codes, identifierQuery, oneRareWord, phrases.length > 0),
    identifiers,
    rare: [...new Set([...identifiers, ...rare])],
    identifierQuery,
    pureIdentifier,
  };
}

function classOf(
  tokens: readonly TypedToken[],
  codes: readonly string[],
  identifierQuery: boolean,
  oneRareWord: boolean,
  quoted: boolean,
): QueryClass {
  if (identifierQuery && isCoordinates(tokens)) return 'coordinates';
  if (oneRareWord) return 'name';
  if (identifierQuery) return codes.length > 0 || quoted ? 'identifier' : 'name';
  return codes.length > 0 ? 'mixed' : 'natural';
}

const AXIS = /^[xyz][:=]-?\p{Nd}+$/u;

/**
 * Returns true for two named axes (`x:10 z:-5`). If there's no other code, also for three consecutive numbers, or for
 * two if one of them is negative.
 */
function isCoordinates(tokens: readonly TypedToken[]): boolean {
  if (tokens.filter((token) => AXIS.test(token.exact)).length >= 2) return true;
  if (tokens.some((token) => token.identifier && !token.number)) return false;
  let run = 0;
  let signed = false;
  for (const token of tokens) {
    run = token.number ? run + 1 : 0;
    signed = token.number && (token.exact.startsWith('-') || (signed && run > 1));
    if (run >= 3 || (run === 2 && signed)) return true;
  }
  return false;
}

function distinct(tokens: readonly TypedToken[]): string[] {
  return [...new Set(tokens.map((token) => token.exact))];
}
