import type { Memory } from './memory.ts';

const DAY_MS = 86_400_000;
const TRASH_DAYS = 30;

export type TrashedMemory = Memory & { trashedAt: number };

export const isTrashed = (memory: Memory | undefined): memory is TrashedMemory => memory?.trashedAt !== undefined;

export const endOf = ({ trashedAt, expiresAt = Infinity }: TrashedMemory): number =>
  Math.min(trashedAt + TRASH_DAYS * DAY_MS, expiresAt);

export const isInTrash = (memory: Memory | undefined, now: number): memory is TrashedMemory =>
  isTrashed(memory) && endOf(memory) > now;
