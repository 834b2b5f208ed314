/**
 * The conversation arm (C1): the last messages of the session that the caller is in, scored by recency, overlap
 * with the query, and role.
 */

import type { Scope } from '../../../core/filter/scope.ts';
import type { MemoryRow, Ordinal } from '../../../core/record/memory.ts';
import { perVersion } from '../../table/per-version.ts';
import type { MemoryTable } from '../../table/table.ts';
import type { ArmResult } from './arm.ts';
import { evidenceOfUnitScores } from './arm.ts';

const RECENCY_SHARE = 0.5;
const OVERLAP_SHARE = 0.3;
const ROLE_SHARE = 0.2;
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
function messagesBySession(table: MemoryTable): Map<string, Ordinal[]> {
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

export type ConversationArm = (session: string, scope: Scope, request: ConversationRequest) => ArmResult;

export function createConversationArm(table: MemoryTable): ConversationArm {
  const sessions = perVersion(table, messagesBySession);
  return (session, scope, request) => rankMessages(table, sessions().get(session) ?? [], scope, request);
}

/** @param ordinals messages of the session, in any order */
function rankMessages(
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
