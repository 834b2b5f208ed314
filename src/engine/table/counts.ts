import { LANGUAGES, type LanguageId } from '../../core/text/language.ts';
import type { EngineTable } from './memory-table.ts';

type Counts = { [name: string]: number };

/** Leaves out expired memories, which may not have been removed yet. */
export function countRows(
  table: Pick<EngineTable, 'rows' | 'language'>,
  now: number,
  isRead: (language: LanguageId) => boolean,
): { memories: number; byType: Counts; tags: Counts; unread: Counts } {
  let memories = 0;
  const types = new Map<string, number>();
  const tags = new Map<string, number>();
  const unread = new Map<string, number>();
  for (const [ordinal, row] of table.rows()) {
    if (row.expiresAt !== undefined && row.expiresAt <= now) continue;
    memories++;
    count(types, row.type);
    for (const tag of row.tags) count(tags, tag);
    const language = table.language(ordinal);
    if (!isRead(language)) count(unread, LANGUAGES[language]!);
  }
  // `fromEntries` defines properties, so a tag named `__proto__` is an ordinary name.
  return {
    memories,
    byType: Object.fromEntries(types),
    tags: Object.fromEntries(tags),
    unread: Object.fromEntries(unread),
  };
}

function count(counts: Map<string, number>, name: string): void {
  counts.set(name, (counts.get(name) ?? 0) + 1);
}
