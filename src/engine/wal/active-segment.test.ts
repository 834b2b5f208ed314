/**
 * Tests active segments on in-memory files: what the log contains after a tab was killed at the worst moment, how
 * segments of a former version are read, and that entries that a checkpoint covers are dropped.
 */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ActiveSegment } from './active-segment.ts';
import { HEADER_BYTES } from './file-header.ts';
import { encodeFrame, type WalEntry } from './frames.ts';
import type { LogFiles, SyncAccessHandle } from './log-files.ts';
import { replay } from './replay.ts';
import { decodeSealed, writeSealed } from './sealed-file.ts';
import { imageOfEntries } from './write-ahead-log.ts';

class MemoryFile implements SyncAccessHandle {
  bytes = new Uint8Array();

  read(target: Uint8Array, { at = 0 } = {}): number {
    const part = this.bytes.subarray(at, at + target.length);
    target.set(part);
    return part.length;
  }
  write(source: Uint8Array, { at = 0 } = {}): number {
    if (at + source.length > this.bytes.length) this.truncate(at + source.length);
    this.bytes.set(source, at);
    return source.length;
  }
  truncate(size: number): void {
    const bytes = new Uint8Array(size);
    bytes.set(this.bytes.subarray(0, size));
    this.bytes = bytes;
  }
  getSize(): number {
    return this.bytes.length;
  }
  flush(): void {}
  close(): void {}
}

const put = (seq: number, id: string, text: string): WalEntry => ({
  kind: 'put',
  seq,
  id,
  crc: seq,
  body: new TextEncoder().encode(text),
});
const textOf = (entry: WalEntry | undefined): string | undefined => entry && new TextDecoder().decode(entry.body);
const open = (file = new MemoryFile()): ActiveSegment => ActiveSegment.create('tail-a', file, 'store');
const read = (file: MemoryFile): WalEntry[] => ActiveSegment.reopen('tail-a', file)!.entries;
const amountsTo = (laterEntries: readonly WalEntry[]) =>
  replay({ checkpointSeq: 0, checkpointEntries: [], laterEntries });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a batch flushed by a tab that was killed before its transaction committed', () => {
  /** Returns the entries of a killed tab, and of the tab that later wrote at the same positions. */
  const race = (): { dead: WalEntry[]; live: WalEntry[] } => {
    const [one, two] = [new MemoryFile(), new MemoryFile()];
    const [dying, living] = [open(one), open(two)];
    living.append([put(1, 'bread', 'flour')]);
    vi.advanceTimersByTime(1);
    dying.append([put(2, 'salt', 'never acknowledged'), put(3, 'bread', 'never acknowledged'), put(4, 'oil', 'never')]);
    vi.advanceTimersByTime(1);
    living.append([put(2, 'bread', 'rye flour'), put(3, 'yeast', 'fresh')]);
    return { dead: read(one), live: read(two) };
  };

  it.each(['first', 'last'])('never overwrites what was committed at its positions, read %s', (order) => {
    const { dead, live } = race();
    const { entries, lastSeq, gapsAfter } = amountsTo(order === 'first' ? [...dead, ...live] : [...live, ...dead]);
    expect([...entries.keys()].sort()).toEqual(['bread', 'yeast']);
    expect(textOf(entries.get('bread'))).toBe('rye flour');
    expect([lastSeq, gapsAfter(0)]).toEqual([3, 0]);
  });

  it('is still recognised after its segment was sealed', async () => {
    const { dead, live } = race();
    const file = new MemoryFile();
    const files = {
      write: async (_: string, header: Uint8Array, content: Uint8Array) => {
        file.write(header, { at: 0 });
        file.write(content, { at: header.length });
      },
    } as unknown as LogFiles;
    await writeSealed(files, 'segment-a', 'sealed', imageOfEntries({ storeId: 'store', seq: 4 }, dead));
    const sealed = (await decodeSealed(file.bytes))!;
    expect(sealed.map(({ seq, id }) => [seq, id])).toEqual(dead.map(({ seq, id }) => [seq, id]));
    const { entries } = amountsTo([...live, ...sealed]);
    expect(textOf(entries.get('bread'))).toBe('rye flour');
    expect(entries.has('oil')).toBe(false);
  });

  it('is dropped even if the clock was set back before the other tab wrote', async () => {
    const segmentOfNewTab = async (file: MemoryFile): Promise<ActiveSegment> => {
      // Gives the next tab its own instance of the module.
      vi.resetModules();
      const fresh = await import('./active-segment.ts');
      return fresh.ActiveSegment.create('tail-a', file, 'store');
    };
    const [one, two] = [new MemoryFile(), new MemoryFile()];
    const [dying, living] = [await segmentOfNewTab(one), await segmentOfNewTab(two)];
    vi.advanceTimersByTime(1_000);
    dying.append([put(1, 'bread', 'never acknowledged')]);
    vi.setSystemTime(Date.now() - 3_600_000);
    vi.advanceTimersByTime(1_000);
    living.append([put(1, 'bread', 'rye flour')]);
    const { entries } = amountsTo([...read(one), ...read(two)]);
    expect(textOf(entries.get('bread'))).toBe('rye flour');
  });

  it('is restored if nobody wrote at its positions, because it may have committed', () => {
    const file = new MemoryFile();
    open(file).append([put(1, 'bread', 'flour')]);
    expect(textOf(amountsTo(read(file)).entries.get('bread'))).toBe('flour');
  });
});

describe('an aborted batch', () => {
  const seqs = (file: MemoryFile): number[] => read(file).map(({ seq }) => seq);

  it('is undone on a full disk', () => {
    const file = new MemoryFile();
    const segment = open(file);
    segment.append([put(1, 'bread', 'flour')]);
    const refused = segment.append([put(2, 'oil', 'refused')]);
    file.write = () => {
      throw new DOMException('No room', 'QuotaExceededError');
    };
    segment.abort(refused);
    expect(seqs(file)).toEqual([1]);
  });

  it('is undone before later batches too, which stay', () => {
    const file = new MemoryFile();
    const segment = open(file);
    const first = segment.append([put(1, 'bread', 'refused')]);
    const second = segment.append([put(1, 'bread', 'flour')]);
    segment.abort(first);
    expect(read(file).map(textOf)).toEqual(['flour']);
    segment.append([put(2, 'oil', 'olive')]);
    expect(seqs(file)).toEqual([1, 2]);
    segment.abort(second);
    expect(seqs(file)).toEqual([2]);
  });
});

it('reads a segment of a former version, which has no stamps, as before', () => {
  const file = new MemoryFile();
  open(file);
  const salt = new DataView(file.bytes.buffer).getUint32(8, true);
  const entries = [put(1, 'bread', 'flour'), put(2, 'salt', 'sea')];
  file.write(encodeFrame({ kind: 'batch', batch: 0, entries }, salt, HEADER_BYTES), { at: HEADER_BYTES });
  const found = read(file);
  expect(found.map(({ seq, id, stamp }) => [seq, id, stamp])).toEqual([
    [1, 'bread', undefined],
    [2, 'salt', undefined],
  ]);
  expect(textOf(amountsTo(found).entries.get('salt'))).toBe('sea');
});

describe('entries that a checkpoint covers', () => {
  it("aren't in the next segment, and a running transaction can still be aborted there", () => {
    const [before, after] = [new MemoryFile(), new MemoryFile()];
    const old = open(before);
    old.append([put(1, 'secret', 'SECRET')]);
    old.abort(old.append([put(2, 'secret', 'SECRET, refused')]));
    old.append([put(2, 'bread', 'flour')]);
    const running = old.append([put(3, 'salt', 'sea')]);
    const next = open(after);
    next.copyFrom(old, 1);
    expect(new TextDecoder().decode(after.bytes)).not.toContain('SECRET');
    expect(read(after).map(({ seq, id }) => [seq, id])).toEqual([
      [2, 'bread'],
      [3, 'salt'],
    ]);
    next.abort(running);
    next.append([put(3, 'oil', 'olive')]);
    expect(read(after).map(({ id }) => id)).toEqual(['bread', 'oil']);
    expect(next.lastSeq).toBe(3);
  });
});
