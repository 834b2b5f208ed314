/** One field of all rows as bytes that are read in place. A field with few distinct values is stored as codes. */

import { toHex } from '../../core/bytes/hex.ts';
import { hasLoneSurrogates } from '../../core/record/well-formed.ts';
import type { Steps } from '../../core/steps.ts';

/** Codes have at most two bytes. */
const MOST_CHOICES = 65_535;
/** From this row on, a field isn't stored as codes if over three quarters of its values so far are distinct. */
const TRIAL_ROWS = 512;
/** Values per step, which take about two milliseconds to write as JSON. */
const ROWS_A_STEP = 8_192;
const HEX_BYTES = 16;
const HEX = /^[0-9a-f]{32}$/;

export type ColumnKind = 'choice' | 'u32' | 'f64' | 'hex' | 'text' | 'json';

export interface PackedColumn {
  kind: ColumnKind;
  parts: Uint8Array[];
}

export type ColumnReader = (row: number) => unknown;

const encoder = new TextEncoder();
const decoder = new TextDecoder();
const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array =>
  new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);

/** @param values by row, undefined for none. They must be valid JSON values. */
export function* packColumn(values: readonly unknown[]): Steps<PackedColumn> {
  const choices = yield* packChoices(values);
  if (choices !== null) return choices;
  yield;
  const whole = !values.includes(undefined);
  const absent = whole ? new Uint8Array() : Uint8Array.from(values, (value) => (value === undefined ? 1 : 0));
  const all = (is: (value: unknown) => boolean): boolean => values.every((value) => value === undefined || is(value));
  if (all((value) => typeof value === 'number' && !Object.is(value, -0))) {
    const numbers = values.map((value) => (value as number | undefined) ?? 0);
    const small = numbers.every((value) => Number.isInteger(value) && value >= 0 && value < 2 ** 32);
    const view = small ? Uint32Array.from(numbers) : Float64Array.from(numbers);
    return { kind: small ? 'u32' : 'f64', parts: [bytesOf(view), absent] };
  }
  if (all((value) => typeof value === 'string' && HEX.test(value))) {
    yield;
    return { kind: 'hex', parts: [packHex(values as (string | undefined)[]), absent] };
  }
  yield;
  // A lone surrogate doesn't survive UTF-8, but JSON can escape it.
  const texts = all((value) => typeof value === 'string' && !hasLoneSurrogates(value));
  const written = values.map((value) => (value === undefined ? '' : texts ? (value as string) : JSON.stringify(value)));
  yield;
  const ends = new Uint32Array(values.length);
  let end = 0;
  written.forEach((text, row) => {
    end += text.length;
    ends[row] = end;
  });
  return { kind: texts ? 'text' : 'json', parts: [bytesOf(ends), absent, encoder.encode(written.join(''))] };
}

function* packChoices(values: readonly unknown[]): Steps<PackedColumn | null> {
  const codes = new Uint16Array(values.length);
  const known = new Map<string, number>();
  for (let row = 0; row < values.length; row++) {
    if (row % ROWS_A_STEP === ROWS_A_STEP - 1) yield;
    const value = values[row];
    if (value === undefined) continue;
    const key = JSON.stringify(value);
    let code = known.get(key);
    if (code === undefined) {
      code = known.size + 1;
      if (code > MOST_CHOICES || (row >= TRIAL_ROWS && code > (row * 3) / 4)) return null;
      known.set(key, code);
    }
    codes[row] = code;
  }
  const packed = known.size < 256 ? Uint8Array.from(codes) : bytesOf(codes);
  return { kind: 'choice', parts: [encoder.encode(`[${[...known.keys()].join()}]`), packed] };
}

/** Reads code units, because slicing each pair of digits created half of the garbage of packing. */
function packHex(values: readonly (string | undefined)[]): Uint8Array {
  const bytes = new Uint8Array(values.length * HEX_BYTES);
  values.forEach((value, row) => {
    if (value === undefined) return;
    for (let at = 0; at < HEX_BYTES; at++) {
      bytes[row * HEX_BYTES + at] = (digitAt(value, at * 2) << 4) | digitAt(value, at * 2 + 1);
    }
  });
  return bytes;
}

function digitAt(text: string, at: number): number {
  const unit = text.charCodeAt(at);
  return unit < 0x3a ? unit - 0x30 : unit - 0x57;
}

/** Throws if the length of a part doesn't fit the number of rows. The offsets of `parts` must be multiples of eight. */
export function openColumn(kind: ColumnKind, parts: readonly Uint8Array[], rows: number): ColumnReader {
  const [first = new Uint8Array(), second = new Uint8Array(), third = new Uint8Array()] = parts;
  const fits = ({ length }: Uint8Array, ...lengths: number[]): void => {
    if (!lengths.includes(length)) throw new Error(`A column of ${kind} has ${length} bytes for ${rows} rows`);
  };
  fits(second, ...(kind === 'choice' ? [rows, rows * 2] : [0, rows]));
  const present =
    (column: ColumnReader): ColumnReader =>
    (row) =>
      second.length > 0 && second[row] === 1 ? undefined : column(row);
  switch (kind) {
    case 'choice':
      return openChoices(
        first,
        second.length === rows ? second : new Uint16Array(second.buffer, second.byteOffset, rows),
      );
    case 'u32':
    case 'f64': {
      fits(first, rows * (kind === 'u32' ? 4 : 8));
      const View = kind === 'u32' ? Uint32Array : Float64Array;
      const numbers = new View(first.buffer as ArrayBuffer, first.byteOffset, rows);
      return present((row) => numbers[row]);
    }
    case 'hex':
      fits(first, rows * HEX_BYTES);
      return present((row) => toHex(first, row * HEX_BYTES, (row + 1) * HEX_BYTES));
    case 'text':
    case 'json': {
      fits(first, rows * 4);
      const textAt = openTexts(new Uint32Array(first.buffer as ArrayBuffer, first.byteOffset, rows), third);
      if (kind === 'text') return present(textAt);
      // Cached, because a filter reads all rows at every keystroke.
      const parsed: unknown[] = [];
      return present((row) => {
        parsed[row] ??= JSON.parse(textAt(row)) as unknown;
        return parsed[row];
      });
    }
    default:
      throw new Error(`No kind of column: ${String(kind)}`);
  }
}

function openChoices(list: Uint8Array, codes: Uint8Array | Uint16Array): ColumnReader {
  let choices: readonly unknown[] | null = null;
  return (row) => {
    choices ??= [undefined, ...(JSON.parse(decoder.decode(list)) as unknown[])];
    return choices[codes[row]!];
  };
}

function openTexts(ends: Uint32Array, bytes: Uint8Array): (row: number) => string {
  // Decoding texts one by one takes twenty times as long. The slices share the memory of the whole.
  let whole: string | null = null;
  return (row) => {
    whole ??= decoder.decode(bytes);
    return whole.slice(row === 0 ? 0 : ends[row - 1], ends[row]);
  };
}
