/** Content and times, without access counts. Equal stamps mean equal memories. */
import type { Memory } from './memory.ts';

type Stamped = Pick<Memory, 'contentHash' | 'createdAt' | 'updatedAt' | 'expiresAt'>;

export const stampOf = ({ contentHash, createdAt, updatedAt, expiresAt }: Stamped): string =>
  [contentHash, createdAt, updatedAt, expiresAt ?? ''].join(' ');

export const hashOfStamp = (stamp: string): string => stamp.slice(0, stamp.indexOf(' '));
