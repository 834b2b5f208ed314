/**
 * Search options as given (for one search, and as the store's defaults) → options that the engine relies on: every one
 * present, checked against `OPTION_RULES`, and never guessed from truthiness, so that 0 and false are values.
 */
import { HybridSearchError } from '../errors.ts';
import type { FacetName } from '../filter/filters.ts';
import { isPlainObject } from '../record/json.ts';
import { OPTION_RULES, type OptionRule } from './option-rules.ts';
import type { AlphaStrategy, Arm, Evidence, FusionName, SearchSettings, SortOrder } from './options.ts';
import { ARMS } from './options.ts';

/** Options that stay undefined were not given, and the rule that `OPTION_TABLE` names holds. */
export interface ResolvedSettings extends SearchSettings {
  limit: number;
  /** From `offset`, or from `page` and `pageSize`. */
  offset: number;
  alphaStrategy: AlphaStrategy;
  k: number;
  fusion: FusionName;
  evidence: Evidence;
  scale: 'minmax' | 'none';
  weights: { [arm in Arm]?: number };
  candidates: number;
  recencyDecay: number;
  recencyFloor: number;
  includeConversation: boolean;
  includeStored: boolean;
  window: number;
  threadContext: number;
  feedback: number;
  groupDuplicates: boolean;
  prefix: boolean;
  typoTolerance: boolean;
  exactFirst: boolean;
  sort: SortOrder;
  facets: readonly FacetName[];
  includeImages: boolean;
  explain: boolean;
  rerank: boolean;
}

const ENTRIES: ReadonlyMap<string, OptionRule> = new Map(OPTION_RULES.map((entry) => [entry.name, entry]));

/**
 * `perCall` wins over `storeDefaults`, option by option; `weights` arm by arm.
 *
 * @throws HybridSearchError `invalid-option` with the option's name as path, for a value out of range or of the wrong
 *   type, `null` included, and for an unknown option. What `filters` hold is checked by `compileFilters`.
 */
export function resolveSearchSettings(perCall: SearchSettings, storeDefaults: SearchSettings): ResolvedSettings {
  const call = checkSettings(perCall);
  const store = checkSettings(storeDefaults);
  const given: SearchSettings = { ...store, ...call };
  const resolved: { [name: string]: unknown } = { weights: mergeWeights(store.weights, call.weights) };
  for (const { name, default: fallback } of ENTRIES.values()) {
    resolved[name] ??= given[name] ?? fallback ?? undefined;
    if (resolved[name] === undefined) delete resolved[name];
  }
  delete resolved.page;
  delete resolved.pageSize;
  return {
    ...(resolved as unknown as ResolvedSettings),
    ...resolvePage(call, store),
    includeImages: given.includeImages ?? given.filters?.includeImages ?? (resolved.includeImages as boolean),
  };
}

/** Whoever of call and store says anything of the place says all of it: a call's `offset` beats a store's `page`. */
function resolvePage(call: SearchSettings, store: SearchSettings): { limit: number; offset: number } {
  const limit = call.pageSize ?? call.limit ?? store.pageSize ?? store.limit ?? tableNumber('limit');
  const page = call.page ?? (call.offset === undefined ? store.page : undefined);
  const offset = page !== undefined ? (page - 1) * limit : (call.offset ?? store.offset ?? tableNumber('offset'));
  return { limit, offset };
}

function tableNumber(name: 'limit' | 'offset'): number {
  return ENTRIES.get(name)!.default as number;
}

function mergeWeights(...layers: SearchSettings['weights'][]): { [arm in Arm]?: number } {
  const merged: { [arm in Arm]?: number } = {};
  for (const layer of layers) {
    for (const arm of ARMS) {
      const weight = layer?.[arm];
      if (weight !== undefined) merged[arm] = weight;
    }
  }
  return merged;
}

/**
 * The same settings, checked; for the store's defaults at the moment they are set, so that a mistake shows at once.
 *
 * @throws HybridSearchError `invalid-option`.
 */
export function checkSettings(settings: unknown): SearchSettings {
  if (!isPlainObject(settings)) refuse('options', 'must be an object');
  const checked: { [name: string]: unknown } = {};
  for (const name of Object.keys(settings)) {
    const value = settings[name];
    const entry = ENTRIES.get(name);
    if (!entry) refuse(name, 'unknown option');
    if (value === undefined) continue;
    checkValue(value, entry, name);
    checked[name] = Array.isArray(value) ? [...new Set(value)] : value;
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
      if (typeof value !== 'string' || value === '') refuse(path, 'must be a string that is not empty');
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
  // NaN fails both comparisons.
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
  if (!viewer.id) refuse('viewer.id', 'must be a string that is not empty');
  if (!['direct', 'channel', 'group'].includes(viewer.context as string)) {
    refuse('viewer.context', 'must be one of direct, channel, group');
  }
}

function refuse(path: string, detail: string): never {
  throw new HybridSearchError('invalid-option', detail, { path });
}
