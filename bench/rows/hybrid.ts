/** Measures hybrid search. Each memory's vector is near one that the model made, so ranked lists are realistic. */

import { closeProcess, collectEverywhere, rendererMemory } from '../../scripts/renderer-memory.ts';
import { questions } from '../queries.ts';
import { mebibytes, median, ms, NONE, quantile, type Row, readsOf, spread, withoutModel } from '../row.ts';
import { inPage, type Site } from '../site.ts';

const QUERIES = 80;
const READS = 100;
const OPTIONS = { name: 'bench', model: 'Xenova/bge-small-en-v1.5', modelLoad: 'manual' } as const;

/** @param vectors int8 rows in base64, made by the model */
export async function hybridRows(
  site: Site,
  count: 10_000 | 100_000,
  vectors: readonly string[],
  log: (line: string) => void,
): Promise<Row[]> {
  const rows: Row[] = [];
  const visit = await site.browse();
  const memories = `${count.toLocaleString('en')} memories`;
  log(`storing ${memories} with vectors`);
  let page = await visit.page();
  await inPage(page, 'seed', 'bench', count, [...vectors]);
  if (count === 100_000) {
    const ready = await inPage(page, 'vectorsReady', 'bench', count);
    if (ready.rows < count * 0.99) throw new Error(`Only ${ready.rows} vectors are there`);
    rows.push({
      what: `vectors ready, ${count.toLocaleString('en')} rows: read from IndexedDB + filled into the arena`,
      measured: `${ms(ready.read + ready.fill)} (${ms(ready.read)} + ${ms(ready.fill)})`,
      target: '≤ 200 ms',
      bound: `as many bytes from one file of the private file system: ${ms(ready.file)}; unchecked from the database, 16 blocks at once: 108 ms (docs/measurements/0005-vectors.md)`,
      peer: NONE,
      met: ready.read + ready.fill <= 200,
    });
  }
  log('building the keyword index');
  await inPage(page, 'open', OPTIONS);
  await inPage(page, 'idle');
  await inPage(page, 'close');
  await closeProcess(visit.profile, page);

  page = await visit.page();
  const before = await rendererMemory(visit.profile, page);
  const start = await inPage(page, 'open', OPTIONS);
  const whole = await inPage(page, 'whole');
  const { embedded, queued } = whole.stats;
  if (embedded < count || queued > 0) throw new Error(`${embedded} of ${count} memories have vectors`);
  const held = (await rendererMemory(visit.profile, page)) - before;
  await collectEverywhere(page);
  const needed = (await rendererMemory(visit.profile, page)) - before;

  log('questions');
  await inPage(page, 'loadModel');
  await inPage(page, 'search', questions(12, 11), {});
  const { runs: runsBefore } = await inPage(page, 'stats');
  const asked = await inPage(page, 'search', questions(QUERIES, 12), {});
  const { runs: runsAfter } = await inPage(page, 'stats');
  const sentences = (runsAfter.documents - runsBefore.documents) / QUERIES;
  const explained = await inPage(page, 'search', questions(QUERIES, 13), { explain: true });
  // The previous run has cached texts and embeddings, but not ranked lists.
  const kept = await inPage(page, 'search', questions(QUERIES, 13), { explain: true });
  // From here on, only the embeddings are cached.
  await inPage(page, 'forgetTexts');
  await inPage(page, 'search', questions(3, 14), {});
  const again = await inPage(page, 'search', questions(QUERIES, 13), {});
  const reads = await inPage(page, 'bareReads', OPTIONS.name, READS);
  if (asked.withoutMeaning + explained.withoutMeaning > 0) throw new Error('Some answers came by keywords alone');
  const small = count === 10_000;
  rows.push({
    what: `hybrid answer end to end, ${memories}, model warm, nothing indexing: p50 / p95 of ${QUERIES}`,
    measured: spread(asked.times),
    target: 'p95 ≤ 60 ms',
    bound: `query embedding ${spread(explained.embedding)}`,
    peer: NONE,
    met: quantile(asked.times, 0.95) <= 60,
  });
  const withoutEmbedding = small ? 8 : 30;
  rows.push({
    what: `the same without the query’s embedding, ${memories}: p50 / p95`,
    measured: spread(again.times),
    target: `p95 ≤ ${withoutEmbedding} ms`,
    bound: `with the texts of the page cached by an earlier search ${spread(kept.times)}; ${withoutModel(explained, reads)}`,
    peer: NONE,
    met: quantile(again.times, 0.95) <= withoutEmbedding,
  });
  rows.push({
    what: `the sentence matched by meaning, of the first hit that needs the model for it, ${memories}: p50 / p95 from the question on`,
    measured: spread(asked.firstMarked),
    target: 'p95 ≤ 120 ms',
    bound: `the query's own run and one for each sentence of that passage, ${ms(median(explained.embedding))} a run`,
    peer: NONE,
    met: quantile(asked.firstMarked, 0.95) <= 120,
  });
  rows.push({
    what: `the same of all five hits, ${memories}: p50 / p95 from the question on`,
    measured: spread(asked.marked),
    target: 'p95 ≤ 120 ms',
    bound: `one run of the model for each sentence of five passages that it does not know: ${sentences.toFixed(1)} a question on average, ${ms(median(explained.embedding))} a run (several in one run: docs/measurements/0004-embedding.md)`,
    peer: NONE,
    met: quantile(asked.marked, 0.95) <= 120,
  });
  rows.push({
    what: `its keyword answer (onPartial), ${memories}: p50 / p95`,
    measured: spread(asked.partial),
    target: small ? NONE : '≤ 20 ms',
    bound: `keyword arm ${spread(explained.arm)}; ${readsOf(reads)}`,
    peer: NONE,
    met: small ? null : quantile(asked.partial, 0.95) <= 20,
  });
  const fusion = small ? 0.8 : 6;
  const ranksAlone = await inPage(page, 'ranksAlone', count);
  rows.push({
    what: `fusion and ranking after the arms, explain on, ${memories}: p50 / p95`,
    measured: `${median(explained.fusion).toFixed(2)} / ${quantile(explained.fusion, 0.95).toFixed(2)} ms`,
    target: `p95 ≤ ${fusion} ms`,
    bound: `ranks and fusion alone, for two arms with as many rows, half of them with a word, a third nearer than the mean: ${ranksAlone.toFixed(2)} ms at best, because the keyword ranks are reused from the keyword answer; the rest is feedback, matches, duplicates and labels. For a repeated query, with its vector and the texts that distinguish near-duplicates cached, and so without a keyword answer first: ${median(kept.fusion).toFixed(2)} / ${quantile(kept.fusion, 0.95).toFixed(2)} ms`,
    peer: NONE,
    met: quantile(explained.fusion, 0.95) <= fusion,
  });
  rows.push({
    what: `a start with vectors, ${memories}: until keywords answer / until all vectors are compared, without the model’s own start`,
    measured: `${ms(start)} / ${ms(whole.milliseconds)}`,
    target: NONE,
    bound: 'the vectors wait for a tenth of a second, so that an immediate first search isn’t delayed',
    peer: NONE,
    met: null,
  });
  if (!small) {
    rows.push({
      what: `renderer memory at ${memories} with vectors, without the model (private, above a blank page)`,
      measured: `${mebibytes(needed)} needed; ${mebibytes(held)} held right after the start`,
      target: '≤ 110 MiB',
      bound:
        'vectors and sign bits 432 B a row: 43 MB. The rest is garbage of the start and free space in the engine’s heap, which the browser reclaims when it needs memory',
      peer: NONE,
      met: needed <= 110 * 1_048_576,
    });
  }
  await inPage(page, 'close');
  await visit.close();
  return rows;
}
