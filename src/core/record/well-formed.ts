const LONE_SURROGATES = /\p{Surrogate}/gu;

/** Replaces lone surrogates by U+FFFD, as every UTF-8 encoder does, so an import reads exactly what an export wrote. */
export function replaceLoneSurrogates(text: string): string {
  return text.replace(LONE_SURROGATES, '\uFFFD');
}

export function hasLoneSurrogates(text: string): boolean {
  return text.search(LONE_SURROGATES) >= 0;
}

/** The length alone usually decides: a UTF-16 code unit takes one to three bytes. */
export function exceedsUtf8Bytes(text: string, limit: number): boolean {
  if (text.length > limit) return true;
  return text.length * 3 > limit && utf8Length(text) > limit;
}

/** A lone surrogate counts as three bytes, as U+FFFD does. */
export function utf8Length(text: string): number {
  let bytes = text.length;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    if (unit < 0x80) continue;
    bytes += unit < 0x800 ? 1 : 2;
    if (unit >= 0xd800 && unit < 0xdc00 && index + 1 < text.length) {
      const next = text.charCodeAt(index + 1);
      // The pair takes four bytes, two more than its two code units.
      if (next >= 0xdc00 && next < 0xe000) index++;
    }
  }
  return bytes;
}
