import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BGE_SMALL } from '../src/core/model-profiles.ts';
import type { SearchResponse } from '../src/core/results/response.ts';
import { pageOfResponse } from '../src/ui/session/answer/answer-page.ts';
import { isDoubtful } from '../src/ui/session/answer/missing-answers.ts';
import { ResultsController, type ResultsFacts } from '../src/ui/session/answer/results-controller.ts';
import { BLANK_SEARCH } from '../src/ui/session/answer/search-state.ts';
import { type DataSet, readDataSets } from './data-set.ts';
import { buildEngine, type EvaluationEngine } from './engine.ts';
import { type EvaluationModel, openModel } from './models.ts';

let model: EvaluationModel;
let set: DataSet;
let notes: EvaluationEngine;
beforeAll(async () => {
  model = await openModel(BGE_SMALL);
  set = readDataSets(fileURLToPath(new URL('ordinary-notes', import.meta.url)))[0]!;
  notes = await buildEngine(set, model);
}, 120_000);
afterAll(async () => {
  await notes.close();
  await model.dispose();
});

function unanswered(question: string): Promise<SearchResponse> {
  const { judged } = set.queries.find(({ text }) => text === question)!;
  return notes.without(judged.keys(), () => notes.searcher.search(question));
}

function shown(response: SearchResponse, { whole = true, ...facts }: Partial<ResultsFacts> & { whole?: boolean } = {}) {
  const state = { ...BLANK_SEARCH, ...pageOfResponse(response), whole };
  return new ResultsController(
    { state },
    { isHidden: () => false, isUnfinished: () => false, unreadNotes: () => null, ...facts },
  );
}

describe('an answer is doubted', () => {
  it('once the notes that answer the question are gone, and not before', async () => {
    expect(shown(await notes.searcher.search('wifi password')).doubtful).toBe(false);
    const left = shown(await unanswered('wifi password'));
    expect(left.rows.length).toBeGreaterThan(0);
    expect(left.doubtful).toBe(true);
  });

  it('for a question about something else altogether', async () => {
    const left = shown(await notes.searcher.search('who wrote the national anthem'));
    expect(left.rows.length).toBeGreaterThan(0);
    expect(left.doubtful).toBe(true);
  });
});

describe('an answer is not doubted', () => {
  it('for any question that the notes answer', async () => {
    const answered = set.queries.filter(({ judged }) => judged.size > 0);
    const doubted: string[] = [];
    for (const { text } of answered) if (shown(await notes.searcher.search(text)).doubtful) doubted.push(text);
    expect(answered.length).toBeGreaterThan(70);
    expect(doubted).toEqual([]);
  });

  it('if the first hit is strong, however improbable an answer is', async () => {
    let strong = 0;
    const doubted: string[] = [];
    for (const { text } of set.queries) {
      const answer = await notes.searcher.search(text);
      if (answer.hits[0]?.label !== 'strong') continue;
      strong++;
      if (isDoubtful({ ...answer, answerable: 0 })) doubted.push(text);
    }
    expect(strong).toBeGreaterThan(30);
    expect(doubted).toEqual([]);
  });
});

describe('less is said of a doubtful answer', () => {
  it('while notes are being read, or the rows are only those by word', async () => {
    const response = await unanswered('wifi password');
    const unread = { notes: 5, most: false, languages: ['de'] };
    for (const unfinished of [{ isUnfinished: () => true }, { whole: false }]) {
      const results = shown(response, { unreadNotes: () => unread, ...unfinished });
      expect(results.rows.length).toBeGreaterThan(0);
      expect(results.doubtful).toBe(false);
      expect(results.unread).toEqual([]);
    }
  });

  it('if the model does not read some of the notes, which are named instead', async () => {
    const unread = { notes: 5, most: false, languages: ['de'] };
    const results = shown(await unanswered('wifi password'), { unreadNotes: () => unread });
    expect(results.doubtful).toBe(false);
    expect(results.unread).toEqual(['de']);
  });

  it('if the model does not read the question', async () => {
    const response = await notes.searcher.search('wie ist das WLAN im Hotel');
    const results = shown({ ...response, answerable: 0 });
    expect(results.rows.length).toBeGreaterThan(0);
    expect(results.doubtful).toBe(false);
    expect(results.unread).toEqual(['de']);
  });
});
