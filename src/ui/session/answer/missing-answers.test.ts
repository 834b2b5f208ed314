import { describe, expect, it } from 'vitest';
import type { SearchResponse } from '../../../core/results/response.ts';
import type { Stats } from '../../shared/engine-access.ts';
import { isDoubtful, unreadLanguages, unreadNotes } from './missing-answers.ts';

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

const stats = (memories: number, unread: Stats['unread']) => ({ memories, unread }) as Stats;

describe('unread notes', () => {
  it('are worth a line if more than one in twenty', () => {
    expect(unreadNotes(stats(100, { de: 3, zh: 2 }))).toBeNull();
    expect(unreadNotes(stats(100, { zh: 2, de: 4 }))).toEqual({ notes: 6, most: false, languages: ['de', 'zh'] });
  });

  it('are none in an empty or unknown store', () => {
    expect(unreadNotes(stats(0, {}))).toBeNull();
    expect(unreadNotes(null)).toBeNull();
  });
});

describe('languages in which an answer may be missing', () => {
  const answer = (given: { label?: string; answerable?: number; query?: string; modes?: string[] }): SearchResponse => {
    const { label, answerable = 0.01, query = null, modes = ['keyword', 'semantic'] } = given;
    const hits = label === undefined ? [] : [{ label }];
    return { hits, answerable, modesUsed: modes, understood: { unreadLanguage: query } } as unknown as SearchResponse;
  };
  const german = { notes: 12, most: false, languages: ['de'] };

  it('are those of the unread notes if nothing answers, or probably nothing', () => {
    expect(unreadLanguages(answer({}), german)).toEqual(['de']);
    expect(unreadLanguages(answer({ label: 'possible' }), german)).toEqual(['de']);
    expect(unreadLanguages(answer({ label: 'possible' }), null)).toEqual([]);
  });

  it('are none over rows that may well answer, unless most notes are unread', () => {
    const likely = answer({ label: 'likely', answerable: 0.3 });
    expect(unreadLanguages(likely, german)).toEqual([]);
    expect(unreadLanguages(likely, { ...german, most: true })).toEqual(['de']);
  });

  it('is the language of the query, whatever the notes are in', () => {
    expect(unreadLanguages(answer({ label: 'likely', query: 'zh' }), german)).toEqual(['zh']);
    expect(unreadLanguages(answer({ label: 'likely', answerable: 0.3, query: 'zh' }), null)).toEqual(['zh']);
  });

  it('are none if a strong match answers, or if the model was not asked', () => {
    expect(unreadLanguages(answer({ label: 'strong', query: 'zh' }), german)).toEqual([]);
    expect(unreadLanguages(answer({ label: 'possible', modes: ['keyword'] }), german)).toEqual([]);
  });
});
