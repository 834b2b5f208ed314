import { IMPORT_SOURCE } from '../../core/import/import-source.ts';
import { PROGRAM_NAMES } from '../shared/program-names.ts';
import type { Strings } from '../strings/strings.ts';

export function sourceNames({ speakers, imports }: Strings): { readonly [source: string]: string } {
  return { ...PROGRAM_NAMES, [IMPORT_SOURCE]: imports, ...speakers };
}
