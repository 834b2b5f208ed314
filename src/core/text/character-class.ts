export const OTHER = 0;
export const LOWER = 1;
export const UPPER = 2;
export const DIGIT = 3;
/** Scripts indexed as bigrams: Han, Kana, Hangul, Thai. */
export const BIGRAM = 4;
/** Lao, Khmer, Myanmar, Tibetan, which have no spaces between words. */
export const SEGMENTED = 5;
export const EMOJI = 6;

export type CharacterClass = 0 | 1 | 2 | 3 | 4 | 5 | 6;

const UNKNOWN = 255;
const bmp = new Uint8Array(0x10000).fill(UNKNOWN);

/** The Unicode tables take 2.4 ms of a start to load. */
function classify(character: string): CharacterClass {
  if (character < '\x80') return classifyAscii(character);
  if (!/[\p{L}\p{M}\p{N}]/u.test(character))
    return /\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(character) ? EMOJI : OTHER;
  if (/\p{Nd}/u.test(character)) return DIGIT;
  const bigram = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{Script=Thai}]/u.test(character);
  if (bigram && !/[\u0300-\u036f]/.test(character)) return BIGRAM;
  if (/[\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u.test(character)) return SEGMENTED;
  return /\p{Lu}/u.test(character) ? UPPER : LOWER;
}

function classifyAscii(character: string): CharacterClass {
  if (character >= 'a' && character <= 'z') return LOWER;
  if (character >= 'A' && character <= 'Z') return UPPER;
  return character >= '0' && character <= '9' ? DIGIT : OTHER;
}

export function classAt(text: string, index: number): CharacterClass {
  const unit = text.charCodeAt(index);
  if (unit >= 0xd800 && unit <= 0xdfff) {
    const point = text.codePointAt(index) as number;
    return point > 0xffff ? classify(String.fromCodePoint(point)) : OTHER;
  }
  let found = bmp[unit] as number;
  if (found === UNKNOWN) {
    found = classify(String.fromCharCode(unit));
    bmp[unit] = found;
  }
  return found as CharacterClass;
}

export function unitsAt(text: string, index: number): 1 | 2 {
  const unit = text.charCodeAt(index);
  if (unit < 0xd800 || unit > 0xdbff) return 1;
  return (text.codePointAt(index) as number) > 0xffff ? 2 : 1;
}
