import { expect, it } from 'vitest';
import { BIGRAM, classAt, DIGIT, EMOJI, LOWER, OTHER, SEGMENTED, UPPER } from './character-class.ts';

it('agrees with the Unicode properties for ASCII', () => {
  for (let code = 0; code < 0x80; code++) {
    const character = String.fromCharCode(code);
    const expected = /\p{Nd}/u.test(character)
      ? DIGIT
      : /\p{Lu}/u.test(character)
        ? UPPER
        : /[\p{L}\p{M}\p{N}]/u.test(character)
          ? LOWER
          : /\p{Extended_Pictographic}|\p{Regional_Indicator}/u.test(character)
            ? EMOJI
            : OTHER;
    expect(classAt(character, 0), JSON.stringify(character)).toBe(expected);
  }
});

it('classifies other characters by script and property, and no lone surrogate', () => {
  const classes = [...'éÉ٣漢かカ한ทກម😀🇩—·\ud800'].map((character) => classAt(character, 0));
  expect(classes).toEqual([
    ...[LOWER, UPPER, DIGIT, BIGRAM, BIGRAM, BIGRAM, BIGRAM, BIGRAM],
    ...[SEGMENTED, SEGMENTED, EMOJI, EMOJI, OTHER, OTHER, OTHER],
  ]);
});
