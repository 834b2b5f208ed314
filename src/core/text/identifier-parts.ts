/**
 * A part of an identifier: a segment of a URL, a word between punctuation, or a word or number in camelCase. Offsets
 * count from the start of the identifier.
 */
export interface IdentifierPart {
  start: number;
  end: number;
}

const MAX_PARTS = 32;
const SEGMENT = /[^/:@#\\?&=]+/g;
const ATOM = /(?:(?<![\p{L}\p{M}\p{N}])-(?=\p{Nd}))?[\p{L}\p{M}\p{N}]+/gu;
const WORD_IN_ATOM = /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{Lo}\p{M}]+|\p{Lu}|\p{N}+/gu;
/** People search for `v1.2.3` as 1.2.3, so that's a part too. Its single numbers would also match v3.2.1. */
const VERSION_MARK = /^\p{L}{1,2}(?=\p{Nd}+(?:\.\p{Nd}+)+$)/u;
const MIXED = /\p{Ll}\p{Lu}|\p{L}\p{N}|\p{N}\p{L}|\p{Lu}{2}\p{Ll}/u;

/** Returns distinct parts, without the whole and without single letters of a mixed word. */
export function identifierParts(identifier: string): IdentifierPart[] {
  const parts: IdentifierPart[] = [];
  const push = (start: number, end: number): void => {
    if (end - start === identifier.length || parts.length >= MAX_PARTS) return;
    if (!parts.some((part) => part.start === start && part.end === end)) parts.push({ start, end });
  };
  const segments = [...identifier.matchAll(SEGMENT)];
  if (segments.length > 1) {
    for (const segment of segments) {
      if (/[\p{L}\p{N}][._~-][\p{L}\p{N}]/u.test(segment[0])) push(segment.index, segment.index + segment[0].length);
    }
  }
  for (const segment of segments) {
    const mark = VERSION_MARK.exec(segment[0]);
    if (mark !== null) push(segment.index + mark[0].length, segment.index + segment[0].length);
  }
  for (const atom of identifier.matchAll(ATOM)) {
    push(atom.index, atom.index + atom[0].length);
    if (!MIXED.test(atom[0])) continue;
    for (const word of atom[0].matchAll(WORD_IN_ATOM)) {
      const letter = word[0].length === 1 && !/\p{N}/u.test(word[0]);
      if (!letter) push(atom.index + word.index, atom.index + word.index + word[0].length);
    }
  }
  return parts;
}
