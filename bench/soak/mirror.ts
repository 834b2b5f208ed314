/** The notes example is built from the packed package. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium } from '@playwright/test';
import { mirrorUnderKills } from '../../e2e/proofs/mirror.ts';
import { CHROMIUM_FLAGS } from '../../scripts/chromium.mjs';
import { buildExamples } from '../../scripts/examples.mjs';
import { serveFolder } from '../../scripts/serve.mjs';
import { type Proof, scaled } from './proof.ts';

const FILES = 5_000;
const EDITS = 200;
const KILLS = 20;

export const mirror: Proof = {
  name: 'mirror',
  what: `${FILES.toLocaleString('en')} Markdown files mirrored by the notes example, ${EDITS} edits of both sides, the tab killed ${KILLS} times within a round: nothing lost`,
  minutes: 30,
  async run(share, log) {
    const [files, edits, kills] = [scaled(FILES, share, 50), scaled(EDITS, share, 20), scaled(KILLS, share, 2)];
    const server = await serveFolder(join(buildExamples(), 'notes', 'dist'));
    const profile = mkdtempSync(join(tmpdir(), 'mirror-'));
    const context = await chromium.launchPersistentContext(profile, {
      executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
      args: CHROMIUM_FLAGS,
    });
    try {
      const lost = await mirrorUnderKills({
        context,
        site: `${server.url}/`,
        edits,
        kills,
        files,
        seed: Date.now() % 1e6,
        onProgress: (done) => done % 20 === 0 && log(`${done} edits`),
      });
      return {
        ok: lost.length === 0,
        finding: `${files} files, ${edits} edits, ${kills} kills: ${lost.length} texts lost`,
        details: lost.map((text) => text.replaceAll('\n', ' ')),
      };
    } finally {
      await context.close();
      await server.close();
      rmSync(profile, { recursive: true, force: true });
    }
  },
};
