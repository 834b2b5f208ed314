/**
 * Labels of the first hits for twenty questions on the demo's notes: `npx tsx eval/demo-labels.ts [--model ID]`, as a
 * Markdown table for `docs/LABELS.md`. Half of them use other words than the notes; five have no answer.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { BGE_SMALL } from '../src/core/model-profiles.ts';
import { contentHash } from '../src/core/record/content-hash.ts';
import type { MemoryInput } from '../src/core/record/memory.ts';
import { validateMemory } from '../src/core/record/validate-memory.ts';
import { EVALUATION_TIME } from './data-set.ts';
import { buildEngine } from './engine.ts';
import { openModel } from './models.ts';

const SAMPLES = fileURLToPath(new URL('../public/samples/notes.jsonl', import.meta.url));
const SHOWN = 3;

/** The question, and the notes that answer it. */
const QUESTIONS: readonly [string, readonly string[]][] = [
  ['the heating has to be topped up with water', ['boiler']],
  ['medicine for not being able to fall asleep', ['sleep']],
  ['getting into the garage machine from far away', ['rathole']],
  ['who cannot eat nuts', ['creeperslayer99']],
  ['how do I make bread', ['sourdough']],
  ['what to wear as a guest in the quarry', ['safety-requirements']],
  ['undo a commit without losing work', ['git-undo']],
  ['our seats on the railway', ['ghent-train']],
  ['weak internet upstairs', ['wifi-attic']],
  ['monster under the town hall', ['aboleth-cistern']],
  ['how to collect materials quickly', ['resource-gathering']],
  ['spring maintenance of the bicycle', ['bike-service', 'bike-service-dup']],
  ['new spectacles from the eye doctor', ['berlin-arzt']],
  ['D40', ['region-d40']],
  ['30 CFR 75.1725', ['cfr-75-1725']],
  ['parsnip yields', []],
  ['mortgage interest rate', []],
  ['how to train a puppy', []],
  ['flight to Tokyo in March', []],
  ['symptoms of anaemia', []],
];

const { values } = parseArgs({ options: { model: { type: 'string', default: BGE_SMALL } } });
const context = { now: EVALUATION_TIME, newId: () => '', hash: contentHash, conversationTtlMs: 0 };
const corpus = readFileSync(SAMPLES, 'utf8')
  .split('\n')
  .filter((line) => line.trim() !== '')
  .map((line) => JSON.parse(line) as MemoryInput)
  // The samples are a backup, which starts with a header and lines of vectors.
  .filter(({ id }) => id !== undefined)
  .map((input) => validateMemory(input, context));
const model = await openModel(values.model);
const { searcher, close } = await buildEngine({ name: 'demo', corpus }, model);

console.log('| question | answered by | first hits |\n|---|---|---|');
for (const [question, answers] of QUESTIONS) {
  const { hits, weak } = await searcher.search(question, { limit: SHOWN });
  const shown = [...hits, ...weak].slice(0, SHOWN).map(({ id, label, scores }) => {
    const name = answers.includes(id) ? `**${id}**` : id;
    return `${name} ${label} ${scores.relevance.toFixed(2)}`;
  });
  console.log(`| ${question} | ${answers.join(', ') || '–'} | ${shown.join(' · ') || '–'} |`);
}
await close();
await model.dispose();
