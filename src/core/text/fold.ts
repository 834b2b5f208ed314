/**
 * Folds compatibility forms (NFKC), diacritics, default-ignorables and case. Works cluster by cluster (a character with
 * its marks and jamo), so that NFC, NFD and NFKC forms fold alike and each folded unit knows its source.
 */

/** Keeps the case, because identifiers need it. `starts[i]` and `ends[i]` bound the source of unit i. */
export interface NormalizedText {
  text: string;
  /** Null if the text is ASCII. */
  starts: Uint32Array | null;
  ends: Uint32Array | null;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: the ASCII range is meant.
export const ASCII = /^[\x00-\x7f]*$/;
// biome-ignore-start lint/suspicious/noMisleadingCharacterClass: single marks and joiners are meant.
const CLUSTER =
  /[\u1100-\u115f\ua960-\ua97c][\u1160-\u11a7\ud7b0-\ud7c6]*[\u11a8-\u11ff\ud7cb-\ud7fb]*\p{M}*|[\uac00-\ud7a3][\u11a8-\u11ff]?\p{M}*|[^\p{M}][\p{M}\u200d\uff9e\uff9f]*|\p{M}+/suy;
const IGNORABLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu;
/** Latin, Greek and Cyrillic accents, Hebrew points, Arabic vowels and tatweel. */
const DECORATION =
  /[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e8\u06ea-\u06ed\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f\u0640]/g;
// biome-ignore-end lint/suspicious/noMisleadingCharacterClass: until here.
/** Letters that Unicode doesn't decompose, and typographic apostrophes and hyphens. */
const LETTERS: { readonly [letter: string]: string } = {
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
  ς: 'σ',
  '’': "'",
  '‘': "'",
  ʼ: "'",
  '‐': '-',
  '‑': '-',
  '−': '-',
};
const MAPPED = new RegExp(`[${Object.keys(LETTERS).join('')}]`, 'g');

function foldCluster(cluster: string): string {
  return cluster
    .replace(IGNORABLE, '')
    .normalize('NFKD')
    .replace(DECORATION, '')
    .normalize('NFKC')
    .replace(IGNORABLE, '')
    .replace(MAPPED, (letter) => LETTERS[letter] as string);
}

const cache = new Map<string, string>();
/** Enough for a few alphabets and the common Han characters. */
const CACHE_SIZE = 16_384;

function foldCached(cluster: string): string {
  let folded = cache.get(cluster);
  if (folded === undefined) {
    folded = foldCluster(cluster);
    if (cache.size >= CACHE_SIZE) cache.clear();
    cache.set(cluster, folded);
  }
  return folded;
}

/** UTF-16 units. A longer pile of marks is cut, so that no text takes quadratic time. */
const CLUSTER_UNITS = 64;

export function normalize(text: string): NormalizedText {
  if (ASCII.test(text)) return { text, starts: null, ends: null };
  const pieces: string[] = [];
  let starts = new Uint32Array(text.length + 16);
  let ends = new Uint32Array(text.length + 16);
  let length = 0;
  let index = 0;
  while (index < text.length) {
    let end = plainRun(text, index);
    let folded: string;
    if (end > index) {
      folded = text.slice(index, end);
    } else {
      CLUSTER.lastIndex = index;
      end = CLUSTER.test(text) ? CLUSTER.lastIndex : index + 1;
      folded = foldCached(text.slice(index, Math.min(end, index + CLUSTER_UNITS)));
    }
    if (length + folded.length > starts.length) {
      starts = grown(starts, length + folded.length);
      ends = grown(ends, length + folded.length);
    }
    const plain = end - index === folded.length && folded === text.slice(index, end) && isPlain(text.charCodeAt(index));
    for (let unit = 0; unit < folded.length; unit += 1) {
      starts[length] = plain ? index + unit : index;
      ends[length] = plain ? index + unit + 1 : end;
      length += 1;
    }
    pieces.push(folded);
    index = end;
  }
  return { text: pieces.join(''), starts, ends };
}

/** Whether the unit folds to itself if no mark follows, as ASCII, Kana and common Han do. */
function isPlain(unit: number): boolean {
  return (
    unit < 0x80 ||
    (unit >= 0x4e00 && unit <= 0x9fff) ||
    (unit >= 0x3041 && unit <= 0x3096) ||
    (unit >= 0x30a1 && unit <= 0x30fa)
  );
}

/** Leaves out the last plain character if what follows might combine with it. */
function plainRun(text: string, index: number): number {
  let end = index;
  while (end < text.length && isPlain(text.charCodeAt(end))) end += 1;
  if (end === index || end === text.length) return end;
  const next = text.charCodeAt(end);
  const separate =
    next < 0x300 ||
    (next >= 0x3000 && next < 0x3099) ||
    (next > 0x309a && next < 0xa000) ||
    (next >= 0xac00 && next < 0xd7a4);
  return separate ? end : end - 1;
}

function grown(array: Uint32Array<ArrayBuffer>, least: number): Uint32Array<ArrayBuffer> {
  const larger = new Uint32Array(Math.max(least, array.length * 2));
  larger.set(array);
  return larger;
}

export function foldCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.includes('ς') ? lower.replaceAll('ς', 'σ') : lower;
}

/** Never throws; lone surrogates stay. */
export function fold(text: string): string {
  return foldCase(normalize(text).text);
}
