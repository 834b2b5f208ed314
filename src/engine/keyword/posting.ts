/**
 * One posting in one small integer: ordinal · 1024 + in tags · 512 + times in the title (≤ 7) · 64 + in the text (≤ 63).
 * Small integers stay unboxed in V8 up to 2^30, that is a million documents; the layout ends at 2^32, four million.
 */
export const MAX_TEXT = 63;
export const MAX_TITLE = 7;

export function posting(ordinal: number, text: number, title: number, tagged: boolean): number {
  return ordinal * 1024 + (tagged ? 512 : 0) + Math.min(title, MAX_TITLE) * 64 + Math.min(text, MAX_TEXT);
}

export function ordinalOf(packed: number): number {
  return packed >>> 10;
}
