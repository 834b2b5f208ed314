import { describe, expect, it } from 'vitest';
import { recencyFactor } from './recency.ts';

const DAY = 86_400_000;
const now = 1_000 * DAY;

describe('recencyFactor', () => {
  it('halves after some seventy days at λ = 0.01', () => {
    expect(recencyFactor(now - 70 * DAY, now, 0.01, 0)).toBeCloseTo(0.5, 2);
    expect(recencyFactor(now, now, 0.01, 0)).toBe(1);
  });

  it('is off at λ = 0', () => {
    expect(recencyFactor(0, now, 0, 0)).toBe(1);
  });

  it('never rises for times in the future', () => {
    expect(recencyFactor(now + DAY, now, 0.01, 0)).toBe(1);
  });

  it('never falls below its floor', () => {
    expect(recencyFactor(0, now, 0.01, 0.3)).toBe(0.3);
  });
});
