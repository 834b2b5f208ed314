import { describe, expect, it } from 'vitest';
import { adaptiveAlpha } from './adaptive-alpha.ts';

const facts = { vocabularyCoverage: 1, readsQuery: true, standout: null, memories: 1000, identifierShare: 0 };

describe('adaptiveAlpha', () => {
  it.each([
    [0, 0.5],
    [499, 0.5],
    [500, 0.7],
    [4999, 0.7],
    [5000, 0.8],
    [null, 0.5],
  ])('corpus: %s memories → %s', (memories, alpha) => {
    expect(adaptiveAlpha('corpus', { ...facts, memories })).toBe(alpha);
  });

  it.each([
    [1, 0.3],
    [0.51, 0.3],
    [0.5, 0.5],
    [0.21, 0.5],
    [0.2, 0.7],
    [0, 0.7],
  ])('query: identifier share %s → %s', (identifierShare, alpha) => {
    expect(adaptiveAlpha('query', { ...facts, identifierShare })).toBe(alpha);
  });

  it.each([
    [1, 0.7],
    [0.3, 0.7],
    [0.15, 0.55],
    [0, 0.4],
    [null, 0.7],
  ])('auto: vocabulary coverage %s → %s', (vocabularyCoverage, alpha) => {
    expect(adaptiveAlpha('auto', { ...facts, vocabularyCoverage })).toBeCloseTo(alpha, 10);
  });

  it.each([
    [0, 1, 0.6],
    [2.5, 1, 0.6],
    [3.5, 1, 0.7],
    [4.5, 1, 0.82],
    [9, 1, 0.95],
    [9, 0.15, 0.675],
    [9, 0, 0.4],
  ])('auto: best memory %s deviations above the mean, coverage %s → %s', (standout, vocabularyCoverage, alpha) => {
    expect(adaptiveAlpha('auto', { ...facts, standout, vocabularyCoverage })).toBeCloseTo(alpha, 10);
  });

  it.each([
    [0.3, 0.7],
    [0.15, 0.5],
    [0, 0.3],
  ])("auto: coverage %s in a language that the model doesn't read → %s", (vocabularyCoverage, alpha) => {
    expect(adaptiveAlpha('auto', { ...facts, readsQuery: false, vocabularyCoverage })).toBeCloseTo(alpha, 10);
  });
});
