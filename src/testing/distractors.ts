/** Generates memories whose codes, names and coordinates resemble those in the ground truth. */
import type { MemoryInput } from '../core/record/memory.ts';
import { CODED_FRAMES, PLAIN_FRAMES, TITLE_FRAMES, WORDS } from './distractor-words.ts';
import { seededRandom } from './seeded-random.ts';

/** Generated texts contain none of these. */
export const RESERVED_TOKENS: ReadonlySet<string> = new Set(
  (
    'd40 d41 d42 d14 40d aboleth 75.1725 75.1722 75.1101 75 56.14100 77.404 250.115 msha ilmango dream technoblade ' +
    'ph1lza grian mumbojumbo creeperslayer99 creeperslayer98 optifine sodium rathole cachekit litesearch pagekeeper ' +
    'tidewatch pii-2024-0042 pii-2024-0024 pii-2023-0042 pii-2025-0042 c2065 c2066 c2067 e1027 e1028 e0502 lnk2019 ' +
    'f-317 f-371 i30 7b 1000 -1000 500 -500 505 -505 200 -200 62 118 -31 2210 -1475 -1320 884 502 v4.12.0 v4.11.3'
  ).split(' '),
);

const FIRST_DAY = Date.UTC(2023, 0, 1);
const LAST_DAY = Date.UTC(2026, 9, 31);
const DAY = 86_400_000;

type Random = () => number;

const integer = (random: Random, low: number, high: number): number => low + Math.floor(random() * (high - low + 1));

function pick<T>(random: Random, items: readonly T[]): T {
  return items[Math.floor(random() * items.length)]!;
}

function unreserved(make: () => string): string {
  for (;;) {
    const value = make();
    if (!RESERVED_TOKENS.has(value.toLowerCase())) return value;
  }
}

const MAKERS: { readonly [slot: string]: (random: Random) => string } = {
  region: (random) => `${pick(random, ['A', 'B', 'C', 'D', 'E', 'F'])}${integer(random, 10, 99)}`,
  handle: (random) => `${pick(random, WORDS.prefix!)}${pick(random, WORDS.suffix!)}${integer(random, 1, 99)}`,
  number: (random) => String(integer(random, 2, 940)),
  /** Half of the coordinates differ by at most 15 from one in the questions, apart from their sign. */
  coordinate: (random) => {
    const near = random() < 0.5;
    const size = near ? pick(random, [1000, 500, 200]) + integer(random, -15, 15) : integer(random, 20, 4000);
    return String(random() < 0.5 ? -size : size);
  },
  height: (random) => String(integer(random, 11, 120)),
  regulation: (random) =>
    random() < 0.5
      ? `30 CFR ${pick(random, [46, 47, 57, 58, 62, 74])}.${integer(random, 1000, 19_000)}`
      : `29 CFR ${pick(random, [1904, 1910, 1926])}.${integer(random, 2, 1400)}`,
  ticket: (random) => `PII-${integer(random, 2019, 2026)}-${String(integer(random, 1, 399)).padStart(4, '0')}`,
  compiler: (random) => `C${integer(random, 2001, 2999)}`,
  fault_code: (random) => `E${integer(random, 1001, 1999)}`,
  part: (random) => `${pick(random, ['KD', 'LT', 'MV', 'RS', 'TX'])}-${integer(random, 1001, 9899)}`,
  version: (random) => `v${integer(random, 1, 9)}.${integer(random, 0, 30)}.${integer(random, 0, 9)}`,
  day: (random) => String(integer(random, 1, 28)),
};

const SLOT = /\{(\w+)\}/g;
const BEFORE_VOWEL = /\b([Aa]) (?=[aeio]|un)/g;

function fill(random: Random, frame: string): string {
  const filled = frame.replace(SLOT, (_, slot: string) => {
    const maker = MAKERS[slot];
    return maker ? unreserved(() => maker(random)) : pick(random, WORDS[slot]!);
  });
  const text = filled.replace(BEFORE_VOWEL, '$1n ');
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function body(random: Random): string {
  const goal = integer(random, 10, 66);
  const sentences: string[] = [];
  let words = 0;
  while (words < goal) {
    const sentence = fill(random, pick(random, random() < 0.67 ? PLAIN_FRAMES : CODED_FRAMES));
    const length = sentence.split(' ').length;
    if (words + length > 80) continue;
    sentences.push(sentence);
    words += length;
  }
  return sentences.join(' ');
}

function tags(random: Random): string[] {
  const chosen = new Set<string>();
  for (let left = integer(random, 0, 3); left > 0; left -= 1) chosen.add(pick(random, WORDS.tag!));
  return [...chosen];
}

/** The same `seed` (32-bit) gives the same memories, and different ones give different ids. */
export function distractors(count: number, seed = 1): MemoryInput[] {
  if (!Number.isInteger(count) || count < 0) throw new RangeError(`count must be a whole number ≥ 0, got ${count}`);
  const random = seededRandom(seed);
  return Array.from({ length: count }, (_, index): MemoryInput => {
    const time = FIRST_DAY + Math.floor(random() * (LAST_DAY - FIRST_DAY));
    const title = random() < 0.7 ? fill(random, pick(random, TITLE_FRAMES)) : undefined;
    return {
      id: `distractor-${seed}-${index}`,
      ...(title === undefined ? {} : { title }),
      text: body(random),
      tags: tags(random),
      type: pick(random, WORDS.type!),
      source: pick(random, WORDS.source!),
      lang: 'en',
      ...(random() < 0.2 ? { importance: integer(random, 1, 9) } : {}),
      createdAt: time,
      updatedAt: Math.min(LAST_DAY, time + Math.floor(random() ** 3 * 90) * DAY),
    };
  });
}
