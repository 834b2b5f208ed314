/**
 * A stamp covers a memory's content, creation and last change. It doesn't cover accesses and expiry, because devices
 * don't sync them. Memories with equal stamps can only differ in those.
 */
import type { Memory } from './memory.ts';

type Stamped = Pick<Memory, 'contentHash' | 'createdAt' | 'updatedAt'>;

/** Stored stamps end with a space, because earlier versions wrote the expiry after it. */
export const stampOf = ({ contentHash, createdAt, updatedAt }: Stamped): string =>
  `${contentHash} ${createdAt} ${updatedAt} `;

export const hashOfStamp = (stamp: string): string => stamp.slice(0, stamp.indexOf(' '));
