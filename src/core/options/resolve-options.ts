/** Checks and merges search options. 0 and false are values, so don't test options for truthiness. */
import { HybridSearchError } from '../errors.ts';
import { isPlainObject } from '../record/json.ts';
import { OPTION_RULES, type OptionRule, TUNING_RULES } from './option-rules.ts';
import type { Arm, SearchSettings, SearchTuning } from './options.ts';
import { ARMS } from './options.ts';

type Open = 'alpha' | 'modes' | 'filters' | 'viewer' | 'session' | 'minSimilarity' | 'now';
type Flat = Omit<SearchSettings, 'tuning'> & SearchTuning;

export type ResolvedSettings = Required<Omit<Flat, Open>> & Pick<Flat, Open>;

const OPTIONS: Rules = new Map(OPTION_RULES.map((rule) => [rule.name, rule]));
const KNOBS: Rules = new Map(TUNING_RULES.map((rule) => [rule.name, rule]));

type Rules = ReadonlyMap<string, OptionRule>;

/**
 * `weights` are overridden arm by arm. `compileFilters` checks `filters`.
 * @throws HybridSearchError `invalid-option` with the option's name as path, also for `null` and for an unknown option
 */
export function resolveSearchSettings(perCall: SearchSettings, storeDefaults: SearchSettings): ResolvedSettings {
  const call = checkSettings(perCall);
  const store = checkSettings(storeDefaults);
  const given: Flat = { ...store, ...store.tuning, ...call, ...call.tuning };
  const weights = mergeWeights(store.tuning?.weights, call.tuning?.weights);
  const resolved: { [name: string]: unknown } = {};
  for (const { name, default: fallback } of [...OPTIONS.values(), ...KNOBS.values()]) {
    const value = given[name as keyof Flat] ?? fallback ?? undefined;
    if (value !== undefined) resolved[name] = value;
  }
  const includeImages = given.includeImages ?? given.filters?.includeImages ?? false;
  return { ...(resolved as unknown as ResolvedSettings), weights, includeImages };
}

export function joinSettings(base: SearchSettings, own: SearchSettings): SearchSettings {
  return { ...base, ...own, tuning: { ...base.tuning, ...own.tuning } };
}

function mergeWeights(...layers: SearchTuning['weights'][]): { [arm in Arm]?: number } {
  const merged: { [arm in Arm]?: number } = {};
  for (const layer of layers) {
    for (const arm of ARMS) {
      const weight = layer?.[arm];
      if (weight !== undefined) merged[arm] = weight;
    }
  }
  return merged;
}

/** Also used when a store's defaults are set, so that a mistake is reported there. @throws `invalid-option` */
export function checkSettings(settings: unknown): SearchSettings {
  if (!isPlainObject(settings)) refuse('options', 'must be an object');
  const { tuning, ...options } = settings;
  const checked: SearchSettings = checkAll(options, OPTIONS, '');
  if (tuning === undefined) return checked;
  if (!isPlainObject(tuning)) refuse('tuning', 'must be an object');
  return { ...checked, tuning: checkAll(tuning, KNOBS, 'tuning.') };
}

function checkAll(
  given: { [name: string]: unknown },
  rules: Rules,
  prefix: 'tuning.' | '',
): { [name: string]: unknown } {
  const checked: { [name: string]: unknown } = {};
  for (const [name, list] of Object.entries(given)) {
    // Turns holes of a list into `undefined`, which is refused.
    const value = Array.isArray(list) ? [...new Set(list)] : list;
    const path = `${prefix}${name}`;
    const rule = rules.get(name);
    if (!rule) refuse(path, KNOBS.has(name) ? `unknown option; tuning.${name} is one` : 'unknown option');
    if (value === undefined) continue;
    checkValue(value, rule, path);
    checked[name] = value;
  }
  return checked;
}

function checkValue(value: unknown, entry: OptionRule, path: string): void {
  switch (entry.kind) {
    case 'integer':
      if (!Number.isInteger(value)) refuse(path, `must be a whole number ${range(entry)}`);
      checkRange(value, entry, path);
      return;
    case 'number':
      checkRange(value, entry, path);
      return;
    case 'boolean':
      if (typeof value !== 'boolean') refuse(path, 'must be true or false');
      return;
    case 'string':
      if (typeof value !== 'string' || value === '') refuse(path, 'must be a non-empty string');
      return;
    case 'choice':
      if (!isOneOf(value, entry)) refuse(path, `must be one of ${entry.values!.join(', ')}`);
      return;
    case 'choices':
      if (!Array.isArray(value) || !value.every((item) => isOneOf(item, entry))) {
        refuse(path, `must be a list of ${entry.values!.join(', ')}`);
      }
      return;
    case 'weights':
      checkWeights(value, entry, path);
      return;
    case 'object':
      if (!isPlainObject(value)) refuse(path, 'must be an object');
      if (path === 'viewer') checkViewer(value);
  }
}

function checkRange(value: unknown, entry: OptionRule, path: string): void {
  // Written so that NaN fails too.
  if (typeof value !== 'number' || !(value >= entry.min! && value <= entry.max!)) {
    refuse(path, `must be a number ${range(entry)}`);
  }
}

function range(entry: OptionRule): string {
  return `from ${entry.min} to ${entry.max}`;
}

function isOneOf(value: unknown, entry: OptionRule): boolean {
  return typeof value === 'string' && entry.values!.includes(value);
}

function checkWeights(value: unknown, entry: OptionRule, path: string): void {
  if (!isPlainObject(value)) refuse(path, 'must be an object from arms to weights');
  for (const arm of Object.keys(value)) {
    if (!(ARMS as readonly string[]).includes(arm))
      refuse(`${path}.${arm}`, `unknown arm; arms are ${ARMS.join(', ')}`);
    if (value[arm] !== undefined) checkRange(value[arm], entry, `${path}.${arm}`);
  }
}

function checkViewer(viewer: { [name: string]: unknown }): void {
  for (const [name, value] of Object.entries(viewer)) {
    const path = `viewer.${name}`;
    if (!['id', 'context', 'group', 'channel'].includes(name)) refuse(path, 'unknown field');
    if (value !== undefined && typeof value !== 'string') refuse(path, 'must be a string');
  }
  if (!viewer.id) refuse('viewer.id', 'must be a non-empty string');
  if (!['direct', 'channel', 'group'].includes(viewer.context as string)) {
    refuse('viewer.context', 'must be one of direct, channel, group');
  }
}

function refuse(path: string, detail: string): never {
  throw new HybridSearchError('invalid-option', detail, { path });
}
