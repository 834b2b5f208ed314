/** Splits a text into blocks at blank lines, Markdown headings and fenced code. */
export interface Block {
  kind: 'heading' | 'code' | 'paragraph';
  /** `[start, end)`, without the last line break. */
  start: number;
  end: number;
}

const HEADING = /^ {0,3}#{1,6}(?:[ \t]|$)/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

/** There's only white space between blocks. An unclosed fence extends to the end. */
export function* splitBlocks(text: string): Generator<Block> {
  let open: Block | null = null;
  let fence: string | null = null;
  for (const line of lines(text)) {
    // The marker of a heading or fence must be within this part of a line.
    const head = text.slice(line.start, Math.min(line.end, line.start + 80));
    if (open?.kind === 'code') {
      open.end = line.end;
      if (fence !== null && closesFence(head, fence)) {
        yield open;
        open = null;
      }
      continue;
    }
    const opened = FENCE.exec(head)?.[1];
    if (opened !== undefined) {
      if (open) yield open;
      fence = opened;
      open = { kind: 'code', ...line };
    } else if (HEADING.test(head)) {
      if (open) yield open;
      open = null;
      yield { kind: 'heading', ...line };
    } else if (isBlank(text, line.start, line.end)) {
      if (open) yield open;
      open = null;
    } else if (open) {
      open.end = line.end;
    } else {
      open = { kind: 'paragraph', ...line };
    }
  }
  if (open) yield open;
}

function* lines(text: string): Generator<{ start: number; end: number }> {
  let start = 0;
  while (start < text.length) {
    const found = text.indexOf('\n', start);
    const end = found < 0 ? text.length : found;
    yield { start, end };
    start = end + 1;
  }
}

function closesFence(line: string, fence: string): boolean {
  const run = line.trim();
  return run.length >= fence.length && run === fence[0]!.repeat(run.length);
}

function isBlank(text: string, start: number, end: number): boolean {
  for (let i = start; i < end; i++) if (!isSpace(text.charCodeAt(i))) return false;
  return true;
}

export function isSpace(code: number): boolean {
  if (code <= 0x20) return code === 0x20 || (code >= 9 && code <= 13);
  if (code < 0xa0) return false;
  return (
    code === 0xa0 ||
    code === 0x1680 ||
    (code >= 0x2000 && code <= 0x200a) ||
    code === 0x2028 ||
    code === 0x2029 ||
    code === 0x202f ||
    code === 0x205f ||
    code === 0x3000 ||
    code === 0xfeff
  );
}
