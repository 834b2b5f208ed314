/**
 * Finds near-duplicates among the best rows: rows with the same content hash, or with near vectors, the same numbers
 * and, if short, similar words. Without vectors, title, length and words must be equal.
 */

import type { Memory, Ordinal } from '../../core/record/memory.ts';
import { searchedText } from '../../core/record/picture-words.ts';
import {
  groupDuplicates,
  LEAST_OVERLAP,
  SHORT_TEXT,
  sameNumbers,
  sameWords,
  wordOverlap,
} from '../../core/results/duplicates.ts';
import type { MemoryTable } from '../table/memory-table.ts';
import type { Retrieved } from './arms/arm.ts';
import type { LoadMemories } from './memory-loader.ts';
import type { SearchPlan } from './stages.ts';

export interface DuplicateFinder {
  table: MemoryTable;
  loadMemories: LoadMemories;
  plan: Pick<SearchPlan, 'semantic'>;
  found: Pick<Retrieved, 'semantic'>;
}

/** Reads texts only if nothing else decides. `rows` must be sorted, so that each group begins with its best. */
export async function duplicateGroups(finder: DuplicateFinder, rows: readonly Ordinal[]): Promise<Ordinal[][]> {
  const verdicts = new Map<number, Exclude<Verdict, 'different'>>();
  const asked = new Set<Ordinal>();
  // A snapshot's rows decode a field at each access, so each row is read once, not once per pair.
  const compared = rows.map((ordinal) => comparedOf(finder, ordinal));
  const cosines = finder.found.semantic && finder.plan.semantic?.vectors.similarities(compared);
  for (let a = 0; a < rows.length; a++) {
    for (let b = a + 1; b < rows.length; b++) {
      const verdict = compare(finder, compared[a]!, compared[b]!, cosines?.[b * rows.length + a] ?? Number.NaN);
      if (verdict === 'different') continue;
      verdicts.set(a * rows.length + b, verdict);
      if (verdict !== 'same') {
        asked.add(rows[a]!);
        asked.add(rows[b]!);
      }
    }
  }
  const texts = await textsOf(finder, [...asked]);
  const groups = groupDuplicates(rows.length, (leader, later) => {
    const verdict = verdicts.get(leader * rows.length + later);
    if (verdict === undefined || verdict === 'same') return verdict === 'same';
    const left = texts.get(rows[leader]!);
    const right = texts.get(rows[later]!);
    if (left === undefined || right === undefined) return false;
    const [one, other] = [searchedText(left), searchedText(right)];
    if (verdict === 'if-words') return sameWords(one, other);
    const short = Math.min(one.length, other.length) < SHORT_TEXT;
    return sameNumbers(one, other) && (!short || wordOverlap(one, other) >= LEAST_OVERLAP);
  });
  return groups.map(({ leader, members }) => [leader, ...members].map((at) => rows[at]!));
}

interface Compared {
  ordinal: Ordinal;
  contentHash: string;
  textLength: number;
  title: string | undefined;
  /** The chunk nearest to the query, or −1. */
  chunk: number;
}

function comparedOf({ table, found }: DuplicateFinder, ordinal: Ordinal): Compared {
  const { contentHash, textLength, title } = table.row(ordinal)!;
  return { ordinal, contentHash, textLength, title, chunk: found.semantic?.scan.bestChunk[ordinal] ?? -1 };
}

/** `if-near` and `if-words` mean that only the texts can decide. */
type Verdict = 'same' | 'if-near' | 'if-words' | 'different';

function compare({ plan }: DuplicateFinder, left: Compared, right: Compared, cosine: number): Verdict {
  if (left.contentHash === right.contentHash) return 'same';
  if (plan.semantic === null || left.chunk < 0 || right.chunk < 0) {
    const alike = left.textLength === right.textLength && left.title === right.title;
    return alike ? 'if-words' : 'different';
  }
  // Memories that share only a part aren't duplicates.
  if (Math.min(left.textLength, right.textLength) * 2 < Math.max(left.textLength, right.textLength)) return 'different';
  if (cosine < plan.semantic.profile.duplicateThreshold) return 'different';
  return 'if-near';
}

async function textsOf(finder: DuplicateFinder, ordinals: readonly Ordinal[]): Promise<Map<Ordinal, Memory>> {
  const texts = new Map<Ordinal, Memory>();
  if (ordinals.length === 0) return texts;
  const memories = await finder.loadMemories(ordinals);
  memories.forEach((memory, position) => {
    if (memory !== undefined) texts.set(ordinals[position]!, memory);
  });
  return texts;
}
