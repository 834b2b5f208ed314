/** What of a memory is indexed: its row in the table and its document in the keyword index. Decided here alone. */
import { type Memory, toRow } from '../../core/record/memory.ts';
import { wikiLinks } from '../../core/record/wiki-links.ts';
import type { KeywordDocument } from '../keyword/keyword-index.ts';
import type { TableEntry } from '../table/table.ts';

/** Part of the keyword snapshot's fingerprint. Raise when a document would be another one for the same memory. */
export const INDEXED_FORM_VERSION = 2;

export interface IndexedForm {
  entry: TableEntry;
  document: Omit<KeywordDocument, 'ordinal'>;
}

/** @param seq position in the change log of the write that left the memory so */
export function indexedForm(memory: Memory, seq: number): IndexedForm {
  // A link in the text is as good as one in the field: both lead somewhere, and both name something (K2, C3).
  const links = [...(memory.links ?? []), ...wikiLinks(memory.text)];
  return {
    entry: { row: toRow(memory, seq), links },
    document: {
      title: memory.title ?? '',
      text: memory.text,
      tags: memory.tags,
      aliases: memory.aliases ?? [],
      links,
    },
  };
}
