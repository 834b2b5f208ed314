/** What pages, background and host tell one another, and how a question is answered, whoever does it. */
import type { Hit, HybridSearchClient, Memory } from 'hybrid-search-element/client';
import type { Saved } from './queue.ts';

/** What answers first. Without links: pages have none, and to read the name of each takes as long as to find the words. */
export const BY_WORD = ['keyword', 'tags'] as const;

export interface Question {
  /** Blank: what was saved last. */
  query: string;
  limit: number;
  /** By word alone, which needs no model. */
  words?: boolean;
}

export type Message =
  /** To the background: answered when the host is there. */
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

/** Answers messages for one of the two; failures cross as text. */
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
