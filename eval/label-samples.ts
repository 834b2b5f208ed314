/** Collects samples for fitting labels. A question with answers in the store is searched for with and without them. */

import type { SearchSettings } from '../src/core/options/options.ts';
import { joinSettings } from '../src/core/options/resolve-options.ts';
import { EVIDENCE } from '../src/core/ranking/calibration.ts';
import { type Background, questionEvidence } from '../src/core/ranking/relevance.ts';
import type { Memory } from '../src/core/record/memory.ts';
import type { RelevanceLabel } from '../src/core/results/response.ts';
import type { RankedHit, RankedPage } from '../src/engine/search/contract.ts';
import { COLUMN_SETTINGS } from './columns.ts';
import type { DataSet, JudgedQuery } from './data-set.ts';
import type { EvaluationEngine } from './engine.ts';
import { inRankedOrder, JUDGED_HITS } from './run-set.ts';
import { settingsOf } from './settings.ts';

/** `own`: the set's questions without an answer in the store. `foreign`: another set's questions. */
export type Run = 'present' | 'removed' | 'own' | 'foreign';

export interface SampleHit {
  evidence: number[];
  embedded: boolean;
  answer: boolean;
  relevance: number;
  label: RelevanceLabel;
}

export interface LabelSample {
  /** A set's name, or for example `mixed 60`. */
  store: string;
  /** They have the same texts, so they're left out of a fit together. */
  family: string;
  run: Run;
  background: Background;
  question: Float64Array;
  answerable: number;
  hits: SampleHit[];
}

export interface Asked {
  query: JudgedQuery;
  family: string;
  foreign: boolean;
}

/** `xquad` for `xquad-de`, `locomo` for `locomo-1`. */
export function familyOf(name: string): string {
  return name.replace(/[<:].*/, '').replace(/-(\d+|[a-z]{2})$/, '');
}

export function spread<Item>(list: readonly Item[], most: number): Item[] {
  const step = Math.max(1, list.length / most);
  return Array.from({ length: Math.min(most, list.length) }, (_, at) => list[Math.floor(at * step)]!);
}

export async function sampleStore(
  store: string,
  corpus: readonly Memory[],
  engine: EvaluationEngine,
  asked: readonly Asked[],
): Promise<LabelSample[]> {
  const stored = new Set(corpus.map(({ id }) => id));
  const samples: LabelSample[] = [];
  for (const { query, family, foreign } of asked) {
    const answers = [...query.judged].filter(([id, grade]) => grade > 0 && stored.has(id)).map(([id]) => id);
    const own = settingsOf((query.metadata.options ?? {}) as SearchSettings);
    const settings = joinSettings({ ...COLUMN_SETTINGS.hybrid, explain: true }, own);
    const rank = () => engine.searcher.rank(query.text, settings);
    const sample = (run: Run, page: RankedPage) => {
      if (page.background === null) return;
      samples.push({
        store,
        family,
        run,
        background: page.background,
        question: questionEvidence(page.background),
        answerable: page.answerable,
        hits: inRankedOrder(page)
          .slice(0, JUDGED_HITS)
          .map((hit) => sampleHit(hit, query)),
      });
    };
    if (answers.length === 0) {
      sample(foreign ? 'foreign' : 'own', await rank());
      continue;
    }
    sample('present', await rank());
    if (answers.length < corpus.length) sample('removed', await engine.without(answers, rank));
  }
  return samples;
}

function sampleHit({ id, label, scores }: RankedHit, query: JudgedQuery): SampleHit {
  return {
    evidence: EVIDENCE.map((name) => scores.evidence![name]),
    embedded: scores.similarity !== null,
    answer: (query.judged.get(id) ?? 0) > 0,
    relevance: scores.relevance,
    label,
  };
}

/** Many small stores, because each has only a few questions. */
const MIXED_STORES: readonly { memories: number; stores: number; families: number }[] = [
  { memories: 1, stores: 60, families: 1 },
  { memories: 2, stores: 40, families: 2 },
  { memories: 3, stores: 40, families: 2 },
  { memories: 6, stores: 30, families: 3 },
  { memories: 10, stores: 30, families: 3 },
  { memories: 25, stores: 16, families: 6 },
  { memories: 60, stores: 12, families: 6 },
  { memories: 300, stores: 5, families: 20 },
  { memories: 1_400, stores: 3, families: 20 },
];
const MOST_ASKED = 60;
const FOREIGN_ASKED = 3;
/** More answers could fill a mixed store. */
const MOST_ANSWERS = 12;

export interface MixedStore {
  name: string;
  corpus: Memory[];
  asked: Asked[];
}

/** Memories that answer nothing are added in pairs of neighbours, often on one subject. */
export function* mixedStores(sets: readonly DataSet[]): Generator<MixedStore> {
  const random = generator(12_345);
  const shuffled = <Item>(list: readonly Item[]): Item[] =>
    list
      .map((item) => ({ item, key: random() }))
      .sort((a, b) => a.key - b.key)
      .map(({ item }) => item);
  const pick = <Item>(list: readonly Item[]): Item => list[Math.floor(random() * list.length)]!;
  const apart = sets.map(withOwnIds).filter(({ queries }) => queries.length > 0);
  const oneOfEachFamily = (): DataSet[] => {
    const seen = new Set<string>();
    return shuffled(apart).filter(({ name }) => !seen.has(familyOf(name)) && seen.add(familyOf(name)));
  };

  for (const { memories, stores, families } of MIXED_STORES) {
    for (let store = 0; store < stores; store++) {
      const chosen = oneOfEachFamily().slice(0, families);
      const corpus = new Map<string, Memory>();
      const asked: Asked[] = [];
      for (let turn = 0; corpus.size < memories && turn < memories * 20; turn++) {
        const set = chosen[turn % chosen.length]!;
        const byId = new Map(set.corpus.map((memory) => [memory.id, memory]));
        if (random() < (memories < 300 ? 0.5 : 0.25)) {
          const query = pick(set.queries);
          asked.push({ query, family: familyOf(set.name), foreign: false });
          for (const id of query.judged.keys())
            if (byId.has(id) && corpus.size < memories) corpus.set(id, byId.get(id)!);
        }
        const start = Math.floor(random() * set.corpus.length);
        for (const offset of [0, 1]) {
          const memory = set.corpus[(start + offset) % set.corpus.length]!;
          if (corpus.size < memories) corpus.set(memory.id, memory);
        }
      }
      const foreign = oneOfEachFamily()
        .slice(0, FOREIGN_ASKED)
        .map((set) => ({ query: pick(set.queries), family: familyOf(set.name), foreign: true }));
      yield {
        name: `mixed ${memories.toLocaleString('en')}`,
        corpus: [...corpus.values()],
        asked: [...spread(asked, MOST_ASKED), ...foreign],
      };
    }
  }
}

function withOwnIds(set: DataSet): DataSet {
  const own = (id: string): string => `${set.name}/${id}`;
  return {
    name: set.name,
    corpus: set.corpus.map((memory) => ({ ...memory, id: own(memory.id), contentHash: own(memory.id) })),
    queries: set.queries
      .filter(
        ({ judged, metadata }) => judged.size > 0 && judged.size <= MOST_ANSWERS && metadata.options === undefined,
      )
      .map((query) => ({ ...query, judged: new Map([...query.judged].map(([id, grade]) => [own(id), grade])) })),
  };
}

function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
