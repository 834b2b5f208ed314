import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { Frame, WalEntry } from './frames.ts';
import { decodeFrames, encodeFrame, unabortedEntries } from './frames.ts';

/** Number of bytes that went through a checksum. */
let summed = 0;
vi.mock('../../core/bytes/checksum.ts', async (original) => {
  const actual = await original<typeof import('../../core/bytes/checksum.ts')>();
  return {
    crc32c: (bytes: Uint8Array, previous?: number) => {
      summed += bytes.length;
      return actual.crc32c(bytes, previous);
    },
    rangeChecksums: (bytes: Uint8Array) => {
      summed += bytes.length;
      return actual.rangeChecksums(bytes);
    },
  };
});

/** Any UTF-16 unit, lone surrogates included. */
const unit = fc.nat(0xffff).map((code) => String.fromCharCode(code));

const entry = (): fc.Arbitrary<WalEntry> =>
  fc.record({
    kind: fc.constantFrom('put' as const, 'remove' as const, 'clear' as const),
    seq: fc.nat(),
    id: fc.string({ unit, maxLength: 20 }),
    crc: fc.nat(),
    body: fc.uint8Array({ maxLength: 60 }),
  });

const frame = (): fc.Arbitrary<Frame> =>
  fc.oneof(
    fc.record({
      kind: fc.constant('batch' as const),
      batch: fc.nat(1_000),
      entries: fc.array(entry(), { maxLength: 4 }),
    }),
    fc.record({ kind: fc.constant('abort' as const), batch: fc.nat(1_000) }),
  );

function file(frames: readonly Frame[], salt: number): { bytes: Uint8Array; ends: number[] } {
  const parts: Uint8Array[] = [];
  const ends: number[] = [];
  let length = 0;
  for (const one of frames) {
    const part = encodeFrame(one, salt, length);
    parts.push(part);
    length += part.length;
    ends.push(length);
  }
  return { bytes: Uint8Array.from(parts.flatMap((part) => [...part])), ends };
}

const plain = (frames: readonly Frame[]): string =>
  JSON.stringify(
    frames.map((one) =>
      one.kind === 'abort'
        ? one
        : {
            ...one,
            entries: one.entries.map(({ seq, kind, id, crc, body }) => ({ seq, kind, id, crc, body: [...body] })),
          },
    ),
  );

describe('frames', () => {
  it('are read back as they were written', () => {
    fc.assert(
      fc.property(fc.array(frame(), { maxLength: 6 }), fc.nat(), (frames, salt) => {
        const { bytes } = file(frames, salt);
        const decoded = decodeFrames(bytes, salt);
        expect(plain(decoded.frames)).toBe(plain(frames));
        expect(decoded).toMatchObject({ end: bytes.length, damaged: false });
      }),
    );
  });

  it('are exactly the complete ones after any truncation', () => {
    fc.assert(
      fc.property(fc.array(frame(), { minLength: 1, maxLength: 6 }), fc.nat(), fc.nat(), (frames, salt, cut) => {
        const { bytes, ends } = file(frames, salt);
        const length = cut % bytes.length;
        const whole = ends.filter((end) => end <= length).length;
        const decoded = decodeFrames(bytes.subarray(0, length), salt);
        expect(plain(decoded.frames)).toBe(plain(frames.slice(0, whole)));
        expect(decoded).toMatchObject({ end: ends[whole - 1] ?? 0, damaged: false });
      }),
    );
  });

  it('are all but the damaged one after any flipped bit', () => {
    fc.assert(
      fc.property(fc.array(frame(), { minLength: 1, maxLength: 6 }), fc.nat(), fc.nat(), (frames, salt, bit) => {
        const { bytes, ends } = file(frames, salt);
        const at = (bit >> 3) % bytes.length;
        bytes[at]! ^= 1 << (bit & 7);
        const hit = ends.findIndex((end) => at < end);
        const decoded = decodeFrames(bytes, salt);
        expect(plain(decoded.frames)).toBe(plain(frames.filter((_, i) => i !== hit)));
        expect(decoded.damaged).toBe(hit < frames.length - 1);
      }),
    );
  });

  it('are searched for in damaged bytes in linear time, whatever lengths these claim', () => {
    const sound = encodeFrame({ kind: 'batch', batch: 7, entries: [] }, 4711, 0);
    const work = (size: number): number => {
      const bytes = new Uint8Array(size);
      const view = new DataView(bytes.buffer);
      for (let at = 0; at + 8 <= size; at += 8) {
        bytes.set(sound.subarray(0, 4), at);
        view.setUint32(at + 4, size >> 1, true);
      }
      const before = summed;
      expect(decodeFrames(bytes, 4711).frames).toEqual([]);
      return summed - before;
    };
    const once = work(1 << 14);
    expect(work(1 << 15)).toBeLessThan(2.1 * once);
    expect(once).toBeLessThan(4 * (1 << 14));
  });

  it('are found after damage that claims to cover them', () => {
    const broken = encodeFrame({ kind: 'batch', batch: 1, entries: [] }, 4711, 0);
    const frames = [2, 3].map((batch): Frame => ({ kind: 'batch', batch, entries: [] }));
    let bytes = broken.slice();
    for (const one of frames) bytes = Uint8Array.from([...bytes, ...encodeFrame(one, 4711, bytes.length)]);
    new DataView(bytes.buffer).setUint32(4, bytes.length - 12, true);
    expect(decodeFrames(bytes, 4711)).toMatchObject({ frames, damaged: true, end: bytes.length });
  });

  it("aren't found in arbitrary bytes", () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(), (bytes, salt) => {
        expect(decodeFrames(bytes, salt).frames).toEqual([]);
      }),
    );
  });

  it("inside a memory's text aren't read when the frame around them is damaged", () => {
    const forged = encodeFrame({ kind: 'batch', batch: 9, entries: [] }, 0, 0);
    const entries: WalEntry[] = [{ seq: 1, kind: 'put', id: 'a', crc: 0, body: forged }];
    const bytes = encodeFrame({ kind: 'batch', batch: 1, entries }, 4711, 0);
    bytes[13]! ^= 1;
    expect(decodeFrames(bytes, 4711).frames).toEqual([]);
  });
});

describe('valid entries', () => {
  const put = (seq: number): WalEntry => ({ seq, kind: 'put', id: `m${seq}`, crc: 0, body: new Uint8Array() });

  it('exclude an aborted batch, and include one that reuses its positions', () => {
    const frames: Frame[] = [
      { kind: 'batch', batch: 0, entries: [put(1)] },
      { kind: 'batch', batch: 1, entries: [put(2), put(3)] },
      { kind: 'abort', batch: 1 },
      { kind: 'batch', batch: 2, entries: [put(2)] },
    ];
    expect(unabortedEntries(frames).map((one) => one.seq)).toEqual([1, 2]);
  });
});
