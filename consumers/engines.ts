/**
 * `npm run test:engines [-- chromium firefox webkit] [--write]` needs `npm run build` first, and access to npm.
 * `--write` puts the table into `docs/ENGINES.md`. The last line is `N passed, N failed, N skipped`; an engine that
 * isn't installed is skipped.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ROOT } from '../scripts/setup.mjs';
import { type Browser, ENGINES } from './browsers.ts';
import { ENVIRONMENTS } from './environments.ts';
import { EXPECTED } from './expected.ts';
import { freshFolder, pack, remove } from './work-folder.ts';

interface Found {
  proof: { [name: string]: unknown };
  keyboard: string;
  edited: string;
  can: { [what: string]: string };
}

/** Waits for the page's own proof, types a word, chooses a note by arrow key and Enter, and reads `hs-select`. */
async function walk(browser: Browser, url: string): Promise<Found> {
  await browser.open(url);
  const proof = await browser.run(`
    while (!globalThis.proof) await new Promise((resolve) => setTimeout(resolve, 50));
    return globalThis.proof;`);
  await browser.run(`
    const element = document.querySelector('hybrid-search');
    element.query = '';
    await element.updateComplete;
    globalThis.selected = new Promise((resolve) => {
      element.addEventListener('hs-select', (event) => resolve(event.memory.id), { once: true });
    });
    element.focus();`);
  await browser.press(...'zebra');
  await browser.run(`
    const { renderRoot } = document.querySelector('hybrid-search');
    const deadline = Date.now() + 30_000;
    // Rows of the previous query stay until the new ones arrive, so waits for a mark in the whole word.
    while (!renderRoot.querySelector('[role=option] mark')?.textContent.toLowerCase().includes('zebra')) {
      if (Date.now() > deadline) throw new Error('typing brought no result');
      await new Promise((resolve) => setTimeout(resolve, 50));
    }`);
  await browser.press('ArrowDown', 'Enter');
  const keyboard = await browser.run(`
    const late = new Promise((resolve) => setTimeout(resolve, 30_000, 'nothing was chosen'));
    return Promise.race([globalThis.selected, late]);`);
  const edited = await edit(browser);
  const can = await browser.run(CAPABILITIES);
  return { proof, keyboard, edited, can } as Found;
}

const UNTIL = `
  const element = document.querySelector('hybrid-search');
  const { renderRoot } = element;
  const until = async (what, find) => {
    for (const deadline = Date.now() + 30_000; Date.now() < deadline; ) {
      const found = find();
      if (found) return found;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(what + ' did not come');
  };
  const field = () => until('the form', () => renderRoot.querySelector('hs-memory-form')?.shadowRoot?.querySelector('textarea'));
  const save = () => renderRoot.querySelector('hs-memory-form').shadowRoot.querySelector('[type=submit]').click();
  const row = (words) => [...renderRoot.querySelectorAll('.row')].find((one) => one.textContent.includes(words));
  // A row gets its buttons once it has been on the screen for a moment.
  const act = async (words, action) =>
    (await until(action, () => row(words)?.querySelector('[data-action=' + action + ']'))).click();`;

/** Edits notes in the element. Checks the row or the panel after each step. */
async function edit(browser: Browser): Promise<string> {
  await browser.run(`${UNTIL}
    element.query = '';
    await element.updateComplete;
    renderRoot.querySelector('[part~=add]').click();
    (await field()).focus();`);
  await browser.press(...'walrus');
  return (await browser.run(`${UNTIL}
    save();
    await until('the new row', () => row('walrus'));
    await act('walrus', 'edit');
    const text = await field();
    text.value += ' pie';
    text.dispatchEvent(new Event('input', { bubbles: true, composed: true }));
    save();
    await until('the changed row', () => row('walrus pie'));
    element.query = 'walrus';
    await until('the result', () => renderRoot.querySelector('mark') && row('walrus'));
    await act('walrus', 'why');
    await until('the reasons', () => renderRoot.querySelector('hs-why-panel')?.shadowRoot?.textContent.trim());
    await act('walrus', 'open');
    await until('the open note', () => renderRoot.querySelector('hs-memory-view')?.shadowRoot?.textContent.includes('walrus pie'));
    await act('walrus', 'remove');
    await until('the deletion', () => !row('walrus'));
    (await until('the way back', () => renderRoot.querySelector('.toast .undo, .toast button'))).click();
    await until('the note', () => row('walrus'));
    return 'yes';`)) as string;
}

/** Runs in the page, with a new store. */
const CAPABILITIES = `
  const { createHybridSearch } = await import(new URL('./lib/client.js', location.href));
  const client = createHybridSearch({ name: 'capabilities', model: 'all-MiniLM-L6-v2', modelLoad: 'manual' });
  await client.add({ id: 'a', text: 'The spare key hangs behind the cupboard.' });
  await client.loadModel();
  await client.idle();
  const { model, storage } = await client.stats();
  const stores = await client.stores();
  await client.destroy();
  const yes = (value) => (value ? 'yes' : 'no');
  return {
    'what is stored survives a crash': storage.durability,
    'private file system (OPFS)': yes(navigator.storage?.getDirectory),
    'lasting storage on request': yes(navigator.storage?.persist),
    'storage meter': storage.quota > 0 ? 'yes' : 'no',
    'list of stores': yes(stores.includes('capabilities')),
    'threads for the model': String(model.threads),
    'model files kept (Cache Storage)': yes(globalThis.caches),
    'WebGPU offered': yes(navigator.gpu),
    'Trusted Types': yes(globalThis.trustedTypes),
    'folder picker': yes(globalThis.showDirectoryPicker),
    'idle start (requestIdleCallback)': yes(globalThis.requestIdleCallback),
  };`;

function wrongIn({ proof, keyboard }: Found): string[] {
  const wrong = Object.entries(EXPECTED)
    .filter(([name, value]) => proof[name] !== value)
    .map(([name, value]) => `${name} is ${JSON.stringify(proof[name])}, not ${JSON.stringify(value)}`);
  return keyboard === 'note' ? wrong : [...wrong, `by keyboard: ${keyboard}`];
}

function tableOf(found: ReadonlyMap<string, Found & { version: string }>): string {
  const columns = [...found];
  const rows = [
    ['found by keyword, by meaning, after export and import', () => 'yes'],
    ['searched and chosen by keyboard alone', () => 'yes'],
    ['a note written, changed, explained, opened, deleted and taken back', ({ edited }) => edited],
    ...Object.keys(columns[0]?.[1].can ?? {}).map((what) => [what, ({ can }: Found) => can[what] ?? '–']),
  ] as [string, (one: Found) => string][];
  const line = (cells: string[]): string => `| ${cells.join(' | ')} |`;
  return [
    line(['', ...columns.map(([name, { version }]) => `${name} ${version}`)]),
    line(['---', ...columns.map(() => '---')]),
    ...rows.map(([what, of]) => line([what, ...columns.map(([, one]) => of(one))])),
  ].join('\n');
}

const { values, positionals: named } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false } },
});
const chosen = ENGINES.filter(
  ({ name }) => named.length === 0 || named.some((part) => name.toLowerCase().startsWith(part)),
);

if (chosen.length === 0) throw new Error(`${named.join(', ')} is none of ${ENGINES.map(({ name }) => name).join(', ')}`);

const packed = await pack();
const plain = await freshFolder(packed, 'plain');
const tools = await freshFolder(packed, 'engines');
const started = await ENVIRONMENTS.plain!.start(plain);
if (!('url' in started)) throw new Error('the plain page is served');
const found = new Map<string, Found & { version: string }>();
let failed = 0;
let skipped = 0;
for (const { name, missing, start } of chosen) {
  const why = missing();
  if (why) {
    skipped++;
    console.log(`skip ${name}: ${why}`);
    continue;
  }
  let browser: Browser | undefined;
  try {
    browser = await start(tools);
    const one = { ...(await walk(browser, `${started.url}/some/sub-path/`)), version: browser.version };
    const wrong = wrongIn(one);
    if (wrong.length > 0) throw new Error(wrong.join('; '));
    found.set(name, one);
    console.log(`ok   ${name} ${browser.version}`);
  } catch (error) {
    failed++;
    console.log(`FAIL ${name}: ${(error as Error).message}`);
  } finally {
    await browser?.close();
  }
}
await started.close();
for (const folder of [plain, tools, packed.folder]) remove(folder);

const table = tableOf(found);
console.log(`\n${table}\n`);
if (values.write && failed + skipped === 0) {
  const day = new Date().toISOString().slice(0, 10);
  mkdirSync(join(ROOT, 'docs'), { recursive: true });
  writeFileSync(
    join(ROOT, 'docs', 'ENGINES.md'),
    `# Engines

The packed package runs in each engine, on a plain page below the server's root. The page is cross-origin isolated and
has the content security policy of docs/USING.md. To repeat it:
\`npm run build && npm run test:engines -- --write\`, ${day}, Debian.

${table}

A missing feature breaks nothing:

- Without a private file system or persistent storage, \`stats().storage.durability\` reports a weaker mode.
- Without WebGPU, the model runs in WebAssembly, which is the default everywhere.
- Without the folder picker, you drop or choose files and folders.
- Without \`requestIdleCallback\`, \`modelLoad: 'idle'\` starts the model once the page has been visible for three seconds, even if the browser is busy.
`,
  );
}
console.log(`${found.size} passed, ${failed} failed, ${skipped} skipped`);
process.exitCode = failed > 0 ? 1 : 0;
