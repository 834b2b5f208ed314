import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PostingLists, posting } from './packed-lists.ts';

const list = fc
  .uniqueArray(fc.nat(4_000_000), { maxLength: 60 })
  .chain((ordinals) =>
    fc.tuple(
      ...ordinals.map((ordinal) =>
        fc
          .tuple(fc.nat(63), fc.nat(7), fc.boolean())
          .map(([text, title, tagged]) => posting(ordinal, text, title, tagged)),
      ),
    ),
  );

describe('postings', () => {
  it('survive serialization in ascending order of ordinals, read or not', () => {
    fc.assert(
      fc.property(fc.array(list, { maxLength: 12 }), (lists) => {
        const original = new PostingLists();
        original.grow(lists.length);
        for (const [term, packed] of lists.entries()) original.open(term).push(...packed);
        const parts = lists.map((_, term) => original.pack(term, null).slice());
        const loaded = new PostingLists();
        loaded.load(
          Uint8Array.from(parts.flatMap((part) => [...part])),
          parts.map((part) => part.length),
        );
        expect(lists.map((_, term) => loaded.pack(term, null).slice())).toEqual(parts);
        const rising = lists.map((packed) => [...packed].sort((a, b) => a - b));
        expect(lists.map((_, term) => [...loaded.of(term)])).toEqual(rising);
        expect(lists.map((_, term) => loaded.pack(term, null).slice())).toEqual(parts);
      }),
    );
  });

  it('are empty for an unknown term', () => {
    expect(new PostingLists().of(7)).toEqual([]);
  });
});
