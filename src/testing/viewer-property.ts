/** Checks for random stores, viewers, queries and settings that removing hidden memories changes no answer. */
import type { SearchSettings } from '../core/options/options.ts';
import type { Memory } from '../core/record/memory.ts';
import { closeFixtures, FIXTURE_TIME, memory, searchFixture } from './search-fixture.ts';
import { seededRandom } from './seeded-random.ts';

const WORDS =
  `harbor harvest harvesting harvests layoff layoffs farm farms farming farmer iron ironing lantern lanterns walrus D40 D41
  kettle kettles region storage meeting meetings budget budgets cafe x:1000 z:-500 sprint sprints tide tides
  apfelkuchen schlüssel schrank`.split(/\s+/);
const TAGS = ['Home', 'iron-farm', 'budget', 'harbor'];
const QUERIES = [
  ...WORDS.slice(0, 14),
  'har',
  'kuchen',
  'schrankschlüssel',
  'la',
  'k',
  'lanterm',
  'harvset',
  'farm*',
  'how are layoffs decided in the region',
  'iron farm meetings about the budget',
  'tell me about D40',
  '"iron farm"',
  '+harbor tides',
  'farms -kettle',
  'title:harvest',
  'tag:home',
  'sprints and what it was',
];

interface Draw {
  number(below: number): number;
  pick<Item>(items: readonly Item[]): Item;
  chance(share: number): boolean;
}

function drawOf(seed: number): Draw {
  const random = seededRandom(seed);
  const number = (below: number): number => Math.floor(random() * below);
  return {
    number,
    pick: (items) => items[number(items.length)]!,
    chance: (share) => random() < share,
  };
}

function someMemory(draw: Draw, id: string, titles: readonly string[]): Memory {
  const words = (most: number): string =>
    Array.from({ length: 1 + draw.number(most) }, () => draw.pick(WORDS)).join(' ');
  const mine = draw.chance(0.5);
  const conversation = draw.chance(0.2);
  return memory(id, words(14), {
    ...(draw.chance(0.6) ? { title: words(2) } : {}),
    ...(draw.chance(0.3) ? { aliases: [draw.pick(WORDS)] } : {}),
    ...(draw.chance(0.3) ? { links: [draw.chance(0.5) ? draw.pick(WORDS) : draw.pick([id, ...titles])] } : {}),
    tags: draw.chance(0.4) ? [draw.pick(TAGS)] : [],
    ...(draw.chance(0.5) ? { thread: `t${draw.number(2)}`, session: 's' } : {}),
    ...(conversation ? { type: 'conversation', session: 's', role: draw.pick(['user', 'assistant']) } : {}),
    ...(draw.chance(0.2) ? { contentHash: `crowd ${draw.number(2)}` } : {}),
    ...(draw.chance(0.3) ? { lang: draw.pick(['de', 'en']) } : {}),
    owner: mine ? 'ann' : 'bob',
    privacy: draw.pick(['direct', 'global', 'group']),
    group: draw.pick(['g1', 'g2']),
    createdAt: FIXTURE_TIME - draw.number(50) * 1e7,
    updatedAt: FIXTURE_TIME - draw.number(5) * 1e9,
  });
}

function someSettings(draw: Draw): SearchSettings {
  const given = { id: 'ann', context: draw.pick(['direct', 'group'] as const) };
  return {
    viewer: given.context === 'group' ? { ...given, group: 'g1' } : given,
    explain: true,
    facets: ['tags', 'type', 'month'],
    tuning: {
      ...(draw.chance(0.3) ? { alphaStrategy: draw.pick(['corpus', 'query'] as const) } : {}),
      ...(draw.chance(0.2) ? { fusion: 'linear' as const } : {}),
      ...(draw.chance(0.3) ? { threadContext: 0.5 } : {}),
      ...(draw.chance(0.2) ? { recencyDecay: 0.01 } : {}),
    },
    ...(draw.chance(0.2)
      ? { modes: draw.pick([['keyword'], ['semantic'], ['keyword', 'tags', 'links']] as const) }
      : {}),
    ...(draw.chance(0.3) ? { session: 's' } : {}),
    ...(draw.chance(0.2) ? { filters: { tags: [draw.pick(TAGS)] } } : {}),
    ...(draw.chance(0.2) ? { groupDuplicates: false } : {}),
    ...(draw.chance(0.2) ? { limit: 3, offset: 2 } : {}),
  };
}

export async function findViewerLeak(seed: number): Promise<string | null> {
  const draw = drawOf(seed);
  const titles: string[] = [];
  const memories = Array.from({ length: 4 + draw.number(40) }, (_, at) => {
    const made = someMemory(draw, draw.chance(0.1) ? `${draw.pick(WORDS)} ${at}` : `m${at}`, titles);
    if (made.title !== undefined) titles.push(made.title);
    return made;
  });
  const query = draw.pick(QUERIES);
  const settings = someSettings(draw);
  const { context } = settings.viewer!;
  const seen = memories.filter(({ owner, privacy, group }) =>
    context === 'direct'
      ? owner === 'ann'
      : (owner === 'ann' && privacy === 'global') || (privacy === 'group' && group === 'g1'),
  );
  const ask = async (held: readonly Memory[]) => {
    const { searcher } = await searchFixture(held);
    return searcher.search(query, settings);
  };
  const [whole, alone] = await Promise.all([ask(memories), ask(seen)]);
  await closeFixtures();
  const difference = firstDifference(whole, alone, 'answer');
  return difference === null ? null : `${query} ${JSON.stringify(settings)}: ${difference}`;
}

const TIMES = new Set(['totalMs', 'armMs', 'fusionMs', 'embeddingMs']);

function firstDifference(left: unknown, right: unknown, path: string): string | null {
  if (Object.is(left, right)) return null;
  if (typeof left !== 'object' || typeof right !== 'object' || left === null || right === null) {
    return `${path} is ${JSON.stringify(left)} with hidden memories, ${JSON.stringify(right)} without them`;
  }
  for (const key of new Set([...Object.keys(left), ...Object.keys(right)])) {
    if (TIMES.has(key)) continue;
    const found = firstDifference(
      (left as { [key: string]: unknown })[key],
      (right as { [key: string]: unknown })[key],
      `${path}.${key}`,
    );
    if (found !== null) return found;
  }
  return null;
}
