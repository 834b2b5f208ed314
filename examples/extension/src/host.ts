/**
 * Runs in a document that nobody sees (in Firefox: in the background page): stores what the background hands over, embeds,
 * and answers by meaning. Such a document may use messages and nothing else of the browser's interface.
 */

import { isHybridSearchError } from 'hybrid-search-element/client';
import { restOnBattery } from './battery.ts';
import { openStore } from './memory.ts';
import { answerSearch, type Message, receive } from './messages.ts';
import type { Outcome, Saved } from './queue.ts';

/** From the start of the browser on: what it costs until somebody saves or asks is the index, without the model. */
const client = openStore();
let modelWanted = false;

/** With it the backlog is embedded. A search by meaning that comes meanwhile waits for it. */
function wantModel(): void {
  if (modelWanted) return;
  modelWanted = true;
  client.loadModel().catch(() => {
    modelWanted = false;
  });
}

/** Each item by itself: one that the store refuses keeps no other from it. */
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

export async function answer(message: Message): Promise<unknown> {
  if (message.kind === 'store') {
    wantModel();
    return store(message.items);
  }
  if (message.kind !== 'search') return undefined;
  if (!message.words) wantModel();
  // The backlog makes room for who is waiting.
  client.typing();
  return answerSearch(client, message);
}

// Firefox's background page has a listener of its own, which it is woken by.
if (location.pathname.endsWith('/host.html')) receive('host', answer);
void restOnBattery(client);
