import { CONVERSATION_TYPE } from '../../core/record/memory-limits.ts';
import type { Waiting } from '../state/sync-state.ts';

/** A memory, its stamp, or its synced fields. */
export interface Typed {
  type?: unknown;
}

export const isMessage = ({ type }: Typed): boolean => type === CONVERSATION_TYPE;

export const waitingOf = (id: string, memory: string, about: Typed): Waiting => ({
  id,
  memory,
  ...(isMessage(about) && { isMessage: true }),
});
