/** What pages, background and host tell one another. */
import type { Hit } from 'hybrid-search-element/client';
import type { Saved } from './queue.ts';

export type Message =
  /** To the background: start the host. */
  | { to: 'background'; kind: 'wake' }
  /** To the host: answered when the store has them. */
  | { to: 'host'; kind: 'store'; items: Saved[] }
  | { to: 'host'; kind: 'search'; query: string; limit: number };

export interface Found {
  id: string;
  title: string;
  url: string;
  passage: string;
  label: Hit['label'];
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

export function found({ id, memory, passage, highlights, label }: Hit): Found {
  const marks = highlights
    .filter(
      ({ field, kind, start, end }) =>
        field === 'text' && kind === 'keyword' && start >= passage.start && end <= passage.end,
    )
    .map(({ start, end }): [number, number] => [start - passage.start, end - passage.start]);
  return { id, title: memory.title ?? memory.url ?? id, url: memory.url ?? '', passage: passage.text, label, marks };
}
