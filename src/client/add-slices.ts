/**
 * Sends a long list in slices, because cloning 10,000 records in one message blocked the page for over 100 ms. The
 * engine still stores all slices in one write.
 */
import { HybridSearchError, isHybridSearchError } from '../core/errors.ts';
import type { Memory, MemoryInput } from '../core/record/memory.ts';
import type { EngineApi } from '../protocol/engine-api.ts';
import type { Arguments, CallOptions } from '../protocol/rpc.ts';
import { turns as pageTurns, type Turns } from '../protocol/yield.ts';
import { isUncloneable, toPlain } from './plain-data.ts';

const SLICE = 500;
const SLICE_UNITS = 1_048_576;

export type AddFrom = (args: Arguments<EngineApi['addManyFrom']>, options: CallOptions<Memory[]>) => Promise<void>;

export const needsSlices = (inputs: readonly unknown[]): boolean => inputs.length > SLICE;

export async function addInSlices(
  inputs: readonly MemoryInput[],
  addFrom: AddFrom,
  turns: Pick<Turns, 'next'> = pageTurns,
): Promise<Memory[]> {
  const { port1, port2 } = new MessageChannel();
  const abort = new AbortController();
  const stored: Memory[] = [];
  const added = addFrom([port2, inputs.length], {
    transfer: [port2],
    signal: abort.signal,
    onProgress: (slice) => {
      for (const memory of slice) stored.push(memory);
    },
  });
  try {
    let sent = 0;
    for (const slice of slicesOf(inputs)) {
      post(port1, slice, sent);
      sent += slice.length;
      await turns.next();
    }
  } catch (cause) {
    added.catch(() => {});
    abort.abort();
    if (isHybridSearchError(cause)) throw cause;
    throw new HybridSearchError('internal', 'addMany: the memories can’t be sent to the worker', { cause });
  }
  await added.finally(() => port1.close());
  return stored;
}

/** For a slice that can't be cloned, sends plain copies of its records. */
function post(port: MessagePort, slice: readonly MemoryInput[], before: number): void {
  try {
    port.postMessage(slice);
  } catch (error) {
    if (!isUncloneable(error)) throw error;
    port.postMessage(slice.map((input, index) => toPlain(input, 'invalid-memory', `[${before + index}]`)));
  }
}

function* slicesOf(inputs: readonly MemoryInput[]): Iterable<readonly MemoryInput[]> {
  for (let at = 0; at < inputs.length; ) {
    let end = at;
    for (let units = 0; end < inputs.length && end - at < SLICE && units < SLICE_UNITS; end++) {
      units += unitsOf(inputs[end]);
    }
    yield inputs.slice(at, end);
    at = end;
  }
}

/** Estimates a record's size, in UTF-16 units of text plus bytes of pictures. The record isn't validated yet. */
export function unitsOf(input: Partial<MemoryInput> | null | undefined): number {
  let units = typeof input?.text === 'string' ? input.text.length : 0;
  if (Array.isArray(input?.images)) for (const image of input.images) units += image?.data?.byteLength ?? 0;
  return units;
}
