import { describe, expect, it } from 'vitest';
import { parseQuery } from './parse.ts';
import { respelledCodes } from './respelled-codes.ts';

function asked(query: string, isHeld: (phrase: string) => boolean): number {
  let times = 0;
  respelledCodes(parseQuery(query), (phrase) => {
    times++;
    return isHeld(phrase);
  });
  return times;
}

describe('limits the work for a query', () => {
  const digits = '31415926535897932384626433832795028841';

  it('cuts a code whose every piece is a word', () => {
    const single = (phrase: string) => !phrase.includes(' ') && phrase.length <= 12;
    expect(asked(digits, single)).toBeLessThan(520);
    expect(asked(Array(20).fill(`${digits}x`).join(' '), single)).toBeLessThan(3 * 520);
  });

  it('leaves a pasted list of numbers as it is', () => {
    const numbers = Array.from({ length: 300 }, (_, at) => String(1_234_567 + at * 7_919)).join(' ');
    expect(asked(numbers, () => false)).toBe(0);
    expect(asked(numbers.split(' ').slice(0, 30).join(' '), () => false)).toBeLessThan(500);
  });
});

it('leaves phrases, exclusions and words that are being typed alone', () => {
  for (const query of ['"4155552672"', 'call -x4155552672', '4155552672*', 'call me']) {
    const parsed = parseQuery(query);
    expect(
      respelledCodes(parsed, (phrase) => phrase !== '4155552672'),
      query,
    ).toBe(parsed);
  }
});
