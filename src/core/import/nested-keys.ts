/** Keys inside the objects of a JSON record: `author.name`, or `tags[].name` for that key of each object in a list. */
import { isPlainObject, setOwn } from '../record/json.ts';
import type { JsonObject, JsonValue } from '../record/memory.ts';

const MAX_DEPTH = 4;
const MAX_COLUMNS = 200;
const MAX_PARTS = 5;
const OWN: ReadonlySet<string> = new Set(['metadata', 'images']);

export function columnsOf(record: JsonObject): string[] {
  const columns = new Set<string>();
  for (const key of Object.keys(record)) addColumns(columns, key, record[key]!, OWN.has(key) ? MAX_DEPTH : 1);
  return [...columns];
}

function addColumns(columns: Set<string>, path: string, value: JsonValue, depth: number): void {
  if (columns.size >= MAX_COLUMNS) return;
  const list = Array.isArray(value);
  const objects = (list ? value.slice(0, MAX_PARTS) : [value]).filter((part) => isPlainObject(part)) as JsonObject[];
  const inner = objects.flatMap((object) =>
    Object.keys(object)
      .filter(isName)
      .map((key) => [key, object[key]!] as const),
  );
  if (depth === MAX_DEPTH || inner.length === 0 || (depth === 1 && !isName(path))) columns.add(path);
  else for (const [key, part] of inner) addColumns(columns, `${path}${list ? '[]' : ''}.${key}`, part, depth + 1);
}

const isName = (key: string): boolean => key !== '' && !/\.|\[\]$/.test(key);

export const parentOf = (column: string): string | null => /^(.+?)(?:\[\])?\.[^.]*$/.exec(column)?.[1] ?? null;

export function valueInColumn(record: JsonObject, column: string): JsonValue | undefined {
  const { record: flat } = liftNested(record, [column]);
  const key = keyOf(flat, column);
  return key === undefined ? undefined : flat[key];
}

export interface Lifted {
  /** What's left of an object follows its columns. */
  record: JsonObject;
  opened: ReadonlySet<string>;
}

export function liftNested(record: JsonObject, columns: readonly string[]): Lifted {
  const nested = columns
    .filter((column) => parentOf(column) !== null && keyOf(record, column) === undefined)
    .map((column) => ({ column, steps: column.split('.').map(stepOf) }));
  const opened = new Set<string>();
  if (nested.length === 0) return { record, opened };
  const lifted: JsonObject = {};
  for (const key of Object.keys(record)) {
    let rest: JsonValue | undefined = record[key]!;
    for (const { column, steps } of nested) {
      const [first, ...further] = steps;
      if (rest === undefined || Object.hasOwn(lifted, column) || !isCalled(key, first!.name)) continue;
      const found = take(rest, first!, further);
      if (found.value === undefined) continue;
      opened.add(key);
      setOwn(lifted, column, found.value);
      rest = found.rest;
    }
    if (rest !== undefined) setOwn(lifted, key, rest);
  }
  return { record: lifted, opened };
}

interface Step {
  name: string;
  each: boolean;
}

const stepOf = (part: string): Step => ({ name: part.replace(/\[\]$/, ''), each: part.endsWith('[]') });

const isCalled = (key: string, name: string): boolean => key.toLowerCase() === name.toLowerCase();

const keyOf = (object: JsonObject, name: string): string | undefined =>
  Object.hasOwn(object, name) ? name : Object.keys(object).find((key) => isCalled(key, name));

/** `rest` is what's left once the value is taken out. */
interface Taken {
  value?: JsonValue | undefined;
  rest?: JsonValue | undefined;
}

function take(value: JsonValue, { each }: Step, further: readonly Step[]): Taken {
  if (further.length === 0) return value === null || value === '' ? { rest: value } : { value };
  if (each !== Array.isArray(value)) return { rest: value };
  if (!Array.isArray(value)) return takeInside(value, further);
  const values: JsonValue[] = [];
  const left: JsonValue[] = [];
  for (const part of value) {
    const found = takeInside(part, further);
    if (Array.isArray(found.value)) values.push(...found.value);
    else if (found.value !== undefined) values.push(found.value);
    if (found.rest !== undefined) left.push(found.rest);
  }
  if (values.length === 0) return { rest: value };
  return { value: values, rest: left.length === 0 ? undefined : left };
}

function takeInside(value: JsonValue, [step, ...further]: readonly Step[]): Taken {
  if (!isPlainObject(value)) return { rest: value };
  const object = value as JsonObject;
  const key = keyOf(object, step!.name);
  const found = key === undefined ? {} : take(object[key]!, step!, further);
  if (found.value === undefined) return { rest: value };
  const rest: JsonObject = {};
  for (const other of Object.keys(object)) if (other !== key) setOwn(rest, other, object[other]!);
  if (found.rest !== undefined) setOwn(rest, key!, found.rest);
  return { value: found.value, rest: Object.keys(rest).length === 0 ? undefined : rest };
}
