import type { QueryField } from './fields.ts';

/** The reference and the element's help are generated from these rows. */
export interface GrammarRow {
  operator: string;
  example: string;
  meaning: string;
  field?: QueryField;
}

export const QUERY_GRAMMAR: readonly GrammarRow[] = [
  { operator: '…', example: 'lentil soup', meaning: 'Any of the words; notes with more of them rank higher' },
  { operator: '"…"', example: '"brake pads"', meaning: 'Exactly this phrase, in this order' },
  { operator: '+…', example: 'meeting +Monday', meaning: 'Must contain this word or phrase' },
  {
    operator: '-…',
    example: 'meeting -Monday',
    meaning:
      'Must not contain this word or phrase. Also works with fields (-tag:work). Numbers (-5), --name and a letter after a word (ffmpeg -c) are searched as written. Exclude those with NOT',
  },
  { operator: 'NOT …', example: 'soup NOT lentil', meaning: 'Must not contain it' },
  { operator: '… AND …', example: 'bread AND flour', meaning: 'Must contain both' },
  {
    operator: '… OR …',
    example: '"brake pads" OR chain',
    meaning: 'Either; binds tighter than a space, looser than AND',
  },
  { operator: '( … )', example: '(train OR tram) AND ticket', meaning: 'Groups' },
  { operator: '…*', example: 'garden*', meaning: 'Words that begin with this' },
  {
    operator: 'title:…',
    example: 'title:meeting',
    meaning: 'The title must contain this word or phrase',
    field: 'title',
  },
  {
    operator: 'tag:…',
    example: 'tag:recipes',
    meaning: 'Has the tag. Write it twice for both tags, or tag:a,b for either',
    field: 'tag',
  },
  {
    operator: 'type:…',
    example: 'type:fact',
    meaning: 'Has this type. If you write several, one is enough',
    field: 'type',
  },
  { operator: 'source:…', example: 'source:mail', meaning: 'Comes from the source', field: 'source' },
  { operator: 'thread:…', example: 'thread:"trip 2024"', meaning: 'Belongs to the thread', field: 'thread' },
  { operator: 'session:…', example: 'session:s1', meaning: 'Belongs to the session', field: 'session' },
  {
    operator: 'before:…',
    example: 'before:2024-06',
    meaning: 'Created before that day, month or year',
    field: 'before',
  },
  {
    operator: 'after:…',
    example: 'after:2024-01-15',
    meaning: 'Created on or after that day, month or year',
    field: 'after',
  },
  { operator: 'has:image', example: 'map has:image', meaning: 'Has an image', field: 'has' },
];

/** Enough for a long abstract, and more than the models take. */
export const MAX_QUERY_POINTS = 8_192;
export const MAX_QUERY_WORDS = 2_048;
/** A query with more distinct terms than this is reduced to its most informative ones (`informative-terms.ts`). */
export const MAX_QUERY_TERMS = 32;
export const MAX_TERM_POINTS = 64;
/** Parentheses nested more deeply are read as text. */
export const MAX_DEPTH = 16;
