import type { Memory } from '../core/record/memory.ts';

export interface EncodedError {
  name: string;
  code: string | null;
  message: string;
  path: string | null;
  url: string | null;
  current: Memory | null;
  stack: string | null;
  cause: EncodedError | null;
}

export type Message =
  | { kind: 'call'; id: number; method: string; args: unknown[] }
  | { kind: 'abort'; id: number }
  | { kind: 'result'; id: number; value: unknown }
  | { kind: 'failure'; id: number; error: EncodedError }
  | { kind: 'progress'; id: number; value: unknown }
  | { kind: 'event'; name: string; value: unknown }
  | { kind: 'ping' }
  | { kind: 'pong' };

export function isMessage(data: unknown): data is Message {
  return typeof data === 'object' && data !== null && typeof (data as { kind?: unknown }).kind === 'string';
}
