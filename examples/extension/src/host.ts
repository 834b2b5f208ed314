/**
 * Runs in a document that nobody sees (in Firefox: in the background page): stores what the background hands over, embeds,
 * and answers by meaning. Such a document may use messages and nothing else of the browser's interface. Embedding rests while the device runs on battery.
 */
import { openMemory } from './memory.ts';
import { found, type Message, receive } from './messages.ts';
import type { Saved } from './queue.ts';

interface Battery extends EventTarget {
  charging: boolean;
}

const client = openMemory('auto');

/** Resolves when the store has acknowledged all of them. */
async function store(items: readonly Saved[]): Promise<void> {
  for (const { id, title, text, url, lang, tags, createdAt } of items) {
    await client.upsert({ id, title, text, url, tags, createdAt, type: 'page', ...(lang ? { lang } : {}) });
  }
}

export async function answer(message: Message): Promise<unknown> {
  if (message.kind === 'store') return store(message.items);
  if (message.kind !== 'search') return undefined;
  const { hits, weak } = await client.search(message.query, { limit: message.limit });
  return (hits.length > 0 ? hits : weak).map(found);
}

async function restOnBattery(): Promise<void> {
  const battery = await (navigator as Navigator & { getBattery?(): Promise<Battery> }).getBattery?.();
  if (!battery) return;
  const follow = (): void => void (battery.charging ? client.resume() : client.pause());
  battery.addEventListener('chargingchange', follow);
  follow();
}

receive('host', answer);
void restOnBattery();
