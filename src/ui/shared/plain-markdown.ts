/** Finds the marks of Markdown as ranges instead of removing them, so that highlights keep their offsets. */

export interface MarkRange {
  start: number;
  end: number;
}

/**
 * The groups `a` and `b` are the marks. A single `*` is emphasis only if it's not inside a word and is followed by a
 * letter, digit, quote or bracket. So `2 * 3` stays as it is.
 */
const CONSTRUCTS = [
  // Rules, the `---` of front matter, and fences with their language.
  /^(?<a>(?:-{3,}|\*{3,}|_{3,}|```[\w-]*|~~~[\w-]*)\s*)$/dgm,
  // Headings, quotes, list bullets, task boxes.
  /^(?<a>[ \t]*(?:#{1,6}[ \t]+|(?:>[ \t]?)+|[-*+][ \t]+(?:\[[ xX]\][ \t]+)?))/dgm,
  // Images and links: the text stays, the address is hidden.
  /(?<a>!?\[)(?<text>[^\]\n]{0,300})(?<b>\]\([^()\s]{0,600}(?:\s"[^"\n]{0,200}")?\))/dg,
  // Wiki links: the alias if there is one.
  /(?<a>!?\[\[(?:[^\]|\n]{1,200}\|)?)(?<text>[^\]|\n]{1,200})(?<b>\]\])/dg,
  /(?<a>\*\*|__)(?=\S)(?<text>[^*\n]{1,400}?)(?<=\S)(?<b>\k<a>)/dg,
  /(?<![\p{L}\p{N}*\\])(?<a>\*)(?=[\p{L}\p{N}"'(])(?<text>[^*\n]{1,400}?)(?<=[^\s*])(?<b>\*)(?![\p{L}\p{N}*])/dgu,
  /(?<a>~~)(?=\S)(?<text>[^~\n]{1,400}?)(?<=\S)(?<b>~~)/dg,
  /(?<a>`{1,2})(?<text>[^`\n]{1,400})(?<b>\k<a>)/dg,
] as const;

/** Sorted and disjoint. */
export function markdownMarks(text: string): MarkRange[] {
  const ranges: MarkRange[] = [];
  for (const construct of CONSTRUCTS) {
    for (const { indices } of text.matchAll(construct)) {
      for (const name of ['a', 'b']) {
        const range = indices?.groups?.[name];
        if (range && range[1] > range[0]) ranges.push({ start: range[0], end: range[1] });
      }
    }
  }
  ranges.sort((one, two) => one.start - two.start);
  const apart: MarkRange[] = [];
  for (const range of ranges) {
    const last = apart.at(-1);
    if (last && range.start <= last.end) last.end = Math.max(last.end, range.end);
    else apart.push({ ...range });
  }
  return apart;
}

export function plainText(text: string): string {
  let result = '';
  let from = 0;
  for (const { start, end } of markdownMarks(text)) {
    result += text.slice(from, start);
    from = end;
  }
  return result + text.slice(from);
}
