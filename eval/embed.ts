/** Fills the vector cache: `npx tsx eval/embed.ts DIR… [--model ID] [--threads N]`. */
import { parseArgs } from 'node:util';
import { BGE_SMALL } from '../src/core/model-profiles.ts';
import { parseQuery } from '../src/core/query/parse.ts';
import { chunkSource } from '../src/core/record/chunk-source.ts';
import { readDataSets } from './data-set.ts';
import { openModel } from './models.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { model: { type: 'string', default: BGE_SMALL }, threads: { type: 'string', default: '1' } },
});

const model = await openModel(values.model, Number(values.threads));
for (const path of positionals) {
  const started = performance.now();
  let chunks = 0;
  for (const set of readDataSets(path)) {
    for (const query of set.queries) await model.embedder.query(parseQuery(query.text).semanticText);
    const documents = await model.embedder.documents(set.corpus.map(chunkSource), (done, total) => {
      if (done % 320 === 0) console.log(`${set.name}: ${done} of ${total} chunks`);
    });
    chunks = documents.reduce((sum, { vectors }) => sum + vectors.length, 0);
  }
  console.log(`${path}: ${chunks} chunks, ${Math.round((performance.now() - started) / 1000)} s`);
}
await model.dispose();
