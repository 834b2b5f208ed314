import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT } from './setup.mjs';

interface Sample {
  title?: string;
  text?: string;
  type?: string;
  createdAt: number;
}

/** The demo lists the newest notes first, and a screen shows six. */
const FIRST_ROWS = 6;
const words = (text: string): Set<string> => new Set(text.toLowerCase().match(/\p{L}{4,}/gu));

it('no two of the first notes in the demo are about the same thing', () => {
  const samples: Sample[] = readFileSync(join(ROOT, 'public', 'samples', 'notes.jsonl'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{"id":'))
    .map((line) => JSON.parse(line));
  const first = samples.sort((a, b) => b.createdAt - a.createdAt).slice(0, FIRST_ROWS);
  expect(first).toHaveLength(FIRST_ROWS);
  for (const [i, one] of first.entries()) {
    for (const other of first.slice(i + 1)) {
      const shared = [...words(one.text ?? '')].filter((word) => words(other.text ?? '').has(word));
      expect(shared.length, `${one.title} and ${other.title} share ${shared}`).toBeLessThan(5);
    }
  }
  expect(first.map(({ type }) => type)).toEqual(first.map(() => 'note'));
});

it('the demo and the site have the same heading', () => {
  const headings = ['index.html', 'scripts/site/index.html'].map(
    (page) => /<h1>(.+)<\/h1>/.exec(readFileSync(join(ROOT, page), 'utf8'))?.[1],
  );
  expect(headings[0]).toMatch(/\w/);
  expect(headings[1]).toBe(headings[0]);
});
