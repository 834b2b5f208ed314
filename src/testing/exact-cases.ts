/**
 * Memories and queries for exact search. The e2e test adds 1,000 distractors; the soak has up to 10,000, all embedded.
 */
import type { MemoryInput } from '../core/record/memory.ts';

export const EXACT_MEMORIES: readonly MemoryInput[] = [
  { id: 'd40', text: 'Region D40 holds the old lighthouse and a landing for small boats.' },
  {
    id: 'd41',
    text: 'Region D41: tell me everything about the region, the region survey lists all regions and rooms.',
  },
  { id: 'room', text: 'Room D40 is the one with the broken projector.' },
  { id: 'aboleth', text: 'The Aboleth is an ancient aquatic creature that remembers everything.' },
  { id: 'msha', text: 'MSHA 30 CFR 75.1725: machinery and equipment must be kept in safe operating condition.' },
  { id: 'msha-near', text: 'MSHA 30 CFR 75.1726: performing work from a raised position; safeguards.' },
  { id: 'safety', text: 'Safety requirements: hard hat, lamp, and a second exit on every level of the mine.' },
  {
    id: 'ilmango',
    text: 'ilmango said the iron farm needs three villagers and one zombie; his design is the cheapest.',
  },
  { id: 'creeper99', text: 'CreeperSlayer99 traded me two stacks of gunpowder.' },
  { id: 'creeper98', text: 'CreeperSlayer98 joined the server: what do you remember about the players you met?' },
  { id: 'base', text: 'Base at x:1000, z:-500' },
  { id: 'base-near', text: 'Outpost at x:1000, z:500' },
  { id: 'coords', text: 'Coordinates 500, 64, -200: the nether portal.' },
  { id: 'coords-near', text: 'Coordinates 500, 64, 200: what is at the coordinates is a village.' },
  { id: 'creeper-farm', text: 'The creeper farm uses trapdoors and cats.' },
  { id: 'mob-farm', text: 'The mob farm drops all hostile mobs down a shaft of water; a general farm.' },
  { id: 'gathering', text: 'Guide to efficient resource gathering in survival mode: beacons and haste.' },
  { id: 'tp', text: 'Use /tp @p 0 64 0 to return to spawn.' },
  {
    id: 'rathole',
    title: 'Rathole',
    text: 'Rathole: a tunnel written in Rust. Codebase: src/client.rs and src/server.rs, transports behind one trait; the architecture note is in docs.',
  },
  {
    id: 'cachekit',
    title: 'Cachekit',
    text: 'Cachekit project: codebase and architecture of a cache library, layered storage, project layout.',
  },
  {
    id: 'litesearch',
    title: 'Litesearch',
    text: 'Litesearch project architecture: an index, a codebase in Python, project notes.',
  },
  { id: 'dream', text: 'Dream finished the speedrun in nineteen minutes.' },
  { id: 'techno', text: 'Technoblade won the potato war.' },
  { id: 'philza', text: 'Ph1LzA lived five years in one hardcore world.' },
  { id: 'grian', text: 'Grian taught me how to build a roof.' },
  { id: 'mumbo', text: 'MumboJumbo explained the redstone clock.' },
];

export interface ExactCase {
  query: string;
  first?: string | string[];
  /** The first of each pair must be in the results, and above the second if that's there too. */
  above?: [string, string][];
}

export const EXACT_CASES: readonly ExactCase[] = [
  { query: 'D40', first: ['d40', 'room'], above: [['d40', 'd41']] },
  { query: 'Tell me about D40', first: ['d40', 'room'], above: [['d40', 'd41']] },
  { query: 'Tell me about Room D40', first: 'room' },
  { query: 'Aboleth', first: 'aboleth' },
  { query: '30 CFR 75.1725', first: 'msha', above: [['msha', 'msha-near']] },
  { query: 'Explain regulation 75.1725', first: 'msha' },
  { query: 'MSHA 30 CFR 75', first: ['msha', 'msha-near'] },
  { query: 'What are the safety requirements?', first: 'safety' },
  { query: 'ilmango', first: 'ilmango' },
  { query: 'What did ilmango say?', first: 'ilmango' },
  { query: "ilmango's iron farm design", first: 'ilmango' },
  { query: 'Dream', first: 'dream' },
  { query: 'Technoblade', first: 'techno' },
  { query: 'Ph1LzA', first: 'philza' },
  { query: 'Grian', first: 'grian' },
  { query: 'MumboJumbo', first: 'mumbo' },
  { query: 'CreeperSlayer99', first: 'creeper99' },
  { query: 'What do you remember about CreeperSlayer99?', first: 'creeper99' },
  { query: '1000 -500', first: 'base', above: [['base', 'base-near']] },
  { query: "What's at coordinates 500, 64, -200?", first: 'coords', above: [['coords', 'coords-near']] },
  { query: 'creeper farm', first: 'creeper-farm', above: [['creeper-farm', 'mob-farm']] },
  { query: 'how to collect materials quickly', first: 'gathering' },
  { query: '/tp @p 0 64 0', first: 'tp' },
  {
    query: 'rathole project codebase architecture',
    first: 'rathole',
    above: [
      ['rathole', 'cachekit'],
      ['rathole', 'litesearch'],
    ],
  },
];

export function exactFault({ first, above = [] }: ExactCase, ids: readonly string[]): string | undefined {
  if (first && ![first].flat().includes(ids[0] ?? '')) return `first is ${ids[0]}, not ${[first].flat().join(' or ')}`;
  for (const [better, worse] of above) {
    if (!ids.includes(better)) return `${better} is not there`;
    if (ids.includes(worse) && ids.indexOf(better) > ids.indexOf(worse)) return `${worse} ranks above ${better}`;
  }
  return undefined;
}
