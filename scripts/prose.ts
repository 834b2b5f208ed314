/** `npm run prose` prints each finding with a suggestion, and fails if there are any. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export interface Finding {
  line: number;
  words: string;
  advice: string;
}

/** In words. About twenty are easy to read. */
const LONGEST_SENTENCE = 40;
const LONGEST_SUBJECT = 72;
/** Subjects of earlier commits aren't checked. */
const SUBJECTS_SINCE = '82a540b';
/** Pages generated from docstrings, which are checked in the source, and licences of others. */
export const NOT_OURS = /^docs\/api\/|NOTICES/;
/** Files whose strings are lists of words or notes. Only their comments and the titles of tests are checked. */
const DATA = /^src\/testing\/|function-words\.ts$|\.(?:test|spec)\.ts$/;

const AVOIDED: readonly [RegExp, string][] = [
  [/\banew\b/i, 'again'],
  [/\bwhoever\b/i, 'name who it is: the caller, another tab'],
  [/\b(?:what of|of what)\b/i, 'name the thing'],
  [/\bthe like\b/i, 'name the rest, or leave it out'],
  [/\bso many\b/i, 'that many, or the number'],
  [/\bin vain\b/i, 'without success'],
  [/\b(?:there|here|where)?upon\b/i, 'on, when'],
  [/\b(?:there|here|where)(?:of|in|with|to)\b/i, 'of it, in it, with it'],
  [/\btold apart\b/i, 'distinguished'],
  [/\b(?:is|are|was|were|be|been) told\b/i, 'reports, or say who says what'],
  [/\btold (?:of|by)\b/i, 'called with, recognised by'],
  [/\bat hand\b/i, 'available'],
  [/\blends?\b/i, 'shares'],
  [/\blent\b/i, 'shared'],
  [/\bbesides?\b/i, 'also, next to, with'],
  [/\bstands? (?:for|there|in|beside|at|behind|above|below|under)\b/i, 'is'],
  [/^Of (?!course)|[.;:] Of (?!course)/, 'open with the subject of the sentence'],
  [/^Who [a-z]+(?! \w+.*\?)|[.;:] Who [a-z]+(?! \w+.*\?)/, 'If you …, or: A caller that …'],
];

/** Numbers of rules belong only in BEHAVIOUR and test titles. V8, HTML headings and paper sizes aren't rules. */
const RULE_CODE = /\b(?!(?:V8|H[1-6]|A[345])\b)[A-Z]\d{1,2}\b/;

/** Other forms of verbs, and words that often open a subject without being a verb. */
const NOT_IMPERATIVE =
  /^(?:(?:\w+ed|\w+ing|\w*[^su\W]s|\w+(?:tion|ment|ness|ity|ly|able|ible|ful))|An?|The|Th(?:is|at|ese|ose|ere|en)|Its?|We|I|You|All|Any|Both|Each|Every|No|Not|Some|New|Old|More|Most|Less|Fewer|Better|Small|Big|Minor|Major|Bug|Bugfix|Typo|Code|Feature|Work|WIP|After|Also|And|As|At|Before|But|By|For|From|How|If|In|Now|On|Only|Or|So|To|What|When|Where|Which|While|Why|With|Without)(?![\w'])/;
const IMPERATIVES =
  /^(?:Embed|Feed|Need|Seed|Speed|Shed|Bring|String|Ping|Apply|Reply|Supply|Rely|Mention|Position|Question|Comment|Document|Implement|Witness|Enable|Disable)\b/;

export function wordFindings(text: string, line: number): Finding[] {
  return AVOIDED.flatMap(([pattern, advice]) => {
    const words = pattern.exec(text)?.[0];
    return words === undefined ? [] : [{ line, words: words.trim(), advice }];
  });
}

export function ruleCodes(text: string, line: number): Finding[] {
  const words = RULE_CODE.exec(text)?.[0];
  return words === undefined ? [] : [{ line, words, advice: 'say what the rule is, without its number' }];
}

/** Returns the text of comments by line number, without comment marks. */
export function commentLines(source: string): Map<number, string> {
  const file = ts.createSourceFile('module.ts', source, ts.ScriptTarget.Latest, true);
  const lines = new Map<number, string>();
  const collect = ({ pos, end }: ts.CommentRange): void => {
    const first = file.getLineAndCharacterOfPosition(pos).line + 1;
    for (const [index, line] of source.slice(pos, end).split('\n').entries()) {
      lines.set(first + index, line.replace(/^\s*(?:\/\*\*?|\*\/|\*|\/\/)?\s*|\s*\*\/\s*$/g, ''));
    }
  };
  const visit = (node: ts.Node): void => {
    for (const range of ts.getLeadingCommentRanges(source, node.getFullStart()) ?? []) collect(range);
    for (const range of ts.getTrailingCommentRanges(source, node.end) ?? []) collect(range);
    for (const child of node.getChildren(file)) visit(child);
  };
  visit(file);
  return lines;
}

/** Strings of at least two words, such as messages, labels and comments of styles. Interpolations become `…`. */
export function stringLines(source: string): Map<number, string> {
  const file = ts.createSourceFile('module.ts', source, ts.ScriptTarget.Latest, true);
  const lines = new Map<number, string>();
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
      const first = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
      const text = textOfHtml(textOfString(node.getText(file)));
      for (const [index, line] of text.split('\n').entries()) {
        const before = lines.get(first + index);
        if (/\p{L}\P{L}* \P{L}*\p{L}/u.test(line)) lines.set(first + index, [before, line.trim()].join(' ').trim());
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return lines;
}

const textOfString = (literal: string): string => literal.slice(1, -1).replace(/\$\{[^}]*\}/g, '…');

const TITLED = /^(?:test|it|describe)\b(?!\.(?:use|step|slow|before|after))/;

/** Interpolations become `…`. */
export function titleLines(source: string): Map<number, string> {
  const file = ts.createSourceFile('module.ts', source, ts.ScriptTarget.Latest, true);
  const lines = new Map<number, string>();
  const visit = (node: ts.Node): void => {
    const title = ts.isCallExpression(node) && TITLED.test(node.expression.getText(file)) && node.arguments[0];
    if (title && (ts.isStringLiteralLike(title) || ts.isTemplateExpression(title))) {
      lines.set(file.getLineAndCharacterOfPosition(title.getStart(file)).line + 1, textOfString(title.getText(file)));
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return lines;
}

/** Removed text becomes blanks, so line numbers stay the same. */
export const textOfHtml = (html: string): string =>
  html.replace(/<(script|style|pre)\b[\s\S]*?<\/\1>|<!--[\s\S]*?-->|<[^>]*>/g, (tag) => tag.replace(/[^\n]/g, ' '));

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

/** Removed text becomes blanks, so line numbers stay the same. */
export const wordsOf = (markdown: string): string =>
  markdown
    .replace(/^```[\s\S]*?^```/gm, blank)
    .replace(/<!--[\s\S]*?-->/g, blank)
    .replace(/`[^`\n]*`/g, 'Code')
    .replace(/\]\([^)\n]*\)/g, ']');

/** As `wordsOf`, without tables. */
export const proseOf = (markdown: string): string => wordsOf(markdown).replace(/^\|.*$/gm, blank);

/** Blank lines and list items end a sentence too. */
export function longSentences(prose: string): Finding[] {
  const ends = /\n\s*\n|\n\s*(?=[-*#>]|\d+\.)|(?<=[.:;?!])\s+(?=[\p{Lu}*[(])/gu;
  const found: Finding[] = [];
  let start = 0;
  for (const end of [...[...prose.matchAll(ends)].map(({ index }) => index), prose.length]) {
    const words = prose.slice(start, end).trim().split(/\s+/);
    if (words.length > LONGEST_SENTENCE) {
      const opening = start + prose.slice(start).search(/\S/);
      found.push({
        line: prose.slice(0, opening).split('\n').length,
        words: `${words.slice(0, 6).join(' ')} …`,
        advice: `${words.length} words: make two sentences`,
      });
    }
    start = end;
  }
  return found;
}

export function subjectFindings(subject: string): string[] {
  const found: string[] = [];
  if (subject.length > LONGEST_SUBJECT) found.push(`${subject.length} characters: at most ${LONGEST_SUBJECT}`);
  if (!/^[A-Z][a-z']+,? \S/.test(subject) || (NOT_IMPERATIVE.test(subject) && !IMPERATIVES.test(subject))) {
    found.push('open with an imperative: Add, Fix');
  }
  if (subject.endsWith('.')) found.push('no full stop at the end');
  return found;
}

export function findingsOf(path: string, text: string): Finding[] {
  const inLines = (prose: string): Finding[] =>
    prose.split('\n').flatMap((line, index) => wordFindings(line, index + 1));
  if (path.endsWith('.html')) return inLines(textOfHtml(text));
  if (path.endsWith('.md')) {
    return [...inLines(wordsOf(text)), ...longSentences(proseOf(text))];
  }
  if (path.endsWith('.yml')) return inLines(text);
  const withoutCode = (line: string) => line.replace(/`[^`]*`|@param \w+/g, '');
  const strings = DATA.test(path) ? titleLines(text) : stringLines(text);
  return [
    ...[...strings].flatMap(([number, line]) => wordFindings(withoutCode(line), number)),
    ...[...commentLines(text)].flatMap(([number, line]) => [
      ...wordFindings(withoutCode(line), number),
      ...(path.startsWith('src/') ? ruleCodes(withoutCode(line), number) : []),
    ]),
  ];
}

function git(...args: string[]): string[] {
  const root = fileURLToPath(new URL('..', import.meta.url));
  return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
    .split('\n')
    .filter(Boolean);
}

/** A copy without its history, such as a tarball, has no subjects. */
function subjects(): string[] {
  try {
    return git('log', '--no-merges', '--format=%s', `${SUBJECTS_SINCE}..HEAD`);
  } catch {
    return [];
  }
}

function main(folders: string[]): void {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const paths = git('ls-files', '--', ...(folders.length > 0 ? folders : ['*.ts', '*.mjs', '*.md', '*.html', '*.yml']));
  let count = 0;
  for (const path of paths) {
    if (NOT_OURS.test(path) || !/\.(?:ts|mjs|md|html|yml)$/.test(path)) continue;
    for (const { line, words, advice } of findingsOf(path, readFileSync(join(root, path), 'utf8'))) {
      count += 1;
      console.log(`${path}:${line}: "${words}" (${advice})`);
    }
  }
  for (const subject of subjects()) {
    for (const advice of subjectFindings(subject)) {
      count += 1;
      console.log(`commit "${subject}" (${advice})`);
    }
  }
  console.log(count === 0 ? `${paths.length} files read well` : `${count} findings`);
  process.exitCode = count === 0 ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(process.argv.slice(2));
