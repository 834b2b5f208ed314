/** Encodes a position in the change log as text, with the generation, because it's valid only within one. */
import { HybridSearchError } from '../../core/errors.ts';
import type { StoreState } from './memory-store.ts';

export type Position = Pick<StoreState, 'seq' | 'generation'>;

export const encodePosition = ({ seq, generation }: Position): string => `${seq}@${generation}`;

/** Errors: `invalid-option`. */
export function decodePosition(text: unknown): Position {
  const [, seq, generation] = (typeof text === 'string' && /^(\d+)@(.+)$/s.exec(text)) || [];
  if (seq === undefined || generation === undefined) {
    throw new HybridSearchError('invalid-option', 'must be a value that position() returned', {
      path: 'unchangedSince',
    });
  }
  return { seq: Number(seq), generation };
}
