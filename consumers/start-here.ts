/**
 * Follows `docs/START.md` like a reader, but installs tarballs, because packages are tested before they're published.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { CHROMIUM_FLAGS } from '../scripts/chromium.mjs';
import { ensureBrowser, ROOT } from '../scripts/setup.mjs';
import { emptyFolder, type Packed, packModel, remove, run } from './work-folder.ts';

const MODEL = 'bge-small-en-v1.5';
const TIMEOUT_MS = 120_000;
/** If `first` is null, the element must say that nothing fits. */
const SEARCHES: readonly [query: string, first: string | null][] = [
  ['E119', 'Boiler'],
  ['who fixes the plumbing', 'Mr Novak'],
  ['bolier', 'Boiler'],
  ['passport', null],
];

export async function walkStartHere(packed: Packed): Promise<string[]> {
  const text = readFileSync(join(ROOT, 'docs', 'START.md'), 'utf8');
  const blocks = (language: string): string[] =>
    [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\``, 'gm'))].map(([, code = '']) => code);
  const [setUp = '', serve = ''] = blocks('sh');
  const [html = ''] = blocks('html');
  const [search = ''] = blocks('js');
  const path = /Save this as `([^`]+)`/.exec(text)?.[1];
  const missing = SEARCHES.filter(([query]) => !text.includes(`- \`${query}\` finds`)).map(([query]) => query);
  if (!path || !setUp || !serve || !html || !search || missing.length > 0) {
    return [`START.md has lost its path, a block, or a search: ${missing.join(', ')}`];
  }

  const folder = emptyFolder('start-here');
  try {
    const tarballs = setUp
      .replace('hybrid-search-element', packed.element)
      .replace(`hybrid-search-model-${MODEL}`, await packModel(packed.folder, MODEL));
    const place = (await run(folder, 'bash', '-ec', `{\n${tarballs}\n} >&2; pwd`)).trim();
    mkdirSync(dirname(join(place, path)), { recursive: true });
    const page = html.replace(/(\s*)<\/script>\s*<\/body>/, (end) => `\n${search}${end}`);
    writeFileSync(join(place, path), page);
    const server = await serverOf(place, serve);
    try {
      return await look(server.url);
    } finally {
      server.close();
    }
  } finally {
    remove(folder);
  }
}

function serverOf(cwd: string, command: string): Promise<{ url: string; close(): void }> {
  // As a reader who lets npx download the server.
  const env = { ...process.env, NO_COLOR: '1', npm_config_yes: 'true' };
  const child = spawn('bash', ['-ec', command], { cwd, detached: true, env });
  const close = (): void => {
    if (child.exitCode === null) process.kill(-child.pid!, 'SIGTERM');
  };
  return new Promise((resolve, reject) => {
    let said = '';
    const late = setTimeout(() => {
      close();
      reject(new Error(`${command} prints no address: ${said}`));
    }, TIMEOUT_MS);
    const listen = (piece: Buffer): void => {
      said += piece.toString();
      const url = /http:\/\/\S+/.exec(said)?.[0];
      if (!url) return;
      clearTimeout(late);
      resolve({ url, close });
    };
    child.stdout.on('data', listen);
    child.stderr.on('data', listen);
    child.on('exit', () => reject(new Error(`${command} ends: ${said}`)));
  });
}

async function look(url: string): Promise<string[]> {
  const browser = await chromium.launch({ executablePath: ensureBrowser(), args: CHROMIUM_FLAGS });
  const wrong: string[] = [];
  try {
    const context = await browser.newContext();
    const page = await context.newPage();
    const logged = page
      .waitForEvent('console', { predicate: (message) => message.type() === 'log', timeout: 4 * TIMEOUT_MS })
      .then((message) => message.text())
      .catch((error: Error) => error.message);
    page.on('pageerror', (error) => wrong.push(error.message));
    await page.goto(url);
    for (const [query, first] of SEARCHES) wrong.push(...(await searchFor(page, query, first)));
    if ((await logged) !== 'Mr Novak') wrong.push(`the search from code logs: ${await logged}`);
    await page.reload();
    await page.getByRole('option').first().waitFor({ timeout: TIMEOUT_MS });
    await context.setOffline(true);
    wrong.push(...(await searchFor(page, 'E119', 'Boiler')));
  } finally {
    await browser.close();
  }
  return wrong;
}

/** While the model is loading, an earlier answer may still be shown. */
async function searchFor(page: Page, query: string, first: string | null): Promise<string[]> {
  await page.getByRole('combobox').fill(query);
  const answer =
    first === null
      ? page.getByText(/Nothing relevant|Probably nothing here answers this|Nothing that clearly answers this/)
      : page.getByRole('option').first().filter({ hasText: first });
  return answer
    .first()
    .waitFor({ timeout: TIMEOUT_MS })
    .then(
      () => [],
      async () => [`"${query}" shows ${await page.getByRole('option').first().textContent()}, not ${first}`],
    );
}
