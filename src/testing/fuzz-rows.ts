/** What a reader may answer to any input. */
import { isHybridSearchError } from '../core/errors.ts';
import { type Explained, PROBLEM_SENTENCES } from '../core/import/problem-sentences.ts';
import type { ImportRow } from '../core/import/report.ts';
import { checkMemory } from '../core/record/validate-memory.ts';

/** @throws every error that isn't a typed refusal */
export function refused(run: () => unknown): void {
  try {
    run();
  } catch (error) {
    if (!isHybridSearchError(error) || error.code === 'internal') throw error;
  }
}

/** @throws if the row's problem has no sentence, or its memory causes an untyped error */
export function checkRow(row: ImportRow): void {
  if ('input' in row) refused(() => checkMemory(row.input));
  else if ('code' in row && !isWorded(row)) throw new Error(`No sentence for ${JSON.stringify(row)}`);
}

function isWorded({ reason, values = {} }: Explained): boolean {
  if (!reason || !Object.hasOwn(PROBLEM_SENTENCES, reason)) return false;
  return [...PROBLEM_SENTENCES[reason].matchAll(/\{(\w+)\}/g)].every(([, name]) => name! in values);
}
