import { describe, expect, it } from 'vitest';
import type { SearchResponse } from '../../core/results/response.ts';
import { isDoubtful } from './doubt.ts';

function answer(answerable: number, label: 'strong' | 'likely' | null, unreadLanguage: string | null = null) {
  const hits = label === null ? [] : [{ label }];
  return { answerable, hits, understood: { unreadLanguage } } as unknown as SearchResponse;
}

describe('an answer is doubted', () => {
  it('if hardly any question like it has an answer', () => {
    expect(isDoubtful(answer(0.01, 'likely'))).toBe(true);
    expect(isDoubtful(answer(0.05, 'likely'))).toBe(false);
  });

  it('but not with a strong match, and not if there is nothing to doubt', () => {
    expect(isDoubtful(answer(0.01, 'strong'))).toBe(false);
    expect(isDoubtful(answer(0.01, null))).toBe(false);
  });

  it('but not if the model does not read the question', () => {
    expect(isDoubtful(answer(0.01, 'likely', 'de'))).toBe(false);
  });
});
