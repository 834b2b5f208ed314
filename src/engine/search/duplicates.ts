/** Near-duplicates among the best rows (V9, C5): by content, by cosine, and for short texts by their words too. */
import type { Memory, Ordinal } from '../../core/record/memory.ts';
import { groupDuplicates, LEAST_OVERLAP, SHORT_TEXT, wordOverlap } from '../../core/results/duplicates.ts';
import type { MemoryTable } from '../table/table.ts';
import type { SearchParts } from './contract.ts';
import type { Found, SearchPlan } from './stages.ts';

export interface DuplicateFinder {
  table: MemoryTable;
  hydrate: SearchParts['hydrate'];
  plan: Pick<SearchPlan, 'semantic'>;
  found: Pick<Found, 'semantic'>;
}

/** @param rows best first; each group's first is its best. Texts are read where nothing else can tell. */
export async function duplicateGroups(finder: DuplicateFinder, rows: readonly Ordinal[]): Promise<Ordinal[][]> {
  const verdicts = new Map<number, 'same' | 'ask'>();
  const asked = new Set<Ordinal>();
  for (let a = 0; a < rows.length; a++) {
    for (let b = a + 1; b < rows.length; b++) {
      const verdict = compare(finder, rows[a]!, rows[b]!);
      if (verdict === 'different') continue;
      verdicts.set(a * rows.length + b, verdict);
      if (verdict === 'ask') {
        asked.add(rows[a]!);
        asked.add(rows[b]!);
      }
    }
  }
  const texts = await textsOf(finder, [...asked]);
  const groups = groupDuplicates(rows.length, (leader, later) => {
    const verdict = verdicts.get(leader * rows.length + later);
    if (verdict !== 'ask') return verdict === 'same';
    const left = texts.get(rows[leader]!);
    const right = texts.get(rows[later]!);
    return left !== undefined && right !== undefined && wordOverlap(left.text, right.text) >= LEAST_OVERLAP;
  });
  return groups.map(({ leader, members }) => [leader, ...members].map((at) => rows[at]!));
}

/** `ask`: near by cosine, or of equal length without vectors, but only the texts can tell. */
function compare({ table, plan, found }: DuplicateFinder, a: Ordinal, b: Ordinal): 'same' | 'ask' | 'different' {
  const left = table.row(a)!;
  const right = table.row(b)!;
  if (left.contentHash === right.contentHash) return 'same';
  const chunkA = found.semantic?.scan.bestChunk[a] ?? -1;
  const chunkB = found.semantic?.scan.bestChunk[b] ?? -1;
  if (plan.semantic === null || chunkA < 0 || chunkB < 0) {
    const alike = left.textLength === right.textLength && left.title === right.title;
    return alike ? 'ask' : 'different';
  }
  const { vectors, profile } = plan.semantic;
  // Memories of which only a part is alike are not duplicates.
  if (Math.min(left.textLength, right.textLength) * 2 < Math.max(left.textLength, right.textLength)) return 'different';
  if (vectors.similarityOf(a, chunkA, b, chunkB) < profile.duplicateThreshold) return 'different';
  return Math.min(left.textLength, right.textLength) < SHORT_TEXT ? 'ask' : 'same';
}

async function textsOf(finder: DuplicateFinder, ordinals: readonly Ordinal[]): Promise<Map<Ordinal, Memory>> {
  const texts = new Map<Ordinal, Memory>();
  if (ordinals.length === 0) return texts;
  const memories = await finder.hydrate(ordinals.map((ordinal) => finder.table.row(ordinal)!.id));
  memories.forEach((memory, position) => {
    if (memory !== undefined) texts.set(ordinals[position]!, memory);
  });
  return texts;
}
