import { describe, expect, it } from 'vitest';
import type { SearchResponse } from '../../core/results/response.ts';
import type { Stats } from '../shared/engine-access.ts';
import { unreadLanguages, unreadNotes } from './unread-notes.ts';

const stats = (memories: number, unread: Stats['unread']) => ({ memories, unread }) as Stats;

describe('unread notes', () => {
  it('are worth a line if more than one in twenty', () => {
    expect(unreadNotes(stats(100, { de: 3, zh: 2 }))).toBeNull();
    expect(unreadNotes(stats(100, { zh: 2, de: 4 }))).toEqual({ notes: 6, languages: ['de', 'zh'] });
  });

  it('are none in an empty or unknown store', () => {
    expect(unreadNotes(stats(0, {}))).toBeNull();
    expect(unreadNotes(null)).toBeNull();
  });
});

describe('languages in which an answer may be missing', () => {
  const answer = (label: 'strong' | 'likely', unreadLanguage: string | null, modesUsed = ['keyword', 'semantic']) =>
    ({ hits: [{ label }], modesUsed, understood: { unreadLanguage } }) as unknown as SearchResponse;
  const german = { notes: 12, languages: ['de'] };

  it('are those of the unread notes', () => {
    expect(unreadLanguages(answer('likely', null), german)).toEqual(['de']);
    expect(unreadLanguages(answer('likely', null), null)).toEqual([]);
  });

  it('is the language of the query, whatever the notes are in', () => {
    expect(unreadLanguages(answer('likely', 'zh'), german)).toEqual(['zh']);
    expect(unreadLanguages(answer('likely', 'zh'), null)).toEqual(['zh']);
  });

  it('are none if a strong match answers, or if the model was not asked', () => {
    expect(unreadLanguages(answer('strong', 'zh'), german)).toEqual([]);
    expect(unreadLanguages(answer('likely', null, ['keyword']), german)).toEqual([]);
  });
});
