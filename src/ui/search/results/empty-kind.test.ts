import { expect, test } from 'vitest';
import type { SearchResponse } from '../../../core/results/response.ts';
import { BLANK_SEARCH } from '../../session/answer/search-state.ts';
import { type EmptyFacts, EmptyKindKeeper } from './empty-kind.ts';

function kindAfter(response: Pick<SearchResponse, 'embeddedShare' | 'modesUsed'>) {
  const facts: EmptyFacts = {
    session: 'open',
    search: { ...BLANK_SEARCH, query: 'iron', phase: 'done', response: response as SearchResponse },
    browsing: false,
    filtered: false,
    rows: false,
    unread: false,
    refreshing: false,
    trouble: false,
    clearing: false,
  };
  return new EmptyKindKeeper().read(facts);
}

test.each([
  ['words and meaning', { modesUsed: ['keyword', 'semantic'], embeddedShare: 1 }, 'no-match'],
  ['words, and the meaning of some notes', { modesUsed: ['keyword', 'semantic'], embeddedShare: 0.5 }, 'no-word'],
  ['words alone', { modesUsed: ['keyword'], embeddedShare: 0 }, 'no-word'],
  ['meaning alone', { modesUsed: ['semantic'], embeddedShare: 1 }, 'no-meaning'],
  ['the meaning of some notes', { modesUsed: ['semantic'], embeddedShare: 0.5 }, 'unread'],
] as const)('an empty answer names only what was compared: %s', (_, { modesUsed, embeddedShare }, kind) => {
  expect(kindAfter({ modesUsed: [...modesUsed], embeddedShare })).toBe(kind);
});
