import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { BGE_SMALL } from '../src/core/model-profiles.ts';
import { contentHash } from '../src/core/record/content-hash.ts';
import { validateMemory } from '../src/core/record/validate-memory.ts';
import { EVALUATION_TIME } from './data-set.ts';
import { buildEngine } from './engine.ts';
import { openModel } from './models.ts';

const QUESTION = 'how is an iron farm built';

function section(title: string): string {
  const page = readFileSync(new URL('../docs/EVALUATION.md', import.meta.url), 'utf8');
  return page.split(`## ${title}\n`)[1]!.split('\n## ', 1)[0]!;
}

it('has the figures of the worked example in EVALUATION', async () => {
  const text = section('One answer, by hand');
  expect(text).toContain(`\`${QUESTION}\``);
  const notes = [...text.matchAll(/^\| (farm|ore|golem|bread|router) \| (.+) \|$/gm)];
  const context = { now: EVALUATION_TIME, newId: () => '', hash: contentHash, conversationTtlMs: 0 };
  const corpus = notes.map(([, id, note]) => validateMemory({ id: id!, text: note! }, context));
  expect(corpus).toHaveLength(5);
  const model = await openModel(BGE_SMALL);
  const engine = await buildEngine({ name: 'worked-example', corpus }, model);
  try {
    const { hits, answerable } = await engine.searcher.search(QUESTION, { explain: true });
    const [farm, ore] = hits.map(({ scores }) => scores);
    const figures = [
      ...[farm, ore].flatMap((scores) => [
        scores!.keywordScore!,
        scores!.similarity!,
        scores!.trace!.keyword!.evidence,
      ]),
      farm!.trace!.keyword!.weight,
      farm!.trace!.semantic!.weight,
      ...Object.values(farm!.evidence!).map(Math.abs),
    ].map((value) => String(Number(value.toFixed(4))));
    const sums = [farm!.contributions.keyword!, farm!.contributions.semantic!, farm!.final, ore!.final];
    figures.push(...sums.map((value) => value.toFixed(6)));
    figures.push(...[farm!.relevance!, answerable!].map((value) => value.toFixed(3)));
    expect(figures.filter((figure) => !text.includes(figure))).toEqual([]);
  } finally {
    await engine.close();
    await model.dispose();
  }
});
