/**
 * Runs in an offscreen document, which may use no extension API except messages. In Firefox, runs in the background
 * page.
 */

import { isHybridSearchError, type SearchOptions, type SyncHandle } from 'hybrid-search-element/client';
import { restOnBattery } from './battery.ts';
import { sendEvents } from './host-events.ts';
import { openStore } from './memory.ts';
import { type Message, receive } from './messages.ts';
import type { Outcome, Saved } from './queue.ts';

/** Opened when the browser starts. Until the user saves or searches, it only loads the index, and not the model. */
const client = openStore();
let modelWanted = false;

/** Loading the model embeds the backlog. A search by meaning waits for it. */
function wantModel(): void {
  if (modelWanted) return;
  modelWanted = true;
  client.loadModel().catch(() => {
    modelWanted = false;
  });
}

/** One item that the store refuses doesn't block the others. */
async function store(items: readonly Saved[]): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const { id, title, text, url, lang, tags, createdAt } of items) {
    try {
      await client.upsert({ id, title, text, url, tags, createdAt, type: 'page', ...(lang ? { lang } : {}) });
      outcomes.push({ id, result: 'stored' });
    } catch (error) {
      const result = isHybridSearchError(error, 'invalid-memory') ? 'refused' : 'failed';
      outcomes.push({ id, result, reason: (error as Error).message });
    }
  }
  return outcomes;
}

/** Sync doesn't ask the server on its own in an invisible page like this one, so the host asks at this interval. */
const SYNC_EVERY_MS = 60_000;
let sync: SyncHandle | null = null;
let isSyncing = false;

/** Syncs with the settings from the options page or the side panel. If there are none, no script is loaded. */
async function startSync(): Promise<void> {
  await sync?.stop();
  sync = await client.sync();
}

async function syncNow(): Promise<void> {
  if (!sync || isSyncing) return;
  isSyncing = true;
  await sync.idle().catch(() => {});
  isSyncing = false;
}

export async function answer(message: Message): Promise<unknown> {
  if (message.kind === 'store') {
    wantModel();
    const outcomes = await store(message.items);
    void syncNow();
    return outcomes;
  }
  if (message.kind === 'sync') return startSync();
  if (message.kind !== 'call') return undefined;
  const { call, args } = message;
  // A search by words alone needs no model.
  if (call === 'search' && !(args[1] as SearchOptions | undefined)?.modes) wantModel();
  // Embedding pauses while the user waits for an answer.
  client.typing();
  return (client[call] as (...given: readonly unknown[]) => Promise<unknown>)(...args);
}

// Firefox's background page has its own listener.
if (location.pathname.endsWith('/host.html')) receive('host', answer);
sendEvents(client);
void restOnBattery(client);
void startSync().catch(() => {});
setInterval(() => void syncNow(), SYNC_EVERY_MS);
