import { describe, expect, it } from 'vitest';
import { alongDirection, FEEDBACK_PICKED, feedbackDirection } from './feedback.ts';

const NEAR = Int8Array.of(100, 0, 0);
const MIDDLE = Int8Array.of(0, 50, 0);
const FAR = Int8Array.of(0, 0, 20);

/** Three near ones, seventeen in between, the rest far. */
const vectorAt = (rank: number): Int8Array => (rank < 3 ? NEAR : rank < 20 ? MIDDLE : FAR);
const ranks = (count: number): number[] => Array.from({ length: count }, (_, rank) => rank);

describe('feedbackDirection', () => {
  it('points from the commonplace to what the first three share, whatever lengths vectors have', () => {
    const direction = feedbackDirection(ranks(FEEDBACK_PICKED), () => 1, vectorAt);
    expect([...direction!]).toEqual([1, 0, -1]);
  });

  it('weighs the first three by their scores', () => {
    const vectors = (rank: number) => (rank === 2 ? MIDDLE : vectorAt(rank));
    const direction = feedbackDirection(ranks(FEEDBACK_PICKED), (rank) => 3 - rank, vectors);
    expect(direction![0]).toBeCloseTo(5 / 6, 6);
    expect(direction![1]).toBeCloseTo(1 / 6, 6);
  });

  it('says nothing where fewer than twenty are beyond the twentieth', () => {
    expect(feedbackDirection(ranks(39), () => 1, vectorAt)).toBeNull();
    expect(feedbackDirection(ranks(40), () => 1, vectorAt)).not.toBeNull();
  });

  it('passes over rows without a vector, and says nothing where none of the first has one', () => {
    const some = (rank: number) => (rank === 0 ? null : vectorAt(rank));
    expect([...feedbackDirection(ranks(FEEDBACK_PICKED), () => 1, some)!]).toEqual([1, 0, -1]);
    const none = (rank: number) => (rank < 3 ? null : vectorAt(rank));
    expect(feedbackDirection(ranks(FEEDBACK_PICKED), () => 1, none)).toBeNull();
  });
});

it('alongDirection is the direction times the unit vector', () => {
  const direction = Float32Array.of(1, 0, -1);
  expect(alongDirection(direction, NEAR)).toBe(1);
  expect(alongDirection(direction, MIDDLE)).toBe(0);
  expect(alongDirection(direction, FAR)).toBe(-1);
});
