import type { Arm, SearchSettings } from '../options/options.ts';
import type { Role } from '../record/memory.ts';
import type { RelevanceLabel } from '../results/response.ts';

export interface ContextCandidate {
  id: string;
  title?: string;
  text: string;
  /** `[start, end)` in the memory's text, UTF-16. */
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
  /** Candidates are collected until their estimated tokens fill it. */
  tokens: number;
  weak: boolean;
}

export interface ContextCandidates {
  /** Best first. */
  candidates: ContextCandidate[];
  /** A better passage contains the same words, or they have no words. */
  repeated: number;
  modesUsed: Arm[];
}

export interface TokenCounts {
  counts: number[];
  counter: 'model' | 'estimate';
}

/** A passage that a context contains. */
export interface ContextPassage extends ContextCandidate {
  /** The number by which `text` cites it: `[1]`, `[2]` … in reading order. */
  citation: number;
}

/** What `client.context()` returns: passages for a prompt, within a budget of tokens. */
export interface Context {
  query: string;
  /** The passages with headings and numbers, ready for a prompt. Empty if nothing was found, or nothing fits. */
  text: string;
  /** The passages in the order in which `text` has them. */
  passages: ContextPassage[];
  /** Number of tokens of `text`, as counted by `counter`; never above `budget`. */
  tokens: number;
  budget: number;
  /** The caller's function, the embedding model's tokenizer, or an estimate. */
  counter: 'given' | 'model' | 'estimate';
  /** Number of passages left out, because there was no space or a better one contains the same words. */
  omitted: number;
  modesUsed: Arm[];
}
