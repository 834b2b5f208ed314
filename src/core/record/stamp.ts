/** Content and times, without what each device has of its own: access counts and expiry. Equal stamps mean equal memories. */
import type { Memory } from './memory.ts';

type Stamped = Pick<Memory, 'contentHash' | 'createdAt' | 'updatedAt'>;

/** Stored stamps end with a space, because earlier versions added the expiry. */
export const stampOf = ({ contentHash, createdAt, updatedAt }: Stamped): string =>
  `${contentHash} ${createdAt} ${updatedAt} `;

export const hashOfStamp = (stamp: string): string => stamp.slice(0, stamp.indexOf(' '));
