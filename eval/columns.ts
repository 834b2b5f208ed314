/** The columns of a report, with the settings of the shipped evaluation and a fixed date. */
import { COLUMNS, type Column, COLUMN_SETTINGS as SHIPPED } from '../src/core/metrics/columns.ts';
import type { SearchSettings } from '../src/core/options/options.ts';
import { joinSettings } from '../src/core/options/resolve-options.ts';
import { EVALUATION_TIME } from './data-set.ts';

export { COLUMNS, type Column };

export const COLUMN_SETTINGS = Object.fromEntries(
  COLUMNS.map((column) => [column, joinSettings(SHIPPED[column], { tuning: { now: EVALUATION_TIME } })]),
) as { [column in Column]: SearchSettings };
