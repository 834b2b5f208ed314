/**
 * An arm is one way to search. Keywords and meaning have a value for every memory, in arrays by ordinal. Tags, links and
 * conversation find few memories, and list them.
 */
import type { Arm } from '../../../core/options/options.ts';
import type { CandidateList } from '../../../core/ranking/candidate-list.ts';
import type { Moments } from '../../../core/ranking/evidence.ts';
import type { Ordinal } from '../../../core/record/memory.ts';
import type { LanguageId } from '../../../core/text/language.ts';
import type { QueryEmbedding } from '../../../protocol/embedder-api.ts';
import type { KeywordResult } from '../../keyword/keyword-index.ts';
import type { SemanticScan } from '../../vector/vector-index.ts';

export interface ArmResult {
  arm: Arm;
  /** Number of visible memories with evidence. */
  count: number;
  milliseconds: number;
}

export interface RowArmResult extends ArmResult {
  arm: 'keyword' | 'semantic';
  /** `[size]` BM25, or the cosine (NaN if there's no vector). */
  scores: Float32Array;
  /** `[size]` evidence before thread context, 0 = none. */
  evidence: Float32Array;
}

export interface CandidateArmResult extends ArmResult {
  arm: 'tags' | 'links' | 'conversation';
  candidates: CandidateList;
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

export interface KeywordArmResult extends RowArmResult {
  arm: 'keyword';
  result: KeywordResult;
  sd: number;
  /** The two highest scores in scope, which may be equal; 0 if there are fewer. */
  best: number;
  second: number;
}

export interface SemanticArmResult extends RowArmResult {
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

export interface TagsArmResult extends CandidateArmResult {
  arm: 'tags';
  /** Each with the share of the tag's parts that are in the query. */
  matched: Map<string, number>;
}

export interface LinksArmResult extends CandidateArmResult {
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
  conversation: CandidateArmResult | null;
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

export function rowArms({ keyword, semantic }: Retrieved): (KeywordArmResult | SemanticArmResult)[] {
  return [keyword, semantic].filter((arm) => arm !== null);
}

export function candidateArms({ tags, links, conversation }: Retrieved): CandidateArmResult[] {
  return [tags, links, conversation].filter((arm) => arm !== null);
}
