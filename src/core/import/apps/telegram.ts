/** Reads Telegram Desktop's `result.json` for one chat or the whole account. Leaves out service messages. */
import type { ImportOrigin, ImportReader, ImportRow } from '../report.ts';
import { messageRows } from './chat-message.ts';
import {
  extras,
  idOf,
  type JsonFields,
  listOf,
  objectOf,
  parseRecord,
  problem,
  textOf,
  timeOfNumber,
  timeOfText,
} from './json-values.ts';
import { createMessageListReader } from './message-lists.ts';

const NOT_INCLUDED = /^\(File .*\)$/s;

export function createTelegramReader(origin: ImportOrigin): ImportReader {
  let headerText = '';
  let chat: JsonFields = {};
  return createMessageListReader(function* (text, header, line) {
    if (header !== headerText) {
      headerText = header;
      const parsed = parseRecord(header, line);
      chat = 'fields' in parsed ? parsed.fields : {};
    }
    const record = parseRecord(text, line);
    if ('row' in record) yield record.row;
    else yield* telegramRows(record.fields, chat, line, origin);
  });
}

function* telegramRows(
  message: JsonFields,
  chat: JsonFields,
  line: number,
  origin: ImportOrigin,
): Generator<ImportRow> {
  if (message.type !== undefined && message.type !== 'message') return;
  const id = idOf(message.id);
  if (id === '') {
    yield problem(line, 'invalid-json', 'message-without-id');
    return;
  }
  const name = textOf(chat.name) || (chat.type === 'saved_messages' ? 'Saved messages' : 'Telegram');
  const missing = missingIn(message);
  const photo = fileOf(message.photo);
  const file = fileOf(message.file);
  const isPicture = file !== '' && /^image\//.test(textOf(message.mime_type));
  const { text, links, tags } = readText(message.text);
  const poll = objectOf(message.poll);
  const said = [
    text,
    [poll.question, ...listOf(poll.answers).map((answer) => objectOf(answer).text)].map(textOf).join('\n').trim(),
    textOf(objectOf(message.contact_information).first_name),
  ].filter((part) => part !== '');
  if (said.length === 0) said.push(textOf(message.sticker_emoji) || nameIn(photo || file));
  const from = textOf(message.from);
  const rows = messageRows(
    {
      app: 'telegram',
      chat: idOf(chat.id) || name,
      id,
      title: name,
      text: said.join('\n\n'),
      ...(from !== '' && { speaker: from }),
      links,
      tags,
      createdAt: timeOfNumber(message.date_unixtime) ?? timeOfText(message.date),
      updatedAt: timeOfNumber(message.edited_unixtime) ?? timeOfText(message.edited),
      metadata: extras({
        replyTo: message.reply_to_message_id,
        forwardedFrom: message.forwarded_from,
        location: message.location_information,
        reactions: message.reactions,
        file: photo || file,
        chatType: chat.type,
      }),
      pictures: [photo, isPicture ? file : '']
        .filter((path) => path !== '')
        .map((path) => ({ path, alt: nameIn(path) })),
    },
    line,
    origin,
  );
  yield* withMissing(rows, missing, line, `telegram:${idOf(chat.id) || name}`);
}

/** Adds the missing files to the first row. If there's no row, yields one with only the missing files. */
function* withMissing(
  rows: Iterable<ImportRow>,
  missing: readonly string[],
  line: number,
  session: string,
): Generator<ImportRow> {
  let left = missing;
  for (const row of rows) {
    yield left.length > 0 && 'input' in row ? { ...row, missing: left } : row;
    left = [];
  }
  if (left.length > 0) yield { line, session, missing: left };
}

/** A sticker's emoji is imported instead of its file. */
function missingIn(message: JsonFields): string[] {
  const kind = textOf(message.media_type).replaceAll('_', ' ');
  if (kind === 'sticker') return [];
  return [
    ...(NOT_INCLUDED.test(textOf(message.photo)) ? ['photo'] : []),
    ...(NOT_INCLUDED.test(textOf(message.file)) ? [textOf(message.file_name) || kind || 'file'] : []),
  ];
}

function fileOf(value: unknown): string {
  const path = textOf(value);
  return NOT_INCLUDED.test(path) ? '' : path;
}

const nameIn = (path: string): string => path.split('/').pop() ?? '';

function readText(value: unknown): { text: string; links: string[]; tags: string[] } {
  const links: string[] = [];
  const tags: string[] = [];
  let text = typeof value === 'string' ? value : '';
  for (const item of listOf(value)) {
    if (typeof item === 'string') {
      text += item;
      continue;
    }
    const part = objectOf(item);
    const shown = textOf(part.text);
    const href = part.type === 'text_link' ? textOf(part.href) : part.type === 'link' ? shown : '';
    if (href !== '' && href.length <= 4_096) links.push(href);
    if (part.type === 'hashtag' && shown.length > 1) tags.push(shown.slice(1, 512));
    text += part.type === 'text_link' && href !== '' ? `[${shown}](${href})` : shown;
  }
  return { text, links: links.slice(0, 1_000), tags: tags.slice(0, 1_000) };
}
