/** Moves ranking parameters into `tuning`. In data sets and command lines, they're next to the options. */
import { TUNING_RULES } from '../src/core/options/option-rules.ts';
import type { SearchSettings, SearchTuning } from '../src/core/options/options.ts';

const KNOBS: ReadonlySet<string> = new Set(TUNING_RULES.map(({ name }) => name));

export function settingsOf({ tuning, ...flat }: SearchSettings & SearchTuning): SearchSettings {
  const of = (knobs: boolean) => Object.fromEntries(Object.entries(flat).filter(([name]) => KNOBS.has(name) === knobs));
  return { ...of(false), tuning: { ...of(true), ...tuning } };
}
