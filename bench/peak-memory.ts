import type { Page } from '@playwright/test';
import { openIsolates } from '../scripts/isolates.ts';
import { rendererMemory } from '../scripts/renderer-memory.ts';
import { mebibytes } from './row.ts';

const LOOK_EVERY_MS = 500;

interface HeapUsage {
  totalSize: number;
  embedderHeapUsedSize: number;
  backingStorageSize: number;
}

export interface Peak<Result> {
  result: Result;
  /** Bytes above `blank`. */
  most: number;
  parts: string;
}

/** @param blank bytes that the page's process had before `work` */
export async function peakMemory<Result>(
  profile: string,
  page: Page,
  blank: number,
  work: () => Promise<Result>,
): Promise<Peak<Result>> {
  let most = 0;
  let parts = '';
  let running = true;
  const isolates = await openIsolates(page);
  const ended = work().finally(() => {
    running = false;
  });
  while (running) {
    const memory = (await rendererMemory(profile, page)) - blank;
    if (memory > most) {
      most = memory;
      parts = partsOf(most, (await isolates.ask('Runtime.getHeapUsage')) as HeapUsage[]);
    }
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))]);
  }
  const result = await ended;
  await isolates.close();
  return { result, most, parts };
}

function partsOf(memory: number, heaps: readonly HeapUsage[]): string {
  const sum = (part: keyof HeapUsage): number => heaps.reduce((total, heap) => total + heap[part], 0);
  const [scripts, buffers, browser] = [sum('totalSize'), sum('backingStorageSize'), sum('embedderHeapUsedSize')];
  const rest = memory - scripts - buffers - browser;
  return `script heaps ${mebibytes(scripts)}, array buffers ${mebibytes(buffers)}, the browser’s objects (requests to the database) ${mebibytes(browser)}, what these allocate outside the heaps ${mebibytes(rest)}`;
}
