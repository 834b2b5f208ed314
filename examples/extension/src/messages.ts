import type { HybridSearchClient } from 'hybrid-search-element/client';
import type { Saved } from './queue.ts';

export type Call = 'list' | 'search' | 'stats' | 'get';
/** Messages can't contain functions. */
export type Args<Name extends Call> = Parameters<HybridSearchClient[Name]>;

export type Message =
  /** Sent to the background, which answers once the host is running. */
  | { to: 'background'; kind: 'wake' }
  /** Sent to the host, which answers with an `Outcome` for each item. */
  | { to: 'host'; kind: 'store'; items: Saved[] }
  | { to: 'host'; kind: 'sync' }
  | { to: 'host'; kind: 'call'; call: Call; args: readonly unknown[] };

export const send = async <Answer>(message: Message): Promise<Answer> => {
  const answer = (await chrome.runtime.sendMessage(message)) as { value?: Answer; error?: string } | undefined;
  if (!answer || answer.error !== undefined) throw new Error(answer?.error ?? 'no answer');
  return answer.value as Answer;
};

/** Sends errors as text. */
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

export const callHost = <Name extends Call>(call: Name, ...args: Args<Name>): ReturnType<HybridSearchClient[Name]> =>
  send({ to: 'host', kind: 'call', call, args }) as ReturnType<HybridSearchClient[Name]>;
