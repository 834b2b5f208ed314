import { expect, it } from 'vitest';
import type { Memory, MemoryInput } from '../core/record/memory.ts';
import { gather, inSlices } from '../engine/transfer/slices.ts';
import { type AddFrom, addInSlices, needsSlices } from './add-slices.ts';

const inputs = (count: number, text = 'short'): MemoryInput[] =>
  Array.from({ length: count }, (_, n) => ({ id: `${n}`, text: `${n} ${text}` }));

function engine() {
  const seen = { messages: [] as number[], gathered: [] as MemoryInput[], aborted: false };
  const addFrom: AddFrom = async ([port, count], { signal, onProgress }) => {
    signal!.addEventListener('abort', () => {
      seen.aborted = true;
    });
    const all = gather<MemoryInput>(port, count, signal!);
    const receive = port.onmessage!;
    port.onmessage = (event) => {
      seen.messages.push(event.data.length);
      receive.call(port, event);
    };
    seen.gathered = await all;
    for (const slice of inSlices(seen.gathered)) onProgress?.(slice as Memory[]);
  };
  return { seen, addFrom };
}

it('sends a long list in slices, lets the page run in between, and returns all in order', async () => {
  const { seen, addFrom } = engine();
  let turns = 0;
  const given = inputs(1_234);
  const stored: Memory[] = await addInSlices(given, addFrom, {
    async next() {
      turns++;
    },
  });
  expect(stored).toEqual(given);
  expect(seen.gathered).toEqual(given);
  expect(seen.messages).toEqual([500, 500, 234]);
  expect(turns).toBe(3);
});

it('sends fewer where records are long', async () => {
  const { seen, addFrom } = engine();
  const given = inputs(600, 'x'.repeat(200_000));
  expect(await addInSlices(given, addFrom)).toHaveLength(600);
  expect(Math.max(...seen.messages)).toBeLessThanOrEqual(6);
});

it('adds nothing if one record cannot be sent', async () => {
  const { seen, addFrom } = engine();
  const given = [...inputs(900), { text: 'x', metadata: { f: () => 0 } } as unknown as MemoryInput];
  await expect(addInSlices(given, addFrom)).rejects.toMatchObject({
    code: 'invalid-memory',
    path: '[900].metadata.f',
  });
  expect(seen.aborted).toBe(true);
  expect(seen.gathered).toEqual([]);
});

it('sends short lists in one message', () => {
  expect(needsSlices(inputs(500))).toBe(false);
  expect(needsSlices(inputs(501))).toBe(true);
});
