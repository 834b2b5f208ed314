/**
 * Finds out whether a query with operators is a text that a memory contains: `tar -xzf backup.tgz` is a command, not a
 * search for backups without xzf. The memory must contain the signs too, so "apple pie -recipe" still excludes recipes
 * if a memory has "apple pie recipe".
 */

import { MAX_QUERY_TERMS } from '../../core/query/grammar.ts';
import type { ParsedQuery } from '../../core/query/parsed-query.ts';
import { hasOperators } from '../../core/query/soft-phrases.ts';
import type { Ordinal } from '../../core/record/memory.ts';
import { searchedText } from '../../core/record/picture-words.ts';
import { fold } from '../../core/text/fold.ts';
import type { SearchParts } from './contract.ts';
import type { LoadMemories } from './memory-loader.ts';
import type { SearchScopes } from './stages.ts';

const MOST_READ = 8;

export function mayBeVerbatim({ raw, root, filterTerms }: ParsedQuery): boolean {
  return filterTerms.length === 0 && hasOperators(root) && /\S\s+\S/u.test(raw);
}

/** `mayBeVerbatim` must be true for `parsed`. */
export async function isVerbatim(
  { keyword }: Pick<SearchParts, 'keyword'>,
  loadMemories: LoadMemories,
  { raw }: ParsedQuery,
  { filtered }: Pick<SearchScopes, 'filtered'>,
): Promise<boolean> {
  if (keyword === null) return false;
  // A phrase search reads every memory that has its words, so only the beginning of a pasted text is looked up.
  const beginning = raw
    .split(/\s+/u, MAX_QUERY_TERMS + 1)
    .slice(0, MAX_QUERY_TERMS)
    .join(' ');
  const rows = keyword.containing(beginning, filtered);
  const holders: Ordinal[] = [];
  for (let at = rows.indexOf(1); at >= 0 && holders.length < MOST_READ; at = rows.indexOf(1, at + 1)) {
    holders.push(at as Ordinal);
  }
  if (holders.length === 0) return false;
  const normalize = normalizerFor(raw);
  const wanted = normalize(raw);
  // If the texts can't be read, the operators keep their meaning.
  const memories = await loadMemories(holders).catch(() => []);
  return memories.some(
    (memory) => memory !== undefined && normalize(`${memory.title ?? ''} ${searchedText(memory)}`).includes(wanted),
  );
}

/**
 * Ignores case, because phones capitalise the first word. A query with AND, OR or NOT keeps its case, so that "salt AND
 * pepper" doesn't match "salt and pepper".
 */
function normalizerFor(query: string): (text: string) => string {
  const spaced = (text: string) => text.replace(/\s+/gu, ' ').trim();
  return /(?:^|\s)(?:AND|OR|NOT)(?=\s|$)/.test(query) ? spaced : (text) => spaced(fold(text));
}
