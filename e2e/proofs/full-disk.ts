/**
 * Nothing acknowledged may be lost, deletion must work at the limit, and refusals must be typed and quick. Once
 * there's space, the store must be durable again without a restart.
 */
import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryProfile } from '../store/harness.ts';
import type { ClientSite, Tab } from './client-site.ts';
import { chromium } from './engines.ts';
import { inTrash, Ledger } from './ledger.ts';

export interface FullDiskResult {
  sizes: number;
  acknowledged: number;
  refused: number;
  /** Milliseconds. */
  slowestRefusal: number;
  slowestDeletion: number;
  /** Milliseconds from freeing space. */
  slowestRestore: number;
  /** Share of the quota. Pictures are stored, but neither indexed nor embedded. */
  slowestDurable: number;
  faults: string[];
}

const NAME = 'full';
/** Bytes. Metadata fills the remaining space with little work for the parser. */
const PART = 1 / 25;
const MOST_ADDS = 60;
const IMPORTED = 4;
/** Bytes of metadata in each imported row. They fill the remaining space with little work for the parser. */
const IMPORTED_BYTES = 50_000;
/** A failed log is retried after 1 s, 5 s, then every 30 s. At load 17, its checkpoint of 60 MB took over 15 s. */
const DURABLE_WITHIN_MS = 90_000;
const LOOK_EVERY_MS = 200;
const EMBED_FOR_MS = 3_000;
const ROOM = 500_000_000;

export async function fullDisk(options: {
  site: ClientSite;
  /** Milliseconds. Default: no limit, because a busy machine takes longer. */
  quotas: readonly number[];
  /** Longest time for a refusal or a deletion, in milliseconds. Default: no limit, because a busy machine takes longer. */
  within?: number;
  onSize?: (result: FullDiskResult) => void;
}): Promise<FullDiskResult> {
  const result: FullDiskResult = {
    sizes: 0,
    acknowledged: 0,
    refused: 0,
    slowestRefusal: 0,
    slowestDeletion: 0,
    slowestRestore: 0,
    slowestDurable: 0,
    faults: [],
  };
  for (const quota of options.quotas) {
    await fillOnce(options.site, quota, result, options.within ?? Number.POSITIVE_INFINITY).catch((error: Error) => {
      result.faults.push(`${quota} bytes: ${error.message.split('\n', 1)[0]}`);
    });
    result.sizes++;
    options.onSize?.(result);
  }
  return result;
}

async function fillOnce(site: ClientSite, quota: number, result: FullDiskResult, within: number): Promise<void> {
  const fault = (text: string): void => void result.faults.push(`${quota} bytes: ${text}`);
  const ledger = new Ledger();
  const folder = temporaryProfile();
  const profile = join(folder.path, 'profile');
  let session = await chromium()(profile, site, 0);
  try {
    const tab = await session.open();
    const cdp = await session.running.context.newCDPSession(tab.page);
    const origin = new URL(site.url).origin;
    const allow = (quotaSize: number) => cdp.send('Storage.overrideQuotaForOrigin', { origin, quotaSize });
    await allow(quota);
    await tab.run('open', { name: NAME, tiny: true, modelLoad: 'manual' });

    let made = 0;
    const call = async (
      method: string,
      args: unknown[],
      effect: Map<string, string | null>,
    ): Promise<{ code: string | null; milliseconds: number }> => {
      const open = ledger.begin(method, effect);
      const ballast = method === 'add' && quota * PART;
      const { code, milliseconds } = ballast
        ? await tab.run('addWithPictures', args[0] as { id: string; text: string }, ballast)
        : await tab.run('timed', method, args);
      if (code === null) ledger.acknowledge(open);
      else {
        ledger.refuse(open);
        if (code !== 'quota') fault(`${method} is refused with ${code}`);
        if (milliseconds > within) fault(`${method} is refused after ${Math.round(milliseconds)} ms`);
        result.refused++;
        result.slowestRefusal = Math.max(result.slowestRefusal, milliseconds);
      }
      return { code, milliseconds };
    };
    const fill = async (): Promise<void> => {
      for (let n = 0; n < MOST_ADDS; n++) {
        const memory = { id: `m${++made}`, text: `crate number ${made} waits for the tide` };
        const { code } = await call('add', [memory], new Map([[memory.id, memory.text]]));
        if (code !== null) return;
      }
      fault('the disk is never full');
    };
    const whole = async (when: string, asked: Tab = tab): Promise<void> => {
      const { all, trash, memories, indexed } = await asked.run('contents');
      const { lost, stale, resurrected } = ledger.compare(all, trash);
      const size = Object.keys(all).length;
      if (lost.length + stale.length + resurrected.length > 0) {
        fault(`${when}: ${lost.length} lost, ${stale.length} stale, ${resurrected.length} back`);
      }
      if (memories !== size || indexed !== size) fault(`${when}: ${size} listed, ${indexed} indexed`);
    };

    await fill();
    await whole('full');
    await importOnce(tab, ledger, `i${made}`, fault, result, within);
    // Removing some would free the space that moving needs.
    await tab.run('timed', 'loadModel');
    const idle = tab.run('timed', 'idle').catch(() => {});
    await Promise.race([idle, new Promise((resolve) => setTimeout(resolve, EMBED_FOR_MS))]);
    await whole('embedded');
    await fill();

    const { ids, texts } = ledger;
    const [one, two] = [ids.slice(0, 1), ids.slice(1, 3)];
    const after = (changed: readonly string[], text: (id: string) => string | null) =>
      new Map(changed.map((id) => [id, text(id)]));
    const trashed = (id: string): string => inTrash(texts.get(id)!);
    // Moves memories to the trash first. Removing some would free the space that moving needs.
    for (const [method, argument, effect] of [
      ['trash.put', one, after(one, trashed)],
      ['trash.put', two, after(two, trashed)],
      ['trash.restore', [...one, ...two], after([...one, ...two], (id) => texts.get(id)!)],
      ['remove', one[0], after(one, () => null)],
      ['removeMany', two, after(two, () => null)],
    ] as const) {
      const { code, milliseconds } = await call(method, [argument], effect);
      if (code !== null) fault(`${method} at the limit: ${code}`);
      if (method === 'trash.restore') {
        result.slowestRestore = Math.max(result.slowestRestore, milliseconds);
        continue;
      }
      result.slowestDeletion = Math.max(result.slowestDeletion, milliseconds);
      if (milliseconds > within) fault(`${method} at the limit takes ${Math.round(milliseconds)} ms`);
    }
    const shortened = ids[3]!;
    const patch = { text: 'shorter', images: null };
    const { code } = await call('update', [shortened, patch], new Map([[shortened, 'shorter']]));
    if (code !== null) fault(`a shortening update at the limit: ${code}`);
    await whole('after deletions');
    await fill();

    await allow(ROOM);
    result.slowestDurable = Math.max(result.slowestDurable, await durableAgain(tab));
    await call('add', [{ id: 'later', text: 'with room again' }], new Map([['later', 'with room again']]));
    result.acknowledged += ledger.acknowledged;

    await session.kill();
    // All rows must be stored, or none.
    rmSync(join(profile, 'Default/IndexedDB'), { recursive: true, force: true });
    session = await chromium()(profile, site, 1);
    await session.tabs[0]!.run('open', { name: NAME, tiny: true, modelLoad: 'manual' });
    await whole('without its database', session.tabs[0]!);
  } finally {
    await session.kill();
    folder.remove();
  }
}

/** Imports rows as one atomic batch: all of them must be stored, or none. */
async function importOnce(
  tab: Tab,
  ledger: Ledger,
  prefix: string,
  fault: (text: string) => void,
  result: FullDiskResult,
  within: number,
): Promise<void> {
  const rows = Array.from({ length: IMPORTED }, (_, n) => ({
    id: `${prefix}-${n}`,
    text: `row ${n} came by sea`,
    metadata: { manifest: randomBytes(IMPORTED_BYTES / 2).toString('hex') },
  }));
  const open = ledger.begin('import', new Map(rows.map(({ id, text }) => [id, text])));
  const start = Date.now();
  const outcome = await tab.run('call', 'import', [rows.map((row) => JSON.stringify(row)).join('\n')]);
  const milliseconds = Date.now() - start;
  const added = 'value' in outcome ? (outcome.value as { added: number }).added : 0;
  if (added === rows.length) return ledger.acknowledge(open);
  ledger.refuse(open);
  result.refused++;
  result.slowestRefusal = Math.max(result.slowestRefusal, milliseconds);
  if (added > 0) fault(`${added} of ${rows.length} imported rows of one batch`);
  if ('code' in outcome && outcome.code !== 'quota') fault(`import is refused with ${outcome.code}`);
  if (milliseconds > within) fault(`import is refused after ${milliseconds} ms`);
}

async function durableAgain(tab: Tab): Promise<number> {
  const start = Date.now();
  while (Date.now() - start < DURABLE_WITHIN_MS) {
    const { durability } = await tab.run('contents');
    if (durability === 'durable') return Date.now() - start;
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
  }
  throw new Error(`not durable again after ${DURABLE_WITHIN_MS / 1_000} s`);
}
