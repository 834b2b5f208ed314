/** `npm run eval:ocr -- [--pictures 200] [--only ours|tesseract] [--keep FOLDER]`: reads pictures on one thread. */
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from '@playwright/test';
import { build } from 'vite';
import { writePictureModel } from '../../scripts/build/picture-model.ts';
import { RUNTIME_FILES, runtimeFile } from '../../scripts/build/runtime.ts';
import { runtimeGlue } from '../../scripts/build/runtime-glue.ts';
import { CHROMIUM_FLAGS } from '../../scripts/chromium.mjs';
import { rendererMemory, renderersOf } from '../../scripts/renderer-memory.ts';
import { serveFolder } from '../../scripts/serve.mjs';
import { ensureBrowser, ROOT } from '../../scripts/setup.mjs';
import { KINDS } from './layouts.ts';
import type { ReaderName, Reading } from './page.ts';
import { type TextScores, textScores } from './scores.ts';
import { type TakenPicture, takePictures } from './take-pictures.ts';

/** `processor` is processor time of the page's process, in milliseconds. Other load hardly changes it. */
type Result = TakenPicture & { reading: Reading; processor: number; scores: TextScores };

const require = createRequire(import.meta.url);
const { values } = parseArgs({
  options: { pictures: { type: 'string', default: '200' }, only: { type: 'string' }, keep: { type: 'string' } },
});
const READERS: readonly ReaderName[] = ['ours', 'tesseract'];
if (values.only && !READERS.some((name) => name === values.only)) {
  throw new Error(`${values.only} is none of ${READERS.join(', ')}`);
}
const folder = mkdtempSync(join(tmpdir(), 'hybrid-search-ocr-'));
const site = join(folder, 'site');
const executablePath = ensureBrowser();

await buildSite();
const server = await serveFolder(site, {
  pages: { '/blank': '<!doctype html><title>pictures</title>' },
  strict: false,
});
try {
  const browser = await chromium.launch({ executablePath, args: CHROMIUM_FLAGS });
  const pictures = await takePictures(browser, join(site, 'pictures'), Number(values.pictures));
  await browser.close();
  if (values.keep) cpSync(join(site, 'pictures'), values.keep, { recursive: true });
  for (const name of READERS) {
    if (values.only && values.only !== name) continue;
    const { results, bytes } = await readAll(name, pictures);
    print(name, results, bytes);
    if (values.keep) writeFileSync(join(values.keep, `${name}.json`), JSON.stringify(results, null, 2));
  }
} finally {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
}

async function buildSite(): Promise<void> {
  await build({
    root: ROOT,
    configFile: false,
    logLevel: 'silent',
    publicDir: false,
    plugins: [runtimeGlue()],
    resolve: { conditions: ['onnxruntime-web-use-extern-wasm', 'module', 'browser', 'production'] },
    build: {
      outDir: site,
      target: 'es2022',
      modulePreload: false,
      rollupOptions: {
        input: {
          'embedding-worker': join(ROOT, 'src/embedding/worker.ts'),
          'ocr-page': join(ROOT, 'eval/ocr/page.ts'),
        },
        preserveEntrySignatures: 'strict',
        output: { entryFileNames: '[name].js' },
      },
    },
  });
  writePictureModel(join(site, 'models'));
  mkdirSync(join(site, 'ort'));
  for (const name of RUNTIME_FILES) cpSync(runtimeFile(name), join(site, 'ort', name));
  const packageFolder = (name: string): string => dirname(require.resolve(`${name}/package.json`));
  cpSync(join(packageFolder('tesseract.js'), 'dist'), join(site, 'tesseract'), { recursive: true });
  cpSync(packageFolder('tesseract.js-core'), join(site, 'tesseract-core'), { recursive: true });
  cpSync(join(packageFolder('@tesseract.js-data/eng'), '4.0.0'), join(site, 'tesseract-data'), { recursive: true });
}

async function readAll(name: ReaderName, pictures: TakenPicture[]): Promise<{ results: Result[]; bytes: number }> {
  const profile = join(folder, `profile-${name}`);
  const context = await chromium.launchPersistentContext(profile, { executablePath, args: CHROMIUM_FLAGS });
  const page = await context.newPage();
  page.setDefaultTimeout(0);
  await page.goto(`${server.url}/blank`);
  const read = (file: string): Promise<Reading> =>
    page.evaluate(
      async ([reader, url]) => {
        const path = '/ocr-page.js';
        const code = (await import(path)) as typeof import('./page.ts');
        return code.read(reader, url);
      },
      [name, `/pictures/${file}`] as const,
    );
  await read(pictures[0]!.file);
  const results: Result[] = [];
  for (const picture of pictures) {
    const before = processorTime(profile);
    const reading = await read(picture.file);
    const processor = processorTime(profile) - before;
    results.push({ ...picture, reading, processor, scores: textScores(picture.text, reading.text) });
  }
  const bytes = await rendererMemory(profile, page);
  await context.close();
  return { results, bytes };
}

/** Returns the processor time of the renderers in milliseconds. Linux counts it in hundredths of a second. */
function processorTime(profile: string): number {
  const ticks = renderersOf(profile).flatMap(({ id }) => {
    const stat = readFileSync(`/proc/${id}/stat`, 'utf8');
    return stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number);
  });
  return 10 * ticks.reduce((sum, count) => sum + count, 0);
}

function print(name: ReaderName, results: readonly Result[], bytes: number): void {
  console.log(`\n${name === 'ours' ? 'PP-OCRv4, embedding worker' : 'tesseract.js'}, one thread`);
  console.log(
    'pictures                 word recall  word errors  character errors  ms, median  ms, p95  processor ms, median',
  );
  for (const kind of [...KINDS, 'all'] as const) {
    const some = results.filter((result) => kind === 'all' || result.kind === kind);
    if (some.length === 0) continue;
    const sum = (field: keyof TextScores): number => some.reduce((total, { scores }) => total + scores[field], 0);
    const milliseconds = some.map(({ reading }) => reading.milliseconds);
    const processor = some.map((result) => result.processor);
    console.log(
      `${kind.padEnd(18)} ${String(some.length).padStart(5)} ${(sum('found') / sum('words')).toFixed(3).padStart(12)} ` +
        `${(sum('wordErrors') / sum('words')).toFixed(3).padStart(12)} ` +
        `${(sum('characterErrors') / sum('characters')).toFixed(3).padStart(17)} ${quantile(milliseconds, 0.5).padStart(11)} ` +
        `${quantile(milliseconds, 0.95).padStart(8)} ${quantile(processor, 0.5).padStart(21)}`,
    );
  }
  console.log(`Memory of the page's process, with workers, after the last picture: ${Math.round(bytes / 1e6)} MB`);
}

function quantile(values: readonly number[], share: number): string {
  const sorted = [...values].sort((a, b) => a - b);
  return String(Math.round(sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!));
}
