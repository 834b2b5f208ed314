/** The types of `context()`: its result, and the candidates that `pack-context.ts` packs. */
import type { Arm, SearchSettings } from '../options/options.ts';
import type { Role } from '../record/memory.ts';
import type { RelevanceLabel } from '../results/response.ts';

/** A passage that may go into a context: the best one of its memory. Plain data, because it crosses threads. */
export interface ContextCandidate {
  id: string;
  title?: string;
  text: string;
  /** `[start, end)` of the passage in the memory's text, UTF-16. */
  start: number;
  end: number;
  type: string;
  source?: string;
  role?: Role;
  url?: string;
  thread?: string;
  session?: string;
  /** Milliseconds since the epoch. */
  createdAt: number;
  label: RelevanceLabel;
  /** 0–1. */
  relevance: number;
}

export interface ContextRequest {
  settings: SearchSettings;
  /** Tokens that the candidates should be able to fill. */
  tokens: number;
  /** Whether weak hits may fill the rest of the budget. */
  weak: boolean;
}

export interface ContextCandidates {
  /** Best first. A passage is left out if a better one has all its words. */
  candidates: ContextCandidate[];
  /** Number of passages left out because a better one has their words. */
  repeated: number;
  modesUsed: Arm[];
}

/** The number of tokens of each text, and what counted them. */
export interface TokenCounts {
  counts: number[];
  counter: 'model' | 'estimate';
}

export interface ContextPassage extends ContextCandidate {
  /** The number by which `text` cites it: `[1]`, `[2]` … in reading order. */
  citation: number;
}

export interface Context {
  query: string;
  /** The passages with headings and numbers, ready for a prompt. Empty if nothing relevant was found. */
  text: string;
  /** The passages in the order in which `text` has them. */
  passages: ContextPassage[];
  /** Number of tokens of `text`, as counted by `counter`; never above `budget`. */
  tokens: number;
  budget: number;
  /** What counted: the caller's function, the embedding model's tokenizer, or an estimate. */
  counter: 'given' | 'model' | 'estimate';
  /** Number of passages that were found but left out, because there was no space or a better one says the same. */
  omitted: number;
  modesUsed: Arm[];
}
