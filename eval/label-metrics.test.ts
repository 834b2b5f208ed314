import { describe, expect, it } from 'vitest';
import { calibrationError, type LabelledHit, labelMetrics } from './label-metrics.ts';

const hit = (relevance: number, answer: boolean): LabelledHit => ({
  relevance,
  label: relevance >= 0.5 ? 'strong' : relevance >= 0.1 ? 'likely' : 'weak',
  answer,
});

describe('labelMetrics', () => {
  it('compares labels with judgements', () => {
    const metrics = labelMetrics([
      { hits: [hit(0.9, true), hit(0.6, false), hit(0.05, false)], without: [hit(0.6, false), hit(0.05, false)] },
      { hits: [hit(0.05, true), hit(0.2, true)], without: [hit(0.02, false)] },
      { hits: [hit(0.3, false), hit(0.7, true)], without: null },
    ]);
    expect(metrics).toEqual({
      questions: 3,
      auroc: expect.closeTo((3 + 0.5 + 1 + 3) / 12, 10),
      strongRight: expect.closeTo(2 / 3, 10),
      answersStrong: 0.5,
      firstHidden: 0.5,
      removedStrong: 0.5,
      removedShown: 0.5,
      calibrationError: expect.any(Number),
    });
  });

  it('is null if there is nothing to count', () => {
    expect(labelMetrics([{ hits: [], without: [] }])).toEqual({
      questions: 1,
      auroc: null,
      strongRight: null,
      answersStrong: null,
      firstHidden: null,
      removedStrong: 0,
      removedShown: 0,
      calibrationError: null,
    });
  });
});

describe('calibrationError', () => {
  it('is zero if the numbers are right, and the distance if they are not', () => {
    const right = [hit(0.75, true), hit(0.75, true), hit(0.75, true), hit(0.75, false)];
    expect(calibrationError(right)).toBeCloseTo(0, 10);
    expect(calibrationError([hit(1, false), hit(1, false)])).toBe(1);
    expect(calibrationError([hit(0.9, false), hit(0.9, false), hit(0.15, true), hit(0.15, false)])).toBeCloseTo(
      0.5 * 0.9 + 0.5 * 0.35,
      10,
    );
  });
});
