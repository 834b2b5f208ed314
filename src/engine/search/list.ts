/**
 * From a ranking to the list that pages are cut from (DESIGN F7, F8, V9): near-duplicates folded, each entry labelled,
 * weak entries set apart. Light entries: ordinals only, texts are read where duplicates must be compared.
 */

import type { Arm, SortOrder } from '../../core/options/options.ts';
import {
  labelWithoutIdentifier,
  type RawScores,
  relevance,
  relevanceLabel,
  smallStoreLift,
} from '../../core/ranking/relevance.ts';
import { topK } from '../../core/ranking/top-k.ts';
import type { Memory, Ordinal } from '../../core/record/memory.ts';
import { groupDuplicates, LEAST_OVERLAP, SHORT_TEXT, wordOverlap } from '../../core/results/duplicates.ts';
import type { RelevanceLabel } from '../../core/results/response.ts';
import type { ModelProfile } from '../../protocol/embedder-api.ts';
import type { VectorIndex } from '../vector/vector-index.ts';
import type { KeywordArmResult } from './arms/keyword-arm.ts';
import type { SemanticArmResult } from './arms/semantic-arm.ts';
import type { MemoryTable, SearchDeps } from './deps.ts';
import type { Ranking } from './ranking.ts';

/** Near-duplicates are sought among so many of the best; pairs grow with the square. */
export const DUPLICATE_WINDOW = 60;

export interface ListEntry {
  ordinal: Ordinal;
  label: RelevanceLabel;
  relevance: number;
  duplicates: Ordinal[];
  rerankScore: number | null;
}

export interface RankedEntries {
  /** Strong and likely ones in order: what pages are cut from. */
  hits: ListEntry[];
  weak: ListEntry[];
  /** False where further matches follow. */
  complete: boolean;
  duplicatesBefore: number;
  duplicatesAfter: number;
}

export interface ListInput {
  table: MemoryTable;
  ranking: Ranking;
  keyword: KeywordArmResult | null;
  semantic: SemanticArmResult | null;
  profile: ModelProfile | null;
  vectors: VectorIndex | null;
  sort: SortOrder;
  /** A list of what filters let through: nothing in it is weak. */
  browse: boolean;
  /** For a query of identifiers that no memory holds: 1 = completes one; null in all other queries. */
  completions: Uint8Array | null;
  groupDuplicates: boolean;
  hydrate: SearchDeps['hydrate'];
}

/** @param count matches to list */
export async function listEntries(input: ListInput, count: number): Promise<RankedEntries> {
  const { ranking } = input;
  const ordered = firstOf(input, count);
  const head = ordered.slice(0, DUPLICATE_WINDOW);
  const groups = input.groupDuplicates
    ? await grouped(input, head)
    : head.map((_, leader) => ({ leader, members: [] as number[] }));
  const entries = groups.map(({ leader, members }) =>
    entry(
      input,
      head[leader]!,
      members.map((member) => head[member]!),
    ),
  );
  for (const ordinal of ordered.slice(head.length)) entries.push(entry(input, ordinal, []));
  return {
    hits: entries.filter(({ label }) => label !== 'weak'),
    weak: entries.filter(({ label }) => label === 'weak'),
    complete: ordered.length >= ranking.matched.length,
    duplicatesBefore: ordered.length,
    duplicatesAfter: entries.length,
  };
}

/**
 * The list with every further match that is not weak. Where nearly all are weak, as for a word that is everywhere, the
 * few others are found before they are put in order: to order ten thousand rows for them took most of such a search.
 */
export function completed(input: ListInput, list: RankedEntries, count: number): RankedEntries {
  const { ranking } = input;
  const listed = new Uint8Array(ranking.final.length);
  const first = firstOf(input, count);
  for (const ordinal of first) listed[ordinal] = 1;
  const more: ListEntry[] = [];
  for (const ordinal of ranking.matched) {
    if (listed[ordinal] === 1) continue;
    const further = entry(input, ordinal as Ordinal, []);
    if (further.label !== 'weak') more.push(further);
  }
  const order = orderOf(input);
  more.sort((a, b) => order(a.ordinal, b.ordinal));
  const later = ranking.matched.length - first.length;
  return {
    hits: [...list.hits, ...more],
    weak: list.weak,
    complete: true,
    duplicatesBefore: list.duplicatesBefore + later,
    duplicatesAfter: list.duplicatesAfter + later,
  };
}

function firstOf(input: ListInput, count: number): Ordinal[] {
  const { ranking } = input;
  return input.sort === 'relevance'
    ? ranking.top(count)
    : (topK(ranking.matched, count, orderOf(input) as (a: number, b: number) => number) as Ordinal[]);
}

function entry(input: ListInput, ordinal: Ordinal, duplicates: Ordinal[]): ListEntry {
  const { keyword, semantic, profile, ranking } = input;
  const cosine = semantic === null ? Number.NaN : semantic.scores[ordinal]!;
  const highest = keyword?.result.highestPossible ?? 0;
  const lift = semantic && profile ? smallStoreLift(semantic.scan.embedded, profile.priorSd) : 0;
  const raw: RawScores = {
    cosine: Number.isNaN(cosine) ? null : cosine + lift,
    support: semantic?.support ?? null,
    mean: semantic?.meanCosine ?? null,
    keywordShare: highest > 0 ? keyword!.scores[ordinal]! / highest : 0,
    keywordSupport: highest > 0 ? keyword!.best / highest : 0,
    coverage: keyword?.result.coverage[ordinal] ?? 0,
  };
  const calibration = profile?.calibration ?? null;
  const exact =
    input.browse || (ranking.tiers?.[ordinal] ?? 0) > 0 || namedBy(ranking, ordinal, ['links', 'conversation']);
  const lacking =
    input.completions !== null && input.completions[ordinal] === 0 && !namedBy(ranking, ordinal, ['links']);
  return {
    ordinal,
    label: lacking ? labelWithoutIdentifier(raw, calibration) : relevanceLabel(raw, calibration, exact),
    relevance: relevance(raw, calibration),
    duplicates,
    rerankScore: null,
  };
}

/** What the query names by title, and what the conversation holds, is never weak: those arms have their own reasons. */
function namedBy(ranking: Ranking, ordinal: Ordinal, arms: readonly Arm[]): boolean {
  return ranking.votes.some(({ arm, evidence }) => arms.includes(arm) && evidence[ordinal]! > 0);
}

function orderOf({ table, ranking, sort }: ListInput): (a: Ordinal, b: Ordinal) => number {
  const title = (at: Ordinal) => table.row(at)!.title ?? '';
  const time = (at: Ordinal) => table.row(at)!.createdAt;
  const byId = (a: Ordinal, b: Ordinal) => (table.row(a)!.id < table.row(b)!.id ? -1 : 1);
  const orders: { [name in SortOrder]: (a: Ordinal, b: Ordinal) => number } = {
    relevance: ranking.order,
    newest: (a, b) => time(b) - time(a) || byId(a, b),
    oldest: (a, b) => time(a) - time(b) || byId(a, b),
    title: (a, b) => title(a).localeCompare(title(b)) || byId(a, b),
  };
  return orders[sort];
}

async function grouped(input: ListInput, head: readonly Ordinal[]): Promise<{ leader: number; members: number[] }[]> {
  const verdicts = new Map<number, 'same' | 'ask'>();
  const asked = new Set<Ordinal>();
  for (let a = 0; a < head.length; a++) {
    for (let b = a + 1; b < head.length; b++) {
      const verdict = compare(input, head[a]!, head[b]!);
      if (verdict === 'different') continue;
      verdicts.set(a * head.length + b, verdict);
      if (verdict === 'ask') {
        asked.add(head[a]!);
        asked.add(head[b]!);
      }
    }
  }
  const texts = await textsOf(input, [...asked]);
  return groupDuplicates(head.length, (leader, later) => {
    const verdict = verdicts.get(leader * head.length + later);
    if (verdict !== 'ask') return verdict === 'same';
    const left = texts.get(head[leader]!);
    const right = texts.get(head[later]!);
    return left !== undefined && right !== undefined && wordOverlap(left.text, right.text) >= LEAST_OVERLAP;
  });
}

/** `ask`: near by cosine, or of equal length without vectors, but only the texts can tell. */
function compare(input: ListInput, a: Ordinal, b: Ordinal): 'same' | 'ask' | 'different' {
  const left = input.table.row(a)!;
  const right = input.table.row(b)!;
  if (left.contentHash === right.contentHash) return 'same';
  const { semantic, vectors, profile } = input;
  const chunkA = semantic?.scan.bestChunk[a] ?? -1;
  const chunkB = semantic?.scan.bestChunk[b] ?? -1;
  if (vectors === null || profile === null || chunkA < 0 || chunkB < 0) {
    const alike = left.textLength === right.textLength && left.title === right.title;
    return alike ? 'ask' : 'different';
  }
  // Memories of which only a part is alike are not duplicates.
  if (Math.min(left.textLength, right.textLength) * 2 < Math.max(left.textLength, right.textLength)) return 'different';
  if (vectors.similarityOf(a, chunkA, b, chunkB) < profile.duplicateThreshold) return 'different';
  return Math.min(left.textLength, right.textLength) < SHORT_TEXT ? 'ask' : 'same';
}

async function textsOf(input: ListInput, ordinals: readonly Ordinal[]): Promise<Map<Ordinal, Memory>> {
  const texts = new Map<Ordinal, Memory>();
  if (ordinals.length === 0) return texts;
  const memories = await input.hydrate(ordinals.map((ordinal) => input.table.row(ordinal)!.id));
  memories.forEach((memory, position) => {
    if (memory !== undefined) texts.set(ordinals[position]!, memory);
  });
  return texts;
}
