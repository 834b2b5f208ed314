/** The pure stages of `core` bound to one store's analyzer, as a search needs them (`SearchStages`). */
import { countFacets } from '../../core/filter/facets.ts';
import { compileFilters } from '../../core/filter/predicate.ts';
import { viewerCanSee } from '../../core/filter/viewer.ts';
import { classifyQuery } from '../../core/query/classify.ts';
import { isFunctionWord } from '../../core/query/function-words.ts';
import { parseQuery } from '../../core/query/parse.ts';
import { fold } from '../../core/text/fold.ts';
import type { SearchStages } from './deps.ts';

export interface StageOptions {
  present: SearchStages['present'];
  /** IANA zone for bare dates; default the platform's. */
  timeZone?: string;
}

export function createSearchStages({ present, timeZone }: StageOptions): SearchStages {
  const context = timeZone === undefined ? {} : { timeZone };
  return {
    parse: parseQuery,
    classify: classifyQuery,
    isFunctionWord: (word) => isFunctionWord(fold(word)),
    compileFilters: (filters) => compileFilters(filters, context) ?? (() => true),
    viewerCanSee: (viewer, row) => viewerCanSee(row, viewer),
    countFacets: (rows, names) => countFacets(rows, names, context),
    present,
  };
}
