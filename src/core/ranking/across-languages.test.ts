import { expect, it } from 'vitest';
import { type LanguageId, UNKNOWN_LANGUAGE } from '../text/language.ts';
import { acrossLanguages, nearestLanguage } from './across-languages.ts';

const ENGLISH = 1 as LanguageId;
const GERMAN = 2 as LanguageId;

it('puts a near text of a far language before unrelated ones of a near language', () => {
  const unrelated = [...Array<number>(40).fill(0.8), ...Array<number>(40).fill(0.7)];
  const cosines = Float32Array.from([...unrelated, 0.79]);
  const compared = acrossLanguages(cosines, (row) => (row < 40 ? ENGLISH : GERMAN), { languages: 3, mean: 0.75 });
  expect(cosines[80]!).toBeLessThan(cosines[0]!);
  expect(compared[80]!).toBeGreaterThan(compared[0]!);
  expect(compared[0]!).toBeCloseTo(compared[40]!, 1);
});

it('moves a language of one text a little', () => {
  const cosines = Float32Array.from([...Array<number>(40).fill(0.8), 0.7]);
  const compared = acrossLanguages(cosines, (row) => (row < 40 ? ENGLISH : GERMAN), { languages: 3, mean: 0.8 });
  expect(compared[40]!).toBeCloseTo(0.7 + 0.1 / 6, 3);
});

it('leaves cosines of one language, and rows without a cosine', () => {
  const cosines = Float32Array.of(0.8, Number.NaN, 0.7);
  expect(acrossLanguages(cosines, () => ENGLISH, { languages: 3, mean: 0.75 })).toBe(cosines);
  expect(acrossLanguages(cosines, (row) => (row === 0 ? ENGLISH : GERMAN), { languages: 3, mean: 0.75 })[1]).toBeNaN();
});

it('takes the language of the texts that are nearest on average for that of the query', () => {
  const cosines = Float32Array.of(0.8, 0.82, 0.81, 0.7, 0.72, 0.9, Number.NaN);
  const nearest = (from: number) => nearestLanguage(cosines, (row) => (row < from ? ENGLISH : GERMAN), 3);
  expect(nearest(3)).toBe(ENGLISH);
  // Two texts are too few, even if one of them is the nearest.
  expect(nearest(5)).toBe(ENGLISH);
  expect(nearest(1)).toBe(GERMAN);
  expect(nearestLanguage(cosines.subarray(0, 2), () => ENGLISH, 3)).toBe(UNKNOWN_LANGUAGE);
});
