/**
 * An arm is one way to search: by keywords, meaning, tags, links or conversation. Results are dense arrays by ordinal,
 * so that fusion can look up any memory in any arm.
 */
import type { Arm } from '../../../core/options/options.ts';
import type { Moments } from '../../../core/ranking/evidence.ts';
import type { Ordinal } from '../../../core/record/memory.ts';
import type { LanguageId } from '../../../core/text/language.ts';
import type { QueryEmbedding } from '../../../protocol/embedder-api.ts';
import type { KeywordResult } from '../../keyword/keyword-index.ts';
import type { SemanticScan } from '../../vector/vector-index.ts';

export interface ArmResult {
  arm: Arm;
  /** `[size]` the arm's own score: BM25, cosine (NaN if there's no vector), or 0–1. */
  scores: Float32Array;
  /** `[size]` evidence before thread context, 0 = none. */
  evidence: Float32Array;
  /** Number of visible memories with evidence. */
  count: number;
  milliseconds: number;
}

/** Returns the two greatest scores, which may be equal, or `none` for those that don't exist. */
export function twoGreatest(scores: Float32Array, none: number): { best: number; second: number } {
  let best = none;
  let second = none;
  for (let row = 0, { length } = scores; row < length; row++) {
    const score = scores[row]!;
    // Also skips NaN.
    if (!(score > second)) continue;
    second = Math.min(score, best);
    best = Math.max(score, best);
  }
  return { best, second };
}

/** If fewer rows than this pass the filters, the spread of scores is estimated from all visible rows. */
export const LEAST_ROWS_FOR_STATISTICS = 100;

/** Evidence for a score of 1 in arms whose scores aren't standardised: as much as three standard deviations. */
const UNIT_EVIDENCE = 3;

export function evidenceOfUnitScores(scores: Float32Array): Float32Array {
  const evidence = new Float32Array(scores.length);
  for (let row = 0, { length } = scores; row < length; row++) evidence[row] = UNIT_EVIDENCE * scores[row]!;
  return evidence;
}

let zeros = new ArrayBuffer(0);

/** Returns `[size]` zeros for an arm that found nothing, as most do. All share one buffer, so never write to it. */
export function noScores(size: number): Float32Array {
  if (zeros.byteLength < size * 4) zeros = new ArrayBuffer(size * 4);
  return new Float32Array(zeros, 0, size);
}

export function noRanks(size: number): Uint32Array {
  const { buffer } = noScores(size);
  return new Uint32Array(buffer, 0, size);
}

export interface KeywordArmResult extends ArmResult {
  arm: 'keyword';
  result: KeywordResult;
  sd: number;
  /** The two highest scores in scope, which may be equal; 0 if there are fewer. */
  best: number;
  second: number;
}

export interface SemanticArmResult extends ArmResult {
  arm: 'semantic';
  /** `[size]` `scores` without differences between languages. The same array as `scores` if nothing was removed. */
  compared: Float32Array;
  /** False if the query is in a language that the model doesn't read. */
  readsQuery: boolean;
  /** The query's language if some memories are in other languages that the model reads, otherwise unknown. */
  language: LanguageId;
  scan: SemanticScan;
  /** Shrunk mean and standard deviation of the cosines. */
  moments: Moments;
  confidence: number;
  /** How far the best cosine exceeds the mean, in the model's prior standard deviations. */
  standout: number;
  /** Mean cosine of the searched memories, shrunk less than `moments`. Relevance uses it. */
  meanCosine: number;
  /** The two greatest cosines in scope, which may be equal; −1 if fewer memories have a vector. */
  best: number;
  second: number;
  /** Share of the rows in scope that have a vector, 0–1. */
  embeddedShare: number;
}

export interface TagsArmResult extends ArmResult {
  arm: 'tags';
  /** Each with the share of the tag's parts that are in the query. */
  matched: Map<string, number>;
  /** `[size]` ranks by score, then recency. */
  ranks: Uint32Array;
}

export interface LinksArmResult extends ArmResult {
  arm: 'links';
  /** The path from a named entity to the memory, by the memory's ordinal. */
  paths: Map<Ordinal, Ordinal[]>;
}

export interface ExactMatches {
  /** `[size]` 1 = contains it, for each identifier and phrase of an identifier query. Empty unless `tiered`. */
  identifiers: Uint8Array[];
  /** `[size]` 1 = contains an identifier that starts with the query's last word. Also the last of `identifiers`. */
  begun: Uint8Array | null;
  /** For a query of identifiers alone, none of which a memory contains: 1 = completes one. Null for other queries. */
  completions: Uint8Array | null;
  /** Whether the query has codes and other words, and no memory contains or completes any of the codes. */
  unheldCodes: boolean;
}

export interface Retrieved {
  keyword: KeywordArmResult | null;
  semantic: SemanticArmResult | null;
  tags: TagsArmResult | null;
  links: LinksArmResult | null;
  conversation: ArmResult | null;
  /** The query's text for the model, with the keyword arm's corrections. */
  semanticText: string;
  embedding: QueryEmbedding | null;
  /** Arms that ran without failing, even if they found nothing. */
  ran: Arm[];
  /** 1 = excluded by an operator, for every arm. Null if nothing is. */
  excluded: Uint8Array | null;
  exact: ExactMatches;
  degradations: string[];
}

/** Returns the arms that ran, in the order in which their shares are added up. */
export function armResults(found: Retrieved): ArmResult[] {
  const { keyword, semantic, tags, links, conversation } = found;
  return [keyword, semantic, tags, links, conversation].filter((arm) => arm !== null);
}
