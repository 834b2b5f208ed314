import { expect, test } from 'vitest';
import { timeOfWrittenDate } from './written-dates.ts';

const DATES = Array.from({ length: 12 }, (_, month) => new Date(2023, month, 28 - month, month * 2, 5 * month));

test.each(['en', 'de', 'es', 'fr', 'zh'])('reads long dates in %s, for each month', (language) => {
  for (const timeStyle of [undefined, 'short'] as const) {
    const format = new Intl.DateTimeFormat(language, { dateStyle: 'long', ...(timeStyle && { timeStyle }) });
    for (const date of DATES) {
      // Browsers don't parse the word that Intl puts before the time in English.
      const written = format.format(date).replace(' at ', ' ').replaceAll('\u202f', ' ');
      const expected = timeStyle ? date : new Date(date.getFullYear(), date.getMonth(), date.getDate());
      expect([written, timeOfWrittenDate(written)]).toEqual([written, expected.getTime()]);
    }
  }
});

test.each([
  ['1. April 2023 10:00', 10],
  ['1 de abril de 2023 12:00 a. m.', 0],
  ['1 de abril de 2023, 10:00 p. m.', 22],
  ['1 avril 2023 10:00 (UTC+2)', 10],
  ['2023年4月1日 下午10:00', 22],
  ['April 1, 2023 10:00 PM', 22],
])('reads %s', (written, hour) => {
  expect(timeOfWrittenDate(written)).toBe(new Date(2023, 3, 1, hour).getTime());
});

test.each(['Offen', '1. Entwurf 2023', '12 Monkeys 1995', ''])('%s is no date', (written) => {
  expect(timeOfWrittenDate(written)).toBeUndefined();
});
