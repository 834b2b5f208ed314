/** Finds the commands in documents, and compares their flags and values with what the scripts accept. */
import ts from 'typescript';

export interface Flags {
  [name: string]: 'string' | 'boolean';
}

export interface Arguments {
  flags: Flags;
  /** Whether the script takes arguments without a flag. Null if it reads `process.argv` itself. */
  positionals: boolean | null;
}

/** Commands that run a script of this project, from code blocks and inline code. */
export function commandsIn(text: string): string[] {
  const code = [
    ...[...text.matchAll(/^```(?:sh)?\n([\s\S]*?)^```/gm)].flatMap(([, block = '']) =>
      block.replaceAll(/\n {4,}/g, ' ').split('\n'),
    ),
    ...[...text.matchAll(/\\?`((?:npm|npx) [^`\\]*)\\?`/g)].map(([, inline = '']) => inline),
  ];
  return code
    .flatMap((line) => line.replaceAll(/\s*\n[ *]*/g, ' ').split('&&'))
    .map((line) => line.replace(/\s#.*/, '').trim())
    .filter((line) => /^(?:npm (?:run|start|test)|npx tsx)\b/.test(line));
}

/** Reads the options that the script gives to `parseArgs`. Without one, it takes no flags. */
export function argumentsOf(source: string): Arguments {
  const file = ts.createSourceFile('script.ts', source, ts.ScriptTarget.Latest, true);
  const found: Arguments = { flags: {}, positionals: source.includes('process.argv') ? null : false };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && node.expression.getText(file) === 'parseArgs') {
      const options = node.arguments[0]!.getText(file);
      found.positionals = /allowPositionals: true/.test(options);
      for (const [, name = '', type] of options.matchAll(/['"]?([\w-]+)['"]?: \{\s*type: '(string|boolean)'/g)) {
        found.flags[name] = type as 'string' | 'boolean';
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** @param choices returns the values that a flag accepts, or undefined if it accepts any */
export function problemsOf(
  given: string,
  { flags, positionals }: Arguments,
  choices: (flag: string) => readonly string[] | undefined,
): string[] {
  // `[--only ours|tesseract]`, `DIR…` and `[…]` only say what may be written.
  const words = given
    .replaceAll(/'[^']*'/g, 'VALUE')
    .replaceAll(/[[\]]/g, ' ')
    .replaceAll(/ \| /g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '' && word !== '--' && word !== '…');
  const problems: string[] = [];
  while (words.length > 0) {
    const word = words.shift()!;
    if (!word.startsWith('--')) {
      if (positionals === false) problems.push(`takes no ${word}`);
      const known = choices('');
      if (known && isLiteral(word) && !known.includes(word)) problems.push(`${word} is none of ${known.join(', ')}`);
      continue;
    }
    const [name = '', inline] = word.slice(2).split('=');
    const type = flags[name];
    if (type === undefined) {
      problems.push(`has no --${name}`);
    } else if (type === 'string') {
      const value = inline ?? words.shift();
      if (value === undefined) problems.push(`--${name} needs a value`);
      const known = choices(name);
      const wrong = (value ?? '').split(/[,|]/).filter((one) => isLiteral(one) && known && !known.includes(one));
      if (wrong.length > 0) problems.push(`--${name} ${wrong.join()} is none of ${known!.join(', ')}`);
    }
  }
  return problems;
}

/** `NAME` and `name,name` are placeholders. */
const isLiteral = (value: string): boolean => !/^(?:|name|[A-Z_]+…?|…)$/.test(value);
