/** A browser can be killed with all its processes. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { launch, type RunningBrowser } from '../store/harness.ts';
import type { ClientSite, Tab } from './client-site.ts';
import type { Driver } from './page-driver.ts';

export interface Session {
  readonly tabs: readonly Tab[];
  kill(): Promise<void>;
  close(): Promise<void>;
}

export interface ChromiumTab extends Tab {
  readonly page: Page;
}

export interface ChromiumSession extends Session {
  readonly running: RunningBrowser;
  readonly tabs: ChromiumTab[];
  open(): Promise<ChromiumTab>;
}

export type Engine = (profile: string, site: ClientSite, tabs: number) => Promise<Session>;

/** A tab that takes longer to answer counts as a fault. */
const ANSWER_WITHIN_MS = 120_000;

export const chromiumTab = (page: Page, within = ANSWER_WITHIN_MS): ChromiumTab => ({
  page,
  run: (async (name: keyof Driver, ...args: unknown[]) => {
    // Playwright sends strings faster than objects.
    const answer = await inTime(
      page.evaluate<string | undefined, [string, string]>(
        async ([method, given]) => {
          const { driver } = globalThis as unknown as { driver: { [name: string]: (...all: unknown[]) => unknown } };
          return JSON.stringify((await driver[method]!(...(JSON.parse(given) as unknown[]))) ?? null);
        },
        [name, JSON.stringify(args)],
      ),
      name,
      within,
    );
    return JSON.parse(answer ?? 'null');
  }) as Tab['run'],
});

async function inTime<Value>(work: Promise<Value>, name: string, within: number): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${name} did not answer`)), within);
  });
  work.catch(() => {});
  return await Promise.race([work, late]).finally(() => clearTimeout(timer));
}

export const chromium =
  (flags: readonly string[] = [], within = ANSWER_WITHIN_MS) =>
  async (profile: string, site: ClientSite, tabs: number): Promise<ChromiumSession> => {
    const running = await launch(profile, flags);
    const opened: ChromiumTab[] = [];
    const open = async (): Promise<ChromiumTab> => {
      const page = await running.context.newPage();
      page.setDefaultTimeout(within);
      await page.goto(site.url);
      await page.waitForFunction(() => 'driver' in globalThis);
      const tab = chromiumTab(page, within);
      opened.push(tab);
      return tab;
    };
    await Promise.all(Array.from({ length: tabs }, open));
    return { running, tabs: opened, open, kill: () => running.kill(), close: () => running.close() };
  };

export async function crashTab({ page }: ChromiumTab): Promise<void> {
  const crashed = page.waitForEvent('crash');
  const cdp = await page.context().newCDPSession(page);
  cdp.send('Page.crash').catch(() => {});
  await crashed;
  await page.close();
}

const FIREFOX_PREFERENCES = {
  'browser.aboutwelcome.enabled': false,
  'browser.sessionstore.resume_from_crash': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'browser.tabs.unloadOnLowMemory': false,
  'app.update.enabled': false,
  'datareporting.policy.dataSubmissionEnabled': false,
  'datareporting.policy.firstRunURL': '',
  'dom.min_background_timeout_value': 4,
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  'toolkit.startup.max_resumed_crashes': -1,
  'toolkit.telemetry.enabled': false,
};

export const firefox: Engine = (profile, site, tabs) => {
  mkdirSync(profile, { recursive: true });
  const lines = Object.entries(FIREFOX_PREFERENCES).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});`,
  );
  writeFileSync(join(profile, 'user.js'), `${lines.join('\n')}\n`);
  const driven = Array.from({ length: tabs }, () => site.driven());
  const args = ['--headless', '--no-remote', '--profile', profile, ...driven.map(({ url }) => url)];
  return Promise.resolve(drivenSession(spawnGroup('firefox-esr', args), site, driven));
};

/** MiniBrowser stores its data in the home folder. It has no OPFS, so the store is only `best-effort`. */
export const webKit: Engine = (profile, site, tabs) => {
  mkdirSync(profile, { recursive: true });
  const driven = Array.from({ length: tabs }, () => site.driven());
  const args = ['-a', MINI_BROWSER, ...driven.map(({ url }) => url)];
  const child = spawnGroup('xvfb-run', args, {
    HOME: profile,
    XDG_DATA_HOME: join(profile, 'data'),
    XDG_CACHE_HOME: join(profile, 'cache'),
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  });
  return Promise.resolve(drivenSession(child, site, driven));
};
const MINI_BROWSER = '/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser';

const spawnGroup = (command: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): ChildProcess =>
  spawn(command, args, { stdio: 'ignore', detached: true, env: { ...process.env, ...env } });

function drivenSession(child: ChildProcess, site: ClientSite, driven: readonly { tab: Tab }[]): Session {
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const deadline = Date.now() + LEAVES_WITHIN_MS;
    while (signalGroup(child.pid!, signal) && Date.now() < deadline) {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    signalGroup(child.pid!, 'SIGKILL');
    site.dropDriven();
  };
  return { tabs: driven.map(({ tab }) => tab), kill: () => end('SIGKILL'), close: () => end('SIGTERM') };
}

/** The wait needs a limit, because a zombie process that nobody has reaped keeps its group alive. */
const LEAVES_WITHIN_MS = 1_500;

function signalGroup(group: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(-group, signal);
  } catch {
    return false;
  }
}
