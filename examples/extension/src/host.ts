/** Runs in an offscreen document, where messages are the only extension API. In Firefox, in the background page. */

import {
  isHybridSearchError,
  type MemoryInput,
  type SearchOptions,
  type SyncHandle,
} from 'hybrid-search-element/client';
import { restOnBattery } from './battery.ts';
import type { Turn } from './chat-turns.ts';
import { sendEvents } from './host-events.ts';
import { openStore } from './memory.ts';
import { type Message, receive } from './messages.ts';
import { keptPdf } from './pdf.ts';
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
  for (const item of items) {
    const { id } = item;
    try {
      await storeItem(item);
      outcomes.push({ id, result: 'stored' });
    } catch (error) {
      const isFinal = error instanceof UnreadablePdf || isHybridSearchError(error, 'invalid-memory');
      outcomes.push({ id, result: isFinal ? 'refused' : 'failed', reason: (error as Error).message });
    }
  }
  return outcomes;
}

async function storeItem(item: Saved): Promise<void> {
  const { id, title, text, url, lang, tags, createdAt, turns } = item;
  const shared = { title, url, tags, ...(lang ? { lang } : {}) };
  if (item.isPdf) await importPdf(item);
  else if (turns) await client.upsertMany(turns.map((turn, index) => ({ ...shared, ...messageOf(item, turn, index) })));
  else await client.upsert({ ...shared, id, text, createdAt, type: 'page' });
}

/** The chat is one thread. Its page rarely says when a message was written, so the times only keep the order. */
const messageOf = ({ id: chat, url, createdAt }: Saved, turn: Turn & { id: string }, index: number): MemoryInput => ({
  ...turn,
  type: 'conversation',
  thread: chat,
  session: chat,
  source: new URL(url).hostname,
  createdAt: createdAt + index,
  // Otherwise the message would get a conversation's default expiry.
  expiresAt: null,
});

class UnreadablePdf extends Error {}

/** The reader of documents is loaded with the first PDF. Each page becomes a memory of its own. */
async function importPdf({ id, url }: Saved): Promise<void> {
  const file = await keptPdf(id);
  if (!file) throw new UnreadablePdf('The browser has deleted the PDF. Save it again.');
  const { host, pathname, search } = new URL(url);
  const report = await client.import({ path: `${host}${decoded(pathname)}${search}`, file, url });
  const { added, updated, unchanged, problems } = report;
  if (added + updated + unchanged === 0) throw new UnreadablePdf(problems[0]?.message ?? 'The PDF has no text.');
}

/** The path names the import in the list of imports. */
function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
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
