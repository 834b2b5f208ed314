/** Random comments and paragraphs for a person to judge, because `npm run prose` can't say whether they read well. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { seededRandom } from '../src/testing/seeded-random.ts';
import { commentLines, NOT_OURS, proseOf } from './prose.ts';
import { ROOT } from './setup.mjs';

interface Passage {
  path: string;
  line: number;
  text: string;
}

const COMMENTS = 200;
const PARAGRAPHS = 50;

export function commentsOf(path: string, source: string): Passage[] {
  const found: Passage[] = [];
  let last = -1;
  for (const [line, text] of [...commentLines(source)].sort(([a], [b]) => a - b)) {
    const current = found.at(-1);
    if (current && line === last + 1) current.text = `${current.text} ${text}`.trim();
    else found.push({ path, line, text });
    last = line;
  }
  return found.filter(({ text }) => /\p{L}{2}/u.test(text) && !/^(?:biome-ignore|@ts-|@type|#region)/.test(text));
}

export function paragraphsOf(path: string, markdown: string): Passage[] {
  const lines = markdown.split('\n');
  const found: Passage[] = [];
  let open = false;
  for (const [index, prose] of proseOf(markdown).split('\n').entries()) {
    const text = lines[index]!.trim();
    const isProse = prose.trim() !== '' && !prose.startsWith('#');
    if (!isProse || /^(?:[-*]|\d+\.)\s/.test(text)) open = false;
    if (!isProse) continue;
    if (open) found.at(-1)!.text += ` ${text}`;
    else found.push({ path, line: index + 1, text });
    open = true;
  }
  return found.filter(({ text }) => text.split(' ').length >= 8);
}

function draw(passages: readonly Passage[], count: number, random: () => number): Passage[] {
  const rest = [...passages];
  return Array.from({ length: Math.min(count, rest.length) }, () => {
    const [passage] = rest.splice(Math.floor(random() * rest.length), 1);
    return passage!;
  });
}

function main(seed: number): void {
  const random = seededRandom(seed);
  const files = execFileSync('git', ['ls-files', '--', '*.ts', '*.mjs', '*.md'], { cwd: ROOT, encoding: 'utf8' })
    .split('\n')
    .filter((path) => path !== '' && !NOT_OURS.test(path))
    .map((path) => ({ path, text: readFileSync(join(ROOT, path), 'utf8') }));
  const comments = files.flatMap(({ path, text }) => (path.endsWith('.md') ? [] : commentsOf(path, text)));
  const paragraphs = files.flatMap(({ path, text }) => (path.endsWith('.md') ? paragraphsOf(path, text) : []));
  console.log(
    `Seed ${seed}: ${COMMENTS} of ${comments.length} comments, ${PARAGRAPHS} of ${paragraphs.length} paragraphs\n`,
  );
  for (const drawn of [draw(comments, COMMENTS, random), draw(paragraphs, PARAGRAPHS, random)]) {
    for (const [index, { path, line, text }] of drawn.entries()) console.log(`${index + 1}. ${path}:${line}: ${text}`);
    console.log('');
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) main(Number(process.argv[2] ?? 1));
