/** A word should take no longer than a question, because both are searched for by word and by meaning. */
import { oneWordQueries, questions } from '../queries.ts';
import { median, NONE, type Row, spread } from '../row.ts';
import { inPage, type Site } from '../site.ts';

const COUNT = 10_000;
const QUERIES = 80;
const OPTIONS = { name: 'bench', model: 'Xenova/bge-small-en-v1.5', modelLoad: 'manual' } as const;

/** @param vectors int8 rows in base64, made by the model */
export async function oneWordRows(site: Site, vectors: readonly string[], log: (line: string) => void): Promise<Row[]> {
  const visit = await site.browse();
  const page = await visit.page();
  const memories = `${COUNT.toLocaleString('en')} memories`;
  log(`storing ${memories} with vectors`);
  await inPage(page, 'seed', OPTIONS.name, COUNT, [...vectors]);
  await inPage(page, 'open', OPTIONS);
  await inPage(page, 'idle');
  await inPage(page, 'loadModel');
  log('words and questions in turns');
  const words = oneWordQueries(QUERIES, 21);
  const asked = questions(QUERIES, 22);
  await inPage(page, 'search', [...oneWordQueries(6, 23), ...questions(6, 24)], {});
  const inTurns = words.flatMap((word, at) => [word, asked[at]!]);
  const { times, withoutMeaning } = await inPage(page, 'search', inTurns, {});
  await visit.close();
  const [ofWords, ofQuestions] = [0, 1].map((turn) => times.filter((_, at) => at % 2 === turn)) as [number[], number[]];
  return [
    {
      what: `one word and a question in turns, ${memories}, model warm, nothing indexing: p50 / p95 of ${QUERIES} words`,
      measured: `${spread(ofWords)}${withoutMeaning === 0 ? '' : `, ${withoutMeaning} of them by words alone`}`,
      target: 'p50 ≤ that of questions',
      bound: `the questions ${spread(ofQuestions)}`,
      peer: NONE,
      met: median(ofWords) <= median(ofQuestions),
    },
  ];
}
