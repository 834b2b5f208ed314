/** Generates the benchmark's queries. The same seed gives the same ones. */
import { distractors } from '../src/testing/distractors.ts';
import { seededRandom } from '../src/testing/seeded-random.ts';

const CORPUS = distractors(10_000, 1);
const words = (text: string): string[] => text.toLowerCase().match(/[a-z]{2,}/g) ?? [];

function pick<T>(random: () => number, items: readonly T[]): T {
  return items[Math.floor(random() * items.length)]!;
}

function written(count: number, random: () => number): string[] {
  return distinct(count, () => {
    const memory = pick(random, CORPUS);
    const some = words(`${memory.title ?? ''} ${memory.text}`);
    const at = Math.floor(random() * Math.max(1, some.length - 4));
    return some.slice(at, at + 2 + Math.floor(random() * 3)).join(' ');
  });
}

export function beginnings(count: number, seed = 7): string[] {
  const random = seededRandom(seed);
  return Array.from({ length: count }, () => words(pick(random, CORPUS).text).join(' ').slice(0, 20));
}

export function keystrokes(count: number, seed = 3): string[] {
  const states: string[] = [];
  for (const query of written(count, seededRandom(seed))) {
    for (let length = 1; length <= query.length; length++) {
      if (query[length - 1] !== ' ') states.push(query.slice(0, length));
    }
  }
  return states;
}

function headTerms(count: number): string[] {
  const holders = new Map<string, number>();
  for (const { title = '', text } of CORPUS) {
    for (const word of new Set(words(`${title} ${text}`))) holders.set(word, (holders.get(word) ?? 0) + 1);
  }
  return [...holders]
    .sort((a, b) => b[1] - a[1])
    .slice(0, count)
    .map(([word]) => word);
}

function shuffled<T>(random: () => number, items: readonly T[]): T[] {
  return items
    .map((item) => ({ item, key: random() }))
    .sort((a, b) => a.key - b.key)
    .map(({ item }) => item);
}

function misspelt(word: string, random: () => number): string {
  const at = 1 + Math.floor(random() * (word.length - 1));
  return (
    word.slice(0, at) + String.fromCharCode(97 + Math.floor(random() * 26)) + word.slice(at + (random() < 0.5 ? 1 : 0))
  );
}

export function dearQueries(count: number, seed = 5): { [kind: string]: string[] } {
  const random = seededRandom(seed);
  const heads = headTerms(64);
  const long = headTerms(1_000).filter((word) => word.length >= 6);
  const repeat = (make: () => string): string[] => Array.from({ length: count }, make);
  return {
    '32 head terms': repeat(() => shuffled(random, heads).slice(0, 32).join(' ')),
    '32 typos': repeat(() => Array.from({ length: 32 }, () => misspelt(pick(random, long), random)).join(' ')),
    wildcards: repeat(() => `${pick(random, heads)[0]}* ${pick(random, long).slice(0, 2)}* ${pick(random, heads)}*`),
    'phrase of head words': repeat(() => {
      const some = words(pick(random, CORPUS).text).filter((word) => heads.includes(word));
      return `"${(some.length >= 2 ? some : heads).slice(0, 2).join(' ')}"`;
    }),
  };
}

/** The vector of a repeated query would be cached. */
function distinct(count: number, make: () => string): string[] {
  const made = new Set<string>();
  while (made.size < count) made.add(make());
  return [...made];
}

/** Returns questions of at most 16 words. */
export function longQuestions(count: number, seed: number): string[] {
  const random = seededRandom(seed);
  return distinct(count, () => {
    const some = words(`${pick(random, CORPUS).text} ${pick(random, CORPUS).text}`).slice(0, 12);
    return `what did they say about ${some.join(' ')}`.split(' ').slice(0, 16).join(' ');
  });
}

export function questions(count: number, seed: number): string[] {
  const random = seededRandom(seed);
  return written(count, random).map(
    (some, at) =>
      `${pick(random, ['where is', 'who', 'why did', 'when was'])} the ${some} ${at % 3 === 0 ? 'again' : 'now'}`,
  );
}

/** Returns questions with a typo in one of their longest words. */
export function misspeltQuestions(count: number, seed: number): string[] {
  const random = seededRandom(seed);
  return questions(count, seed).map((question) => {
    const longest = question.split(' ').sort((a, b) => b.length - a.length)[0]!;
    return question.replace(longest, misspelt(longest, random));
  });
}

export function oneWordQueries(count: number, seed: number): string[] {
  const random = seededRandom(seed);
  return distinct(count, () =>
    pick(
      random,
      words(pick(random, CORPUS).text).filter(({ length }) => length >= 5),
    ),
  );
}

export const seededTexts = (count: number): string[] =>
  distractors(count, 1).map(({ title = '', text }) => title + text);

/**
 * Returns memories whose ids aren't in a seeded store. `seed` must be larger than the store's seeds: 1 for the first
 * 10,000 memories, 2 for the next, and so on.
 */
export const freshMemories = (count: number, seed: number) => distractors(count, seed);

export const shortMemories = (count: number) =>
  distractors(count, 900).map(({ id, text }) => ({ id: id!, text: text.split(' ').slice(0, 16).join(' ') }));

export const markdownNotes = (count: number): string[] =>
  distractors(count, 77).map(({ text }, n) => `---\ntags: [t${n % 9}]\n---\n# Note ${n}\n\n${text}\n`);
