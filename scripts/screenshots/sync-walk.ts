import { loadavg } from 'node:os';
import type { Browser } from '@playwright/test';
import { CouchDouble } from '../../src/testing/couch-double.ts';
import { securityHeaders } from '../headers.mjs';
import { serveFolder } from '../serve.mjs';
import { Stage, SURROUNDINGS, stagePage } from './stage.ts';

const HEADING = '## From one device to the next';
const STORE = 'notes';

interface Step {
  name: string;
  caption: string;
  /** The device to take the picture of. Default: `first`. */
  device?: 'second';
  enter(walk: Walk): Promise<void>;
}

const STEPS: readonly Step[] = [
  {
    name: 'settings',
    caption: 'Open “Use on another device” in the settings, and enter the database’s address',
    async enter({ first, couch }) {
      await first.openTool('settings');
      await first.page.locator('hs-settings-panel .sync').click();
      await first.page.locator('hs-sync-place #address').fill(couch.url);
    },
  },
  {
    name: 'passphrase',
    caption: 'The server was checked. Accept the six words, or choose your own',
    async enter({ first }) {
      await first.page.locator('hs-sync-place [type=submit]').click();
      await first.page.locator('hs-sync-passphrase h3').waitFor();
      await first.page.waitForFunction(() => {
        const panel = window.element.shadowRoot!.querySelector('hs-sync-panel')!.shadowRoot!;
        const form = panel.querySelector('hs-sync-passphrase')!.shadowRoot!;
        return form.querySelector<HTMLInputElement>('#passphrase')!.value !== '';
      });
    },
  },
  {
    name: 'kit',
    caption: 'Write down the recovery words',
    async enter({ first }) {
      await first.page.locator('hs-sync-passphrase .primary').click();
      await first.page.locator('hs-sync-kit .kit').waitFor();
    },
  },
  {
    name: 'invite',
    caption: 'Choose “Add a device”, and scan the code or copy the link',
    async enter({ first }) {
      await first.page.locator('hs-sync-kit .primary').click();
      await first.page.locator('hs-sync-panel .stage[data-stage=live]').waitFor();
      await first.page.locator('hs-sync-panel .invite').click();
      await first.page.locator('hs-sync-panel #link').waitFor();
    },
  },
  {
    name: 'link',
    device: 'second',
    caption: 'On the second device, the link has filled in the address',
    async enter({ first, second }) {
      const link = await first.page.locator('hs-sync-panel #link').inputValue();
      await second.page.evaluate((hash) => {
        location.hash = hash;
      }, new URL(link).hash);
      await second.show(STORE);
      await second.page.locator('hs-sync-place #address').waitFor();
    },
  },
  {
    name: 'second-passphrase',
    device: 'second',
    caption: 'It has filled in the passphrase too',
    async enter({ second }) {
      await second.page.locator('hs-sync-place [type=submit]').click();
      await second.page.locator('hs-sync-passphrase h3').waitFor();
    },
  },
  {
    name: 'live',
    device: 'second',
    caption: 'All notes have arrived, except messages of conversations',
    async enter({ second }) {
      await second.page.locator('hs-sync-passphrase .primary').click();
      await second.page.locator('hs-sync-panel .stage[data-stage=live]').waitFor();
    },
  },
  {
    name: 'result',
    device: 'second',
    caption: 'The first result',
    async enter({ second }) {
      await second.ask('iron farm');
      await second.page.locator('[role=option]').first().waitFor();
    },
  },
];

interface Walk {
  couch: CouchDouble;
  first: Stage;
  second: Stage;
}

/** The time in it doesn't include taking the pictures. */
export async function shootWalk(
  browser: Browser,
  folder: string,
  shoot: (stage: Stage, name: string) => Promise<void>,
): Promise<string> {
  const couch = await CouchDouble.start();
  const policy = securityHeaders({ strict: true })['content-security-policy']!;
  const server = await serveFolder(folder, {
    pages: { '/stage-en': stagePage('en') },
    extraHeaders: {
      'content-security-policy': policy.replace("connect-src 'self'", `connect-src 'self' ${couch.origin}`),
    },
  });
  const open = (): Promise<Stage> => Stage.open(browser, server.url, SURROUNDINGS[0]!);
  const [first, second] = [await open(), await open()];
  await first.show(STORE);
  await first.bringSamples();
  const load = loadavg()[0]!;
  let took = 0;
  for (const { name, device, enter } of STEPS) {
    const start = performance.now();
    await enter({ couch, first, second });
    took += performance.now() - start;
    await shoot(device === 'second' ? second : first, `walk-${name}`);
  }
  for (const { page } of [first, second]) await page.context().close();
  await server.close();
  await couch.close();
  return section(took, load);
}

export const earlierWalk = (states: string): string => states.slice(states.indexOf(HEADING));

function section(took: number, load: number): string {
  const rows = STEPS.map(({ name, caption }, at) => `${at + 1}. ${caption} | ![${caption}](states/walk-${name}.webp)`);
  return `${HEADING}

The address is that of a simulated CouchDB on the same machine. A script clicked through the steps in ${(took / 1_000).toFixed(1)} s, two
key derivations included, at a load average of ${load.toFixed(0)} on two cores. A person needs most of the time to read, and to write down words.

| step | |
|---|---|
${rows.map((row) => `| ${row} |`).join('\n')}
`;
}
