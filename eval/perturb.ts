import { mulberry32 } from '../src/core/metrics/bootstrap.ts';

/** The engine doesn't correct shorter words. */
const LEAST_CHARACTERS = 5;

/** One edit (swap, drop, insertion or replacement) in each word that's long enough. */
export function withTypo(query: string, seed: number): string {
  const random = mulberry32(seed + hash(query));
  const below = (count: number): number => Math.floor(random() * count);
  return query.replace(/[\p{L}\p{N}]+/gu, (word) => {
    const characters = [...word];
    if (characters.length < LEAST_CHARACTERS) return word;
    const kind = below(4);
    const letter = String.fromCharCode(97 + below(26));
    if (kind === 0) {
      const at = below(characters.length - 1);
      [characters[at], characters[at + 1]] = [characters[at + 1]!, characters[at]!];
    } else if (kind === 1) characters.splice(below(characters.length), 1);
    else if (kind === 2) characters.splice(below(characters.length + 1), 0, letter);
    else characters[below(characters.length)] = letter;
    return characters.join('');
  });
}

function hash(text: string): number {
  let value = 0;
  for (const character of text) value = (Math.imul(value, 31) + character.codePointAt(0)!) | 0;
  return value;
}
