/** The start of a list item that's a task: `[ ]` or `[x]`. */
const TASK = /^\[([ xX])\][ \t]+(?=\S)/;

export interface Task {
  done: boolean;
  /** UTF-16 units of the box and the space after it. */
  length: number;
}

/** @param content text of the list item, without its bullet or number */
export function taskOf(content: string): Task | null {
  const match = TASK.exec(content);
  return match && { done: match[1] !== ' ', length: match[0].length };
}

/** Returns the position between the brackets of the line's task. Null if the line has none. */
export function markOf(text: string, line: number): number | null {
  const lines = text.split('\n');
  const content = /^(?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*(?=\[[ xX]\][ \t])/.exec(lines[line] ?? '');
  if (!content) return null;
  return lines.slice(0, line).join('\n').length + (line > 0 ? 1 : 0) + content[0].length + 1;
}
