/** Memory of the process that shows a page, including its workers, as the operating system counts it. Linux only. */
import { readdirSync, readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { openIsolates } from './isolates.ts';

interface Process {
  id: number;
  parent: number;
  command: string;
  /** Anonymous resident bytes. */
  own: number;
}

function processes(): Process[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const status = readFileSync(`/proc/${name}/status`, 'utf8');
        const field = (key: string): number => Number(new RegExp(`^${key}:\\s+(\\d+)`, 'm').exec(status)?.[1] ?? 0);
        const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
        return [{ id: Number(name), parent: field('PPid'), command, own: field('RssAnon') * 1_024 }];
      } catch {
        return [];
      }
    });
}

export const renderersOf = (profile: string): Process[] => {
  const all = processes();
  const family = new Set(
    all.filter(({ command }) => command.includes(`--user-data-dir=${profile} `)).map(({ id }) => id),
  );
  for (let before = 0; before < family.size; ) {
    before = family.size;
    for (const { id, parent } of all) if (family.has(parent)) family.add(id);
  }
  return all.filter(({ id, command }) => family.has(id) && command.includes('--type=renderer'));
};

const LEAVING_MS = 5_000;

/** Otherwise the closed page's process could be mistaken for the next page's. */
export async function closeProcess(profile: string, page: Page): Promise<void> {
  const before = renderersOf(profile);
  await page.close();
  const end = Date.now() + LEAVING_MS;
  while (renderersOf(profile).filter(({ id }) => before.some((one) => one.id === id)).length === before.length) {
    if (Date.now() > end) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

export async function collectEverywhere(page: Page): Promise<void> {
  const isolates = await openIsolates(page);
  await isolates.ask('HeapProfiler.collectGarbage');
  await isolates.close();
}

/** Bytes of the largest renderer, after a garbage collection in the page. Workers aren't collected. */
export async function rendererMemory(profile: string, page: Page): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await session.detach();
  const renderers = renderersOf(profile);
  if (renderers.length === 0) throw new Error('No process of the page was found');
  return Math.max(...renderers.map(({ own }) => own));
}
