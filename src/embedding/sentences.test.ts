import { describe, expect, it } from 'vitest';
import { splitSentences } from './sentences.ts';

const sentencesOf = (passage: string): string[] =>
  splitSentences(passage).map(({ start, end }) => passage.slice(start, end));

describe('a sentence of a passage', () => {
  it.each([
    'The plumber is Mr. Adeyemi, 020 7946 0135.',
    'Ask Dr. J. Weber about the knee before summer.',
    'Das Fahrrad steht in der Kellerstr. 4 hinter dem Haus.',
    'Die Heizung braucht Wasser, z.B. einmal im Monat.',
    'It takes approx. two hours by train.',
  ])('goes on after an abbreviation: %s', (first) => {
    expect(sentencesOf(`${first} Call before you leave.`)).toEqual([first, 'Call before you leave.']);
  });

  it('begins after a short heading', () => {
    expect(sentencesOf('## Money\n\nThe savings account pays for the windows. The floor comes later.')).toEqual([
      'The savings account pays for the windows.',
      'The floor comes later.',
    ]);
  });

  it('is the heading if the passage has nothing else', () => {
    expect(sentencesOf('# Paint')).toEqual(['# Paint']);
  });

  it('contains a short one before it', () => {
    expect(sentencesOf('Yes. The key hangs behind the blue cupboard.')).toEqual([
      'Yes. The key hangs behind the blue cupboard.',
    ]);
  });
});
