import { IMPORT_SOURCE } from '../../core/import/import-source.ts';
import { PROGRAM_NAMES } from '../shared/program-names.ts';
import type { Strings } from '../strings/strings.ts';

/** Returns the names to show for known values of `source`. Other values are shown as they are. */
export function sourceNames({ speakers, imports }: Strings): { readonly [source: string]: string } {
  return { ...PROGRAM_NAMES, [IMPORT_SOURCE]: imports, ...speakers };
}
