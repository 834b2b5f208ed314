/** What `context()` answers, and what it is packed from. Types only; `pack-context.ts` packs. */
import type { Arm, SearchSettings } from '../options/options.ts';
import type { Role } from '../record/memory.ts';
import type { RelevanceLabel } from '../results/response.ts';

/** A passage that may go into a context: the best of one memory. Plain data: it crosses the worker boundary. */
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
  /** Enough candidates to fill this many tokens. */
  tokens: number;
  /** Whether weak hits fill what better ones leave. */
  weak: boolean;
}

export interface ContextCandidates {
  /** Best first; none whose words a better one holds. */
  candidates: ContextCandidate[];
  /** How many were left out for that. */
  repeated: number;
  modesUsed: Arm[];
}

/** How many tokens each text has, and who counted. */
export interface TokenCounts {
  counts: number[];
  counter: 'model' | 'estimate';
}

export interface ContextPassage extends ContextCandidate {
  /** The number by which `text` names it: `[1]`, `[2]` … in reading order. */
  citation: number;
}

export interface Context {
  query: string;
  /** The passages with headings and numbers, ready for a prompt; empty where nothing relevant was found. */
  text: string;
  /** In the order of `text`. */
  passages: ContextPassage[];
  /** Of `text`, by `counter`; never above `budget`. */
  tokens: number;
  budget: number;
  /** Who counted: the caller's function, the embedding model's own tokenizer, or an estimate. */
  counter: 'given' | 'model' | 'estimate';
  /** Passages that were found and left out: no room, or said already. */
  omitted: number;
  modesUsed: Arm[];
}
