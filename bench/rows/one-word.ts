/** A word should take no longer than a question, because both are searched for by word and by meaning. */
import { misspeltQuestions, oneWordQueries, questions } from '../queries.ts';
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
  log('questions with a typo and without one in turns');
  const spelled = questions(QUERIES, 25);
  const withTypo = misspeltQuestions(QUERIES, 26);
  const typos = await inPage(
    page,
    'search',
    withTypo.flatMap((question, at) => [question, spelled[at]!]),
    {},
  );
  await visit.close();
  const [ofWords, ofQuestions] = inTurn(times);
  const [ofTypos, ofSpelled] = inTurn(typos.times);
  return [
    {
      what: `one word and a question in turns, ${memories}, model warm, nothing indexing: p50 / p95 of ${QUERIES} words`,
      measured: `${spread(ofWords)}${withoutMeaning === 0 ? '' : `, ${withoutMeaning} of them by words alone`}`,
      target: 'p50 ≤ that of questions',
      bound: `the questions ${spread(ofQuestions)}`,
      peer: NONE,
      met: median(ofWords) <= median(ofQuestions),
    },
    {
      what: `a question with a typo and one without in turns, ${memories}: p50 / p95 of ${QUERIES} with a typo, ${typos.corrected} of them corrected`,
      measured: spread(ofTypos),
      target: 'p50 ≤ 1.3 × that of the others',
      bound: `the others ${spread(ofSpelled)}`,
      peer: NONE,
      met: median(ofTypos) <= 1.3 * median(ofSpelled),
    },
  ];
}

const inTurn = (times: readonly number[]): [number[], number[]] => [
  times.filter((_, at) => at % 2 === 0),
  times.filter((_, at) => at % 2 === 1),
];
