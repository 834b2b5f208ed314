import type { Memory } from '../src/core/record/memory.ts';
import { seededRandom } from '../src/testing/seeded-random.ts';
import type { DataSet, JudgedQuery } from './data-set.ts';
import { spread } from './label-samples.ts';

/** Many small stores, because each answers only a few questions. */
const DRAWN = [
  { memories: 12, stores: 30 },
  { memories: 80, stores: 6 },
];
/** Maximum number of questions that a drawn store has no answer to. */
const UNANSWERED = 30;
const LARGEST = 5_000;

export interface DrawnStore {
  memories: number;
  corpus: Memory[];
  queries: readonly JudgedQuery[];
}

/** The same sets give the same stores. */
export function* drawnStores(set: DataSet, fillers: readonly DataSet[]): Generator<DrawnStore> {
  const random = seededRandom(7);
  const shuffled = <Item>(items: readonly Item[]): Item[] =>
    items
      .map((item) => ({ item, key: random() }))
      .sort((a, b) => a.key - b.key)
      .map(({ item }) => item);
  for (const { memories, stores } of DRAWN) {
    for (let store = 0; store < stores; store++) {
      const corpus = shuffled(set.corpus).slice(0, memories);
      const ids = new Set(corpus.map(({ id }) => id));
      const isAnswered = ({ judged }: JudgedQuery) => [...judged.keys()].some((id) => ids.has(id));
      const others = shuffled(set.queries.filter((query) => !isAnswered(query)));
      yield { memories, corpus, queries: [...set.queries.filter(isAnswered), ...spread(others, UNANSWERED)] };
    }
  }
  yield { memories: set.corpus.length, corpus: set.corpus, queries: set.queries };
  if (fillers.length === 0) return;
  const filling = fillers.flatMap(({ name, corpus }) =>
    corpus.map((memory) => ({ ...memory, id: `${name}/${memory.id}`, contentHash: `${name}/${memory.id}` })),
  );
  const corpus = [...set.corpus, ...filling].slice(0, LARGEST);
  if (corpus.length < LARGEST)
    throw new Error(`the largest store needs ${LARGEST - corpus.length} more memories to fill it`);
  yield { memories: LARGEST, corpus, queries: set.queries };
}

const SUBJECTS = 8;

/** Groups questions into subjects, by the first tag of the note that answers them. A fit leaves out a whole subject. */
export function subjectOf(set: DataSet): (query: JudgedQuery) => string {
  const tags = [...new Set(set.corpus.map(({ tags: [first = ''] }) => first))].sort();
  const tagOf = new Map(set.corpus.map(({ id, tags: [first = ''] }) => [id, first]));
  return ({ judged }) => {
    const [answer] = judged.keys();
    const subject = answer === undefined ? 0 : tags.indexOf(tagOf.get(answer) ?? '') % SUBJECTS;
    return `${set.name}:${subject + 1}`;
  };
}
