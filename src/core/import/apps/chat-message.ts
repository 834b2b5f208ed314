import type { JsonObject, MemoryInput, Role } from '../../record/memory.ts';
import { CONVERSATION_TYPE, MAX_NAME_LENGTH } from '../../record/memory-limits.ts';
import { fileId } from '../file-id.ts';
import type { ImportOrigin, ImportRow, PictureReference } from '../report.ts';
import { partsOf, times, titleOf } from './json-values.ts';

export interface ChatMessage {
  /** Name of the program. The memory's id is a hash of this name, `chat` and `id`. */
  app: string;
  chat: string;
  /** Default: the chat is one thread. */
  thread?: string;
  id: string;
  title: unknown;
  text: string;
  /** Default: the program. */
  speaker?: string;
  role?: Role;
  url?: string;
  links?: readonly string[];
  tags?: readonly string[];
  createdAt: number | undefined;
  updatedAt?: number | undefined;
  metadata: JsonObject;
  pictures?: readonly PictureReference[];
}

/** Yields nothing for a message without text, and several rows for one that's longer than a memory may be. */
export function* messageRows(message: ChatMessage, line: number, { hash }: ImportOrigin): Generator<ImportRow> {
  const { app, chat, id, title, speaker, role, url, links = [], tags = [], metadata } = message;
  if (message.text.trim() === '') return;
  const session = `${app}:${chat}`.slice(0, MAX_NAME_LENGTH);
  const thread = message.thread === undefined ? session : `${session}:${message.thread}`.slice(0, MAX_NAME_LENGTH);
  const person = speaker?.trim().slice(0, MAX_NAME_LENGTH);
  for (const [index, text] of partsOf(message.text).entries()) {
    const input: MemoryInput = {
      id: fileId(hash, app, chat, index === 0 ? id : `${id}#${index}`),
      ...titleOf(title),
      text,
      type: CONVERSATION_TYPE,
      // Otherwise the message would get a conversation's default expiry.
      expiresAt: null,
      thread,
      session,
      source: person || app,
      ...(person && { owner: person }),
      ...(role && { role }),
      ...(url && { url }),
      ...(links.length > 0 && { links: [...new Set(links)] }),
      ...(tags.length > 0 && { tags: [...new Set(tags)] }),
      metadata: { ...metadata, app, ...(index > 0 && { part: index + 1 }) },
      ...times(message.createdAt, message.updatedAt),
    };
    yield { line, input, ...(index === 0 && message.pictures?.length && { pictures: message.pictures }) };
  }
}
