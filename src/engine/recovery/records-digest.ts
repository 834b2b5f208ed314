/** Computes the count and set hash of memories, to compare them with those in the head. Pure. */
import { setHashOf } from '../store/memory-codec.ts';
import type { Head } from '../store/schema.ts';

export interface RecordsDigest {
  count: number;
  hash: number;
}

/** @param present position by id */
export function digestOf(present: ReadonlyMap<string, number>): RecordsDigest {
  let hash = 0;
  for (const [id, seq] of present) hash = (hash + setHashOf(id, seq)) >>> 0;
  return { count: present.size, hash };
}

export const matchesHead = (head: Head, { count, hash }: RecordsDigest): boolean =>
  head.count === count && head.hash === hash;

export const isComplete = (head: Head, records: number): boolean => !head.restoring && head.count === records;
