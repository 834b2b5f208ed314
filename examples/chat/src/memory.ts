import { type Context, createHybridSearch, type Memory, type Viewer } from 'hybrid-search-element/client';

/** Only its owner sees a `direct` message. Everybody in the group sees a `group` message. */
export interface Place {
  person: string;
  room: 'direct' | 'group';
}

const PEOPLE = ['ada', 'ben'];
const GROUP = 'home';
const DAY_MS = 86_400_000;

const client = createHybridSearch({
  name: 'chat-memory',
  assetBase: new URL('hybrid-search/', document.baseURI).href,
});

export const { onProgress } = client;
export const onChange = (listener: () => void): unknown => client.subscribe(listener);
export const opened: Promise<unknown> = client.ready;

const viewerOf = ({ person, room }: Place): Viewer => ({
  id: person,
  context: room,
  ...(room === 'group' ? { group: GROUP } : {}),
});

/** If `days` is 0, the message never expires. */
export function remember(
  place: Place,
  session: string,
  message: { role: 'user' | 'assistant'; text: string; days: number },
): Promise<Memory> {
  const { role, text, days } = message;
  return client.add({
    type: 'conversation',
    text,
    role,
    session,
    source: role === 'user' ? place.person : 'assistant',
    owner: place.person,
    privacy: place.room,
    ...(place.room === 'group' ? { group: GROUP } : {}),
    expiresAt: days === 0 ? null : Date.now() + days * DAY_MS,
  });
}

/**
 * Finds what a model needs for a question. In a session, "it" and "that" are understood from the conversation. Leaves
 * out the assistant's messages, because they only quote, and the question, which would be its own best match.
 */
export function recall(place: Place, question: Memory, tokens: number): Promise<Context> {
  return client.context(question.text, {
    tokens,
    ...(question.session === undefined ? {} : { session: question.session }),
    viewer: viewerOf(place),
    filters: { source: PEOPLE, not: [{ ids: [question.id] }] },
  });
}

/** `total` also counts messages beyond `limit`. */
export async function remembered(place: Place, limit: number): Promise<{ memories: Memory[]; total: number }> {
  return client.list({
    filters: { type: 'conversation', source: PEOPLE },
    viewer: viewerOf(place),
    sort: 'newest',
    limit,
  });
}

export const mayChange = ({ person }: Place, { owner }: Memory): boolean => owner === person;
export const change = (place: Place, { id }: Memory, text: string): Promise<Memory> =>
  client.update(id, { text }, { viewer: viewerOf(place) });
export const forget = (place: Place, { id }: Memory): Promise<boolean> =>
  client.remove(id, { viewer: viewerOf(place) });

export async function messagesOf(place: Place, session: string): Promise<Memory[]> {
  const { memories } = await client.list({
    filters: { type: 'conversation', session },
    viewer: viewerOf(place),
    sort: 'oldest',
    limit: 500,
  });
  return memories;
}

export async function sessionsOf(place: Place): Promise<{ session: string; title: string }[]> {
  const { memories } = await client.list({
    filters: { type: 'conversation' },
    viewer: viewerOf(place),
    sort: 'oldest',
    limit: 1000,
  });
  const titles = new Map<string, string>();
  for (const { session, text, privacy } of memories) {
    if (session !== undefined && privacy === place.room && !titles.has(session)) titles.set(session, text);
  }
  return [...titles].map(([session, title]) => ({ session, title })).reverse();
}
