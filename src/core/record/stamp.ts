/**
 * A stamp covers a memory's content, creation and last change, but not its accesses and expiry, because each device has
 * its own. Equal stamps mean equal memories.
 */
import type { Memory } from './memory.ts';

type Stamped = Pick<Memory, 'contentHash' | 'createdAt' | 'updatedAt'>;

/** Stored stamps end with a space, because earlier versions wrote the expiry after it. */
export const stampOf = ({ contentHash, createdAt, updatedAt }: Stamped): string =>
  `${contentHash} ${createdAt} ${updatedAt} `;

export const hashOfStamp = (stamp: string): string => stamp.slice(0, stamp.indexOf(' '));
