/**
 * Identifiers and phrases divide the results into tiers. If no memory contains a query's identifiers, the results only
 * share parts with them or are near in meaning. Such a result isn't an answer unless it completes an identifier.
 */

import type { Scope } from '../../../core/filter/scope.ts';
import type { ParsedQuery } from '../../../core/query/parsed-query.ts';
import { analyze } from '../../../core/text/analyze.ts';
import { fold } from '../../../core/text/fold.ts';
import type { KeywordIndex } from '../../keyword/keyword-index.ts';
import type { SearchPlan } from '../stages.ts';
import type { ExactMatches } from './arm.ts';

/** Shorter beginnings are shared by too many codes. */
const LEAST_PREFIX = 3;

export function exactMatches(index: KeywordIndex | null, plan: SearchPlan): ExactMatches {
  const { parsed, classification, settings } = plan;
  const { filtered } = plan.scopes;
  if (index === null) return { identifiers: [], begun: null, completions: null, unheldCodes: false };
  const names = plan.tiered ? classification.identifiers : [];
  const identifiers = names.map((name) => index.containing(name, filtered));
  const codesAlone = classification.pureIdentifier && parsed.phrases.length === 0 && !plan.browse;
  const begun = plan.tiered ? begunBy(index, plan, identifiers) : null;
  return {
    identifiers: begun === null ? identifiers : [...identifiers, begun],
    begun,
    completions: codesAlone ? completionsOfUnheld(index, parsed, identifiers, filtered, settings.prefix) : null,
    unheldCodes: !codesAlone && plan.tiered && areUnheld(index, plan, identifiers),
  };
}

/** `INV-2000` matches INV-20000 and INV-20007. */
function begunBy(index: KeywordIndex, plan: SearchPlan, matches: readonly Uint8Array[]): Uint8Array | null {
  const { parsed, classification, settings, scopes } = plan;
  const last = parsed.words.at(-1) ?? '';
  const at = classification.identifiers.indexOf(fold(last));
  if (at < 0 || !settings.prefix || matches[at]?.includes(1)) return null;
  const excluded = lackingBeginning(index, parsed, last, scopes.filtered);
  if (excluded === null) return null;
  const begun = new Uint8Array(scopes.filtered.size);
  for (let row = 0, { length } = begun; row < length; row++) begun[row] = excluded[row] === 0 ? 1 : 0;
  return begun.includes(1) ? begun : null;
}

/** Returns 0 for rows with a word that starts with `last`. Null if `last` is too short, or isn't the query's end. */
function lackingBeginning(index: KeywordIndex, parsed: ParsedQuery, last: string, scope: Scope): Uint8Array | null {
  if ([...last].length < LEAST_PREFIX || !parsed.raw.endsWith(last)) return null;
  const root: ParsedQuery['root'] = { kind: 'must', child: { kind: 'word', text: last, prefix: true } };
  return index.search({ ...parsed, root }, scope, { prefix: false, typoTolerance: false }).excluded;
}

/** Whether no memory has or completes a code of the query. For "invoice 10026", 10025 is wrong, however similar. */
function areUnheld(index: KeywordIndex, plan: SearchPlan, matches: readonly Uint8Array[]): boolean {
  const { parsed, classification, settings } = plan;
  const phrases = new Set(parsed.phrases.map(fold));
  const isCode = (name: string): boolean => /\p{Nd}/u.test(name) && !phrases.has(name);
  const held = matches.filter((_, at) => isCode(classification.identifiers[at]!));
  const words = parsed.words.filter((word) => /\p{Nd}/u.test(word));
  const completions = completionsOfUnheld(index, { ...parsed, words }, held, plan.scopes.filtered, settings.prefix);
  return completions !== null && !completions.includes(1);
}

/**
 * Returns null if a memory contains one of the identifiers. Otherwise 1 = completes one: PII-2025-0042 for `PII-2025`,
 * parseQueryString for `QueryString`, or the words "creeper slayer 98" for `CreeperSlayer98`.
 */
function completionsOfUnheld(
  index: KeywordIndex,
  parsed: ParsedQuery,
  matches: readonly Uint8Array[],
  scope: Scope,
  prefix: boolean,
): Uint8Array | null {
  if (matches.length === 0 || matches.some((rows) => rows.includes(1))) return null;
  const completions = new Uint8Array(scope.size);
  const add = (rows: Uint8Array, value: number): void => {
    for (let row = 0, { length } = completions; row < length; row++) if (rows[row] === value) completions[row] = 1;
  };
  for (const word of parsed.words) {
    const run = partsInOrder(word);
    if (run !== null) add(index.containing(run, scope), 1);
  }
  const lacking = prefix ? lackingBeginning(index, parsed, parsed.words.at(-1) ?? '', scope) : null;
  if (lacking !== null) add(lacking, 0);
  return completions;
}

/** Returns the smallest parts of an identifier, in order. Null if they don't cover it, as `42` doesn't cover `D42`. */
function partsInOrder(word: string): string | null {
  const tokens = analyze(word, { stemming: 'none' });
  const [whole] = tokens;
  const parts = tokens.filter(({ kind }) => kind === 'part');
  const smallest = parts.filter(
    (part) => !parts.some((inner) => inner !== part && inner.start >= part.start && inner.end <= part.end),
  );
  if (whole === undefined || smallest.length < 2) return null;
  const run = smallest.map(({ exact }) => exact).join(' ');
  return lettersAndDigits(run) === lettersAndDigits(whole.exact) ? run : null;
}

function lettersAndDigits(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '');
}
