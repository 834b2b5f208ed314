/**
 * Continues sync. If two devices changed the same lines, the note gets the later version, and the other one becomes a
 * separate note.
 */
import type { SyncHandle } from 'hybrid-search-element/client';
import { toast } from './dom.ts';
import { client, get, isFile, keepAside } from './notes.ts';
import { deleteState, readState, writeState } from './state.ts';
import { say } from './strings.ts';

/**
 * Notes written since sync was last up to date. Stored, because the page may be closed before another device's version
 * arrives. Sync keeps such a version until it's resolved.
 */
const WRITTEN = 'written/';
const written = new Set<string>();
/** The handle stays the same while the page is open, unless sync is turned off or moved in the settings. */
let handle: SyncHandle | null = null;
let isAsking = false;

/** Resolves with whether sync was turned on during an earlier visit. */
export async function continueSync(): Promise<boolean> {
  client.subscribe(({ ids, kind }) => {
    if (kind !== 'put') return;
    for (const path of ids) if (isFile(path)) remember(path);
    void keepOthers();
  });
  // Sync can only be turned on, turned off or moved in the settings, so this checks when the user leaves them.
  addEventListener('hashchange', ({ oldURL }) => {
    if (/^#(menu|hybrid-search-sync=)/.test(new URL(oldURL).hash)) void takeHandle().catch(() => {});
  });
  try {
    const earlier = [...(await readState<true>(WRITTEN)).keys()];
    for (const path of earlier) written.add(path);
    const isOn = await takeHandle();
    if (!isOn) for (const path of earlier) await deleteState(WRITTEN + path);
    return isOn;
  } catch (error) {
    toast((error as Error).message);
    return false;
  }
}

async function takeHandle(): Promise<boolean> {
  const sync = await client.sync();
  if (sync && sync !== handle) sync.onState(({ stage }) => stage === 'live' && void keepOthers());
  handle = sync;
  void keepOthers();
  return sync !== null;
}

function remember(path: string): void {
  written.add(path);
  writeState(WRITTEN + path, true).catch((error: Error) => toast(error.message));
}

/** Notes that are written meanwhile get another round. */
async function keepOthers(): Promise<void> {
  if (isAsking) return;
  isAsking = true;
  try {
    for (let sync = handle; sync && written.size > 0; sync = handle) {
      const paths = [...written];
      await sync.idle();
      if (sync.state.stage !== 'live') return;
      for (const path of paths) await keepOthersOf(sync, path);
    }
  } catch {
    // The notes are checked when sync works again.
  } finally {
    isAsking = false;
  }
}

async function keepOthersOf(sync: SyncHandle, path: string): Promise<void> {
  written.delete(path);
  try {
    const others = await sync.conflicts(path);
    const shown = (await get(path))?.text;
    for (const { memory } of others) {
      if (memory.text !== shown) toast(say('keptOther', await keepAside(path, memory.text)));
    }
    if (others.length > 0) await sync.resolve(path, undefined, others);
    // The note may have been written again in the meantime.
    if (!written.has(path)) await deleteState(WRITTEN + path);
  } catch (error) {
    written.add(path);
    throw error;
  }
}
