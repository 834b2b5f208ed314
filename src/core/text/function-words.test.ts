import { expect, it } from 'vitest';
import { isFunctionWord, isFunctionWordAsTyped } from './function-words.ts';

it('recognises the function words of a question as typed: umlauts, capitals, typographic apostrophes', () => {
  for (const typed of ['für', 'Können', 'könnte', 'über', 'WOFÜR', 'aren’t', 'What', 'weil'])
    expect(isFunctionWordAsTyped(typed), typed).toBe(true);
  for (const typed of ['tapestry', 'TX-3017', 'Führung']) expect(isFunctionWordAsTyped(typed), typed).toBe(false);
});

it('looks tokens up folded', () => {
  expect(isFunctionWord('fur')).toBe(true);
  expect(isFunctionWord('für')).toBe(false);
});
