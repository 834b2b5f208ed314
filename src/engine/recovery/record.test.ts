import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Frame, JournalEntry } from './record.ts';
import { decodeFrames, encodeFrame, standingEntries } from './record.ts';

/** Any UTF-16 unit, lone surrogates included. */
const unit = fc.nat(0xffff).map((code) => String.fromCharCode(code));

const entry = (): fc.Arbitrary<JournalEntry> =>
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
    fc.record({ kind: fc.constant('void' as const), batch: fc.nat(1_000) }),
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
  JSON.stringify(frames, (_, value) => (value instanceof Uint8Array ? [...value] : value));

describe('journal frames', () => {
  it('come back as they were written', () => {
    fc.assert(
      fc.property(fc.array(frame(), { maxLength: 6 }), fc.nat(), (frames, salt) => {
        const { bytes } = file(frames, salt);
        const decoded = decodeFrames(bytes, salt);
        expect(plain(decoded.frames)).toBe(plain(frames));
        expect(decoded).toMatchObject({ end: bytes.length, damaged: false });
      }),
    );
  });

  it('after any truncation are exactly those that were whole', () => {
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

  it('after any flipped bit are the written ones without the one that was hit', () => {
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

  it('of arbitrary bytes are none', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), fc.nat(), (bytes, salt) => {
        expect(decodeFrames(bytes, salt).frames).toEqual([]);
      }),
    );
  });

  it('that a memory carries as its text are not read when the frame around them is damaged', () => {
    const forged = encodeFrame({ kind: 'batch', batch: 9, entries: [] }, 0, 0);
    const entries: JournalEntry[] = [{ seq: 1, kind: 'put', id: 'a', crc: 0, body: forged }];
    const bytes = encodeFrame({ kind: 'batch', batch: 1, entries }, 4711, 0);
    bytes[13]! ^= 1;
    expect(decodeFrames(bytes, 4711).frames).toEqual([]);
  });
});

describe('standing entries', () => {
  const put = (seq: number): JournalEntry => ({ seq, kind: 'put', id: `m${seq}`, crc: 0, body: new Uint8Array() });

  it('leave out a voided batch and keep one that reuses its positions', () => {
    const frames: Frame[] = [
      { kind: 'batch', batch: 0, entries: [put(1)] },
      { kind: 'batch', batch: 1, entries: [put(2), put(3)] },
      { kind: 'void', batch: 1 },
      { kind: 'batch', batch: 2, entries: [put(2)] },
    ];
    expect(standingEntries(frames).map((one) => one.seq)).toEqual([1, 2]);
  });
});
