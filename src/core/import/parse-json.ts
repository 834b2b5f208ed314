/** Limits the depth, because other programs' JSON may be nested until parsing or freeing it crashes the worker. */
import { isDeeperThan } from '../record/json.ts';
import type { ImportProblemReason, ImportProblemValues } from './problem-sentences.ts';

/** A shorter text can't be deep enough to do harm. */
const DEEP_LENGTH = 10_000;
const BRACKETS_AND_STRINGS = /[[\]{}"]/g;
const STRING_STOP = /["\\]/g;

export type ParsedJson =
  | { readonly value: unknown }
  | { readonly error: readonly [reason: ImportProblemReason, values: ImportProblemValues] };

/** @param maxDepth how deeply containers may be nested */
export function parseJson(text: string, maxDepth: number): ParsedJson {
  const tooDeep: ParsedJson = { error: ['too-deep', { most: maxDepth }] };
  if (text.length > DEEP_LENGTH && isTextDeeperThan(text, maxDepth)) return tooDeep;
  try {
    const value: unknown = JSON.parse(text);
    return isDeeperThan(value, maxDepth) ? tooDeep : { value };
  } catch (error) {
    // Some engines append the line and column in this text. The import reports the line in the file instead.
    const detail = (error as Error).message.replace(/ \(line \d+ column \d+\)$/, '');
    return { error: ['invalid-json', { detail }] };
  }
}

function isTextDeeperThan(text: string, limit: number): boolean {
  let depth = 0;
  for (let at = 0; ; ) {
    BRACKETS_AND_STRINGS.lastIndex = at;
    const index = BRACKETS_AND_STRINGS.exec(text)?.index;
    if (index === undefined) return false;
    const character = text[index];
    at = index + 1;
    if (character === '"') at = endOfString(text, at);
    else if (character === ']' || character === '}') depth--;
    else if (++depth > limit) return true;
  }
}

function endOfString(text: string, start: number): number {
  for (let at = start; ; ) {
    STRING_STOP.lastIndex = at;
    const index = STRING_STOP.exec(text)?.index;
    if (index === undefined) return text.length;
    if (text[index] === '"') return index + 1;
    at = index + 2;
  }
}
