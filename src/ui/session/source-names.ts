import { IMPORT_SOURCE } from '../../core/import/file-id.ts';
import { PROGRAM_NAMES } from '../shared/program-names.ts';
import type { Strings } from '../strings/strings.ts';

/** Returns what a person reads for a `source`. Other sources are names already. */
export function sourceNames({ speakers, imports }: Strings): { readonly [source: string]: string } {
  return { ...PROGRAM_NAMES, [IMPORT_SOURCE]: imports, ...speakers };
}
