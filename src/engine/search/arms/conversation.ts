/** Scores the last messages of the caller's session by recency, overlap with the query, and role. */

import type { Scope } from '../../../core/filter/scope.ts';
import { CandidateList } from '../../../core/ranking/candidate-list.ts';
import type { MemoryRow, Ordinal } from '../../../core/record/memory.ts';
import type { MemoryTable } from '../../table/memory-table.ts';
import type { MessageGroups } from '../message-groups.ts';
import type { CandidateArmResult } from './arm.ts';

const RECENCY_SHARE = 0.5;
const OVERLAP_SHARE = 0.3;
const ROLE_SHARE = 0.2;
const ROLE_SCORES = { user: 1, assistant: 0.5, system: 0 } as const;

export interface ConversationRequest {
  window: number;
  /** `[size]` share of the query's idf mass. Null if the keyword arm didn't run. */
  overlap: Float32Array | null;
  /** Whether the query has an unresolved pronoun. Only then can a message that shares no word be a candidate. */
  pronoun: boolean;
}

export type ConversationArm = (session: string, scope: Scope, request: ConversationRequest) => CandidateArmResult;

export function createConversationArm(table: MemoryTable, groups: MessageGroups): ConversationArm {
  return (session, scope, request) => rankMessages(table, groups.session(session), scope, request);
}

function rankMessages(
  table: MemoryTable,
  ordinals: Iterable<Ordinal>,
  scope: Scope,
  request: ConversationRequest,
): CandidateArmResult {
  const messages: { ordinal: Ordinal; row: MemoryRow }[] = [];
  for (const ordinal of ordinals) {
    const row = table.row(ordinal);
    if (row !== undefined && (scope.allowed === null || scope.allowed[ordinal] === 1)) messages.push({ ordinal, row });
  }
  messages.sort((a, b) => b.row.createdAt - a.row.createdAt || b.row.seq - a.row.seq);
  const scores = new Map<Ordinal, number>();
  messages.slice(0, request.window).forEach(({ ordinal, row }, age) => {
    const overlap = request.overlap?.[ordinal] ?? 0;
    if (overlap === 0 && !request.pronoun) return;
    const recency = 1 - age / request.window;
    const role = ROLE_SCORES[row.role ?? 'assistant'];
    scores.set(ordinal, RECENCY_SHARE * recency + OVERLAP_SHARE * overlap + ROLE_SHARE * role);
  });
  return { arm: 'conversation', candidates: CandidateList.of(scores), count: scores.size, milliseconds: 0 };
}
