import { IMPORT_SOURCE } from '../../../core/import/import-source.ts';
import { PROGRAM_NAMES } from '../../shared/program-names.ts';
import type { SearchStrings } from '../../strings/search-strings.ts';

export function sourceNames({ speakers, imports }: SearchStrings): { readonly [source: string]: string } {
  return { ...PROGRAM_NAMES, [IMPORT_SOURCE]: imports, ...speakers };
}
