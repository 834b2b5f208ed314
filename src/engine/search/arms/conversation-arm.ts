/**
 * The conversation arm (DESIGN C1): the last messages of the session that the caller is in, scored by recency, overlap
 * with the query, and role.
 */
import type { MemoryRow, Ordinal } from '../../../core/record/memory.ts';
import type { Scope } from '../../keyword/keyword-index.ts';
import type { MemoryTable } from '../deps.ts';
import { type ArmResult, evidenceOfUnitScores } from './arm-result.ts';

export const RECENCY_SHARE = 0.5;
export const OVERLAP_SHARE = 0.3;
export const ROLE_SHARE = 0.2;
const ROLE_SCORES = { user: 1, assistant: 0.5, system: 0 } as const;

export interface ConversationRequest {
  /** Messages considered, counted from the latest. */
  window: number;
  /** `[size]` share of the query's idf mass in the message; null without a keyword index. */
  overlap: Float32Array | null;
  /** Messages without overlap are candidates only where the query points back. */
  pronoun: boolean;
}

/** Messages of each session, unordered. */
export function messagesBySession(table: MemoryTable): Map<string, Ordinal[]> {
  const sessions = new Map<string, Ordinal[]>();
  for (let at = 0; at < table.size; at++) {
    const row = table.row(at as Ordinal);
    if (row?.type !== 'conversation' || row.session === undefined) continue;
    const messages = sessions.get(row.session);
    if (messages) messages.push(at as Ordinal);
    else sessions.set(row.session, [at as Ordinal]);
  }
  return sessions;
}

/** @param ordinals messages of the session, in any order */
export function conversationArm(
  table: MemoryTable,
  ordinals: readonly Ordinal[],
  scope: Scope,
  request: ConversationRequest,
): ArmResult {
  const messages: { ordinal: Ordinal; row: MemoryRow }[] = [];
  for (const ordinal of ordinals) {
    const row = table.row(ordinal);
    if (row !== undefined && (scope.allowed === null || scope.allowed[ordinal] === 1)) messages.push({ ordinal, row });
  }
  messages.sort((a, b) => b.row.createdAt - a.row.createdAt || b.row.seq - a.row.seq);
  const scores = new Float32Array(scope.size);
  let count = 0;
  messages.slice(0, request.window).forEach(({ ordinal, row }, age) => {
    const overlap = request.overlap?.[ordinal] ?? 0;
    if (overlap === 0 && !request.pronoun) return;
    const recency = 1 - age / request.window;
    scores[ordinal] =
      RECENCY_SHARE * recency + OVERLAP_SHARE * overlap + ROLE_SHARE * ROLE_SCORES[row.role ?? 'assistant'];
    count++;
  });
  return { arm: 'conversation', scores, evidence: evidenceOfUnitScores(scores), count, milliseconds: 0 };
}
