import { chromium } from '@playwright/test';
import { type Answer, serveEmbedding } from '../../e2e/embedding/embedding-site.ts';
import { ensureBrowser } from '../../scripts/setup.mjs';
import { seededRandom } from '../../src/testing/seeded-random.ts';
import { type Proof, scaled } from './proof.ts';

type Harness = typeof import('../../src/testing/embedding-harness.ts');

const FILES = 300;
const MODEL = 'Xenova/all-MiniLM-L6-v2';
const PATHS = [
  `/models/${MODEL}/onnx/model_quantized.onnx`,
  `/models/${MODEL}/tokenizer.json`,
  `/models/${MODEL}/tokenizer_config.json`,
  `/models/${MODEL}/config.json`,
  '/ort/ort-wasm-simd-threaded.wasm',
];

type Spoil = (good: Buffer, random: () => number) => Answer;
const changed = (good: Buffer, change: (bad: Buffer) => void): Answer => {
  const body = Buffer.from(good);
  change(body);
  return { body };
};
const SPOILS: { readonly [kind: string]: Spoil } = {
  'a flipped bit': (good, random) =>
    changed(good, (bad) => {
      bad[Math.floor(random() * bad.length)]! ^= 1 << Math.floor(random() * 8);
    }),
  'cut off': (good, random) => ({ body: good.subarray(0, Math.floor(random() * good.length)) }),
  'a tail too many': (good, random) => ({
    body: Buffer.concat([good, Buffer.alloc(1 + Math.floor(random() * 64), 1)]),
  }),
  'zero fill': (good, random) => changed(good, (bad) => bad.fill(0, Math.floor(random() * bad.length * 0.9))),
  'an HTML page': () => ({ type: 'text/html', body: Buffer.from('<!doctype html><title>app</title>') }),
  'an empty answer': () => ({ body: Buffer.alloc(0) }),
};

export const files: Proof = {
  name: 'files',
  what: `${FILES} damaged model files: all refused as corrupt`,
  minutes: 8,
  async run(share, log) {
    const count = scaled(FILES, share, 10);
    const random = seededRandom(71);
    const site = await serveEmbedding();
    const browser = await chromium.launch({ executablePath: ensureBrowser(), args: ['--no-sandbox', '--disable-gpu'] });
    const accepted: string[] = [];
    const kinds = Object.keys(SPOILS);
    try {
      const load = async (): Promise<string> => {
        const context = await browser.newContext();
        const page = await context.newPage();
        await page.goto(site.url);
        const code = await page.evaluate(async (id) => {
          const path = '/harness.js';
          const harness = (await import(path)) as Harness;
          const { api, end } = harness.openEmbedder(id);
          const outcome = await api.call('load', []).then(
            () => 'loaded',
            (error: { code: string }) => error.code,
          );
          const { state } = await api.call('status', []);
          end();
          return `${outcome}/${state}`;
        }, MODEL);
        await context.close();
        return code;
      };
      for (let n = 0; n < count; n++) {
        const path = PATHS[n % PATHS.length]!;
        const kind = kinds[Math.floor(random() * kinds.length)]!;
        const seed = Math.floor(random() * 2 ** 31);
        // Downloading again gets the same bytes, so the file stays corrupt.
        const spoil = SPOILS[kind]!;
        site.spoil.set(path, (good) => spoil(good, seededRandom(seed)));
        const outcome = await load();
        if (outcome !== 'model-corrupt/failed') accepted.push(`${path}, ${kind}: ${outcome}`);
        site.spoil.delete(path);
        if ((n + 1) % 50 === 0) log(`${n + 1} of ${count}`);
      }
      const healed = await load();
      return {
        ok: accepted.length === 0 && healed === 'loaded/ready',
        finding: `${count} damaged files, ${accepted.length} not refused; good files afterwards: ${healed}`,
        details: accepted.slice(0, 10),
      };
    } finally {
      await browser.close();
      await site.close();
    }
  },
};
