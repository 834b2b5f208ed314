import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { readDataSets } from '../../eval/data-set.ts';
import { openModel } from '../../eval/models.ts';
import { BGE_SMALL, modelProfile } from '../../src/core/model-profiles.ts';
import { parseQuery } from '../../src/core/query/parse.ts';
import { chunkSource } from '../../src/core/record/chunk-source.ts';
import { distractors } from '../../src/testing/distractors.ts';
import { seededRandom } from '../../src/testing/seeded-random.ts';
import { clusteredVectors } from '../../src/testing/vector-recall.ts';
import { keystrokes, questions } from '../queries.ts';
import type { Kind, PeerDocument, PeerQuery } from './peer.ts';

export const DIMS = modelProfile(BGE_SMALL).dims;
const PART = 10_000;
const TOPICS = 200;
const SEED = 7;

export interface Corpus {
  documents: PeerDocument[];
  /** Searched for in order until they run out or the time is up. */
  queries: { readonly [kind in Kind]: PeerQuery[] };
}

export function generatedCorpus(count: number): Corpus {
  const draw = clusteredVectors(DIMS, TOPICS, seededRandom(SEED));
  const documents: PeerDocument[] = [];
  for (let part = 0; documents.length < count; part++) {
    for (const { id, title = '', text, tags = [] } of distractors(Math.min(PART, count - documents.length), 1 + part)) {
      documents.push({ id: id!, title, text, tags: [...tags], vector: draw() });
    }
  }
  const asked = (texts: readonly string[]): PeerQuery[] => texts.map((text) => ({ text, vector: draw() }));
  return {
    documents,
    queries: {
      keyword: asked(questions(60, 12)),
      typing: asked(keystrokes(6)),
      vector: asked(questions(60, 13)),
      hybrid: asked(questions(60, 14)),
    },
  };
}

export interface JudgedCorpus {
  documents: PeerDocument[];
  queries: (PeerQuery & { judged: [id: string, grade: number][] })[];
}

/** A document's vector is that of its first passage, in base64 of float32. */
export async function writeJudged(folder: string, file: string, withVectors: boolean): Promise<void> {
  const [set] = readDataSets(folder);
  if (set === undefined) throw new Error(`No judged set in ${folder}`);
  const model = withVectors ? await openModel(BGE_SMALL, 2) : null;
  const passages = await model?.embedder.documents(set.corpus.map(chunkSource), () => {});
  const queries: unknown[] = [];
  for (const { text, judged } of set.queries) {
    const embedded = await model?.embedder.query(parseQuery(text).semanticText);
    queries.push({ text, judged: [...judged], vector: embedded ? base64(embedded.vector) : null });
  }
  const documents = set.corpus.map(({ id, title = '', text, tags }, at) => {
    const first = passages?.[at]?.vectors[0];
    return { id, title, text, tags, vector: first === undefined ? null : base64(unit(first)) };
  });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, JSON.stringify({ documents, queries }));
  await model?.dispose();
}

export function readJudged(file: string): JudgedCorpus | null {
  if (!existsSync(file)) return null;
  type Stored<Value> = Omit<Value, 'vector'> & { vector: string | null };
  const { documents, queries } = JSON.parse(readFileSync(file, 'utf8')) as {
    documents: Stored<PeerDocument>[];
    queries: Stored<JudgedCorpus['queries'][number]>[];
  };
  return {
    documents: documents.map((document) => ({ ...document, vector: floats(document.vector) })),
    queries: queries.map((query) => ({ ...query, vector: floats(query.vector) })),
  };
}

const base64 = (vector: Float32Array): string =>
  Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength).toString('base64');

const floats = (text: string | null): Float32Array | null =>
  text === null ? null : new Float32Array(new Uint8Array(Buffer.from(text, 'base64')).buffer);

function unit(row: Int8Array): Float32Array {
  const vector = Float32Array.from(row);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}
