import { MAPPED_FIELDS } from '../../../core/import/mapped-fields.ts';
import type { ImportMapping } from '../../shared/engine-access.ts';
import { keepStored, readStoredJson, storedName } from '../../shared/stored.ts';

const NAME = storedName('mappings');
const MAX_MAPPINGS = 20;

/** Newest first. */
export function keptMappings(): ImportMapping[] {
  const kept = readStoredJson(NAME);
  return Array.isArray(kept) ? kept.filter(isMapping) : [];
}

export function keepMappings(mappings: readonly ImportMapping[]): void {
  const columns = new Set(mappings.map(columnsOf));
  const others = keptMappings().filter((mapping) => !columns.has(columnsOf(mapping)));
  keepStored(NAME, JSON.stringify([...mappings, ...others].slice(0, MAX_MAPPINGS)));
}

const columnsOf = (mapping: ImportMapping): string => JSON.stringify(Object.keys(mapping).sort());

const isMapping = (value: unknown): value is ImportMapping =>
  typeof value === 'object' &&
  value !== null &&
  !Array.isArray(value) &&
  Object.values(value).every((field) => (MAPPED_FIELDS as readonly unknown[]).includes(field));
