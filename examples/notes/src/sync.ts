/**
 * Sync with other devices, which the settings part sets up. If two devices changed the same lines, the later version is
 * the note's, and the other one becomes a note of its own, as when a file and its note were both changed.
 */
import type { SyncHandle } from 'hybrid-search-element/client';
import { toast } from './dom.ts';
import { client, get, isFile, keepAside } from './notes.ts';
import { say } from './strings.ts';

/** Notes written since sync last had nothing to do. */
const written = new Set<string>();
let watched: SyncHandle | null = null;

/** Continues what an earlier visit turned on. Resolves with whether there is anything. */
export async function continueSync(): Promise<boolean> {
  client.subscribe(({ ids, kind }) => {
    if (kind !== 'put') return;
    for (const id of ids) if (isFile(id)) written.add(id);
    void watch().catch(() => {});
  });
  return watch().catch((error: Error) => {
    toast(error.message);
    return false;
  });
}

/** Sync may have been turned on since, or again with another server. */
async function watch(): Promise<boolean> {
  const sync = await client.sync();
  if (sync && sync !== watched) {
    watched = sync;
    sync.onState(({ stage }) => stage === 'live' && void keepOthers(sync));
  }
  return sync !== null;
}

async function keepOthers(sync: SyncHandle): Promise<void> {
  for (const path of written) {
    written.delete(path);
    try {
      const others = await sync.conflicts(path);
      const shown = (await get(path))?.text;
      for (const { memory } of others)
        if (memory.text !== shown) toast(say('keptOther', await keepAside(path, memory.text)));
      if (others.length > 0) await sync.resolve(path);
    } catch {
      // Asked again when sync is live again.
      written.add(path);
      return;
    }
  }
}
