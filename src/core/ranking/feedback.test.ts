import { describe, expect, it } from 'vitest';
import { alongDirection, FEEDBACK_PICKED, feedbackDirection } from './feedback.ts';

const axis = (which: number) => Int8Array.from({ length: 27 }, (_, at) => (Math.floor(at / 9) === which ? 100 : 0));
const NEAR = axis(0);
const MIDDLE = axis(1);
const FAR = axis(2);

const vectorAt = (rank: number): Int8Array => (rank < 3 ? NEAR : rank < 20 ? MIDDLE : FAR);
const ranks = (count: number): number[] => Array.from({ length: count }, (_, rank) => rank);
const parts = (direction: Float32Array | null) => [NEAR, MIDDLE, FAR].map((one) => alongDirection(direction!, one));

describe('feedbackDirection', () => {
  it('points from the general subject to what the first three share', () => {
    const [near, middle, far] = parts(feedbackDirection(ranks(FEEDBACK_PICKED), () => 1, vectorAt));
    expect(near).toBeCloseTo(1, 6);
    expect(middle).toBe(0);
    expect(far).toBeCloseTo(-1, 6);
  });

  it('weighs the first three by their scores', () => {
    const vectors = (rank: number) => (rank === 2 ? MIDDLE : vectorAt(rank));
    const [near, middle] = parts(feedbackDirection(ranks(FEEDBACK_PICKED), (rank) => 3 - rank, vectors));
    expect(near).toBeCloseTo(5 / 6, 6);
    expect(middle).toBeCloseTo(1 / 6, 6);
  });

  it('is null if fewer than twenty rows follow the twentieth', () => {
    expect(feedbackDirection(ranks(39), () => 1, vectorAt)).toBeNull();
    expect(feedbackDirection(ranks(40), () => 1, vectorAt)).not.toBeNull();
  });

  it('skips rows without a vector, and is null if none of the first has one', () => {
    const some = (rank: number) => (rank === 0 ? null : vectorAt(rank));
    expect(parts(feedbackDirection(ranks(FEEDBACK_PICKED), () => 1, some))[0]).toBeCloseTo(1, 6);
    const none = (rank: number) => (rank < 3 ? null : vectorAt(rank));
    expect(feedbackDirection(ranks(FEEDBACK_PICKED), () => 1, none)).toBeNull();
  });
});
