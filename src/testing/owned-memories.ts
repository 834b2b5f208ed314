/**
 * Messages and documents with a kept file, in a run of `sync-convergence.ts`. Only one device ever writes each of them,
 * so no edits conflict. At the end, every device must have exactly the last version that was acknowledged, unless the
 * device was killed during a later write: anything else was lost or revived.
 */
import type { MemoryInput } from '../core/record/memory.ts';
import type { ConvergingDevice, Outcome } from './converging-device.ts';
import type { Bytes } from './kept-files.ts';

type Content = Awaited<ReturnType<ConvergingDevice['content']>>;

const MEMORIES_A_DEVICE = 3;
/** The size of a piece. A file of a few bytes more has two. */
const PIECE_BYTES = 262_144;

export class OwnedMemories {
  readonly #pick: (count: number) => number;
  /** Text of the last version by id. Null: removed. */
  readonly #last = new Map<string, string | null>();
  #writes = 0;
  /** Acknowledged writes that weren't removals. */
  readonly written = { messages: 0, documents: 0 };

  constructor(pick: (count: number) => number) {
    this.#pick = pick;
  }

  async write(device: ConvergingDevice, owner: number, step: number): Promise<void> {
    // By turns, so that short runs have both.
    const isDocument = device.addDocument !== undefined && this.#writes++ % 2 === 0;
    const id = `${isDocument ? 'document' : 'message'}-${owner}-${this.#pick(MEMORIES_A_DEVICE)}`;
    const text = `written in step ${step}`;
    const current = await device.read(id);
    let outcome: Outcome;
    if (!current)
      outcome = await (isDocument ? device.addDocument!({ id, text }, this.#file()) : device.add(said(id, text)));
    else if (this.#pick(3) === 0) {
      ({ outcome } = await device.remove(id));
      if (outcome === 'done') this.#last.set(id, null);
      return;
    } else outcome = await device.update(current, { text });
    if (outcome === 'done') {
      this.#last.set(id, text);
      this.written[isDocument ? 'documents' : 'messages']++;
    }
    // A device that was killed may have written it.
    if (outcome === 'unknown') this.#last.delete(id);
  }

  faults(contents: readonly Content[]): string[] {
    return contents.flatMap((content, at) =>
      [...this.#last].flatMap(([id, text]) => faultOf(content, id, text).map((fault) => `device ${at + 1}: ${fault}`)),
    );
  }

  /** Compresses well, because one scenario's server refuses large bodies. */
  #file(): Bytes {
    const bytes = new Uint8Array(this.#pick(2) === 0 ? 100 : PIECE_BYTES + 100);
    for (let at = 0; at < 20; at++) bytes[at] = this.#pick(256);
    return bytes;
  }
}

const said = (id: string, text: string): MemoryInput => ({
  id,
  text,
  type: 'conversation',
  role: 'user',
  session: 'random',
  expiresAt: null,
});

function faultOf({ shown, files }: Content, id: string, expected: string | null): string[] {
  const json = shown[id];
  if (json === undefined) return expected === null ? [] : [`${id} is missing`];
  if (expected === null) return [`${id} was removed, and came back`];
  const [{ text, metadata }] = JSON.parse(json) as [{ text: string; metadata: { file?: string } }];
  if (text !== expected) return [`${id} is “${text}” instead of “${expected}”`];
  const { file } = metadata;
  return file !== undefined && files?.[id] !== file ? [`the file of ${id} is missing or another one`] : [];
}
