/** Messages between pages, background and host, and how each of them answers a query. */
import type { Hit, HybridSearchClient, Memory } from 'hybrid-search-element/client';
import type { Saved } from './queue.ts';

/** For the first answer. Without links: pages have none, and reading each name takes as long as finding the words. */
export const BY_WORD = ['keyword', 'tags'] as const;

export interface Question {
  /** Blank: the pages saved last. */
  query: string;
  limit: number;
  /** By word only, which needs no model. */
  words?: boolean;
}

export type Message =
  /** To the background: answered once the host is running. */
  | { to: 'background'; kind: 'wake' }
  /** To the host: answered with an `Outcome` for each. */
  | { to: 'host'; kind: 'store'; items: Saved[] }
  | ({ to: 'host'; kind: 'search' } & Question);

export interface Found {
  id: string;
  title: string;
  url: string;
  passage: string;
  /** `[start, end)` in the passage. */
  marks: [number, number][];
}

export const send = async <Answer>(message: Message): Promise<Answer> => {
  const answer = (await chrome.runtime.sendMessage(message)) as { value?: Answer; error?: string } | undefined;
  if (!answer || answer.error !== undefined) throw new Error(answer?.error ?? 'no answer');
  return answer.value as Answer;
};

/** Answers messages to one of the two. Failures are sent as text. */
export function receive(to: Message['to'], answer: (message: Message) => Promise<unknown>): void {
  chrome.runtime.onMessage.addListener((message: Message, sender, respond) => {
    if (message.to !== to || sender.id !== chrome.runtime.id) return false;
    answer(message).then(
      (value) => respond({ value }),
      (error: unknown) => respond({ error: error instanceof Error ? error.message : String(error) }),
    );
    return true;
  });
}

export async function answerSearch(client: HybridSearchClient, { query, limit, words }: Question): Promise<Found[]> {
  if (query === '') {
    const { memories } = await client.list({ sort: 'newest', limit });
    return memories.map((memory) => found(memory, memory.text.slice(0, 160), []));
  }
  const { hits, weak } = await client.search(query, {
    limit,
    ...(words ? { modes: BY_WORD } : {}),
  });
  return (hits.length > 0 ? hits : weak).map(foundBy);
}

function foundBy({ memory, passage, highlights }: Hit): Found {
  const marks = highlights
    .filter(
      ({ field, kind, start, end }) =>
        field === 'text' && kind === 'keyword' && start >= passage.start && end <= passage.end,
    )
    .map(({ start, end }): [number, number] => [start - passage.start, end - passage.start]);
  return found(memory, passage.text, marks);
}

const found = ({ id, title, url = '' }: Memory, passage: string, marks: Found['marks']): Found => ({
  id,
  title: title ?? (url || id),
  url,
  passage,
  marks,
});
