/**
 * Reads chats with `whatsapp-chat-parser`. Adds date formats that the parser doesn't know, the chat's name, and ids.
 */
import { parseString } from 'whatsapp-chat-parser';
import { nameOf } from '../file-id.ts';
import type { ImportOrigin, ImportReader, ImportRow } from '../report.ts';
import { createWholeReader } from '../whole.ts';
import { messageRows } from './chat-message.ts';
import { writtenIn } from './whatsapp-lines.ts';

/** `12/31/23, 11:59 PM - `, `[31.12.2023, 23:59:01] `, `2023. 12. 31. 오후 11:59, `, `2023/12/31 下午11:59 - ` */
const FIRST_LINE =
  /^[\u200e\u200f\ufeff]*\[?\d{1,4}[-/.]\s?\d{1,2}[-/.]\s?\d{1,4}[,.]?\s[^\d\n]{0,12}\d{1,2}[.:]\d{2}(?:[.:]\d{2})?[^\d\n]{0,12}?(?:\]|\s-\s|:\s|,\s)/;
const SPEAKING_LINES = 40;
const SPEAKER = /(?:\]|\s-)\s[^:\n]{1,100}: /;
const KOREAN_LINE = /^\[?(\d{4})년 (\d{1,2})월 (\d{1,2})일 (오전|오후) (\d{1,2}:\d{2}(?::\d{2})?)(?:\]|,) (.+?) ?: /;
const LEADING_HALF =
  /^([\u200e\u200f]*\[?\d{1,4}[-/.]\s?\d{1,2}[-/.]\s?\d{1,4}[,.]?\s)(上午|下午|午前|午後|오전|오후)\s?(\d{1,2}[.:]\d{2}(?:[.:]\d{2})?)/;
const AFTER_NOON: ReadonlySet<string> = new Set(['下午', '午後', '오후']);
const CHAT_WITH =
  /^(?:WhatsApp[ -]Chat (?:with|mit|-) |Chat de WhatsApp con |Discussion WhatsApp avec |Conversa do WhatsApp com |Chat WhatsApp con )/;
const DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g;
const ATTACHED_NAME = /\.(?:jpe?g|png|webp|gif)$/i;

/** The first line is usually WhatsApp's own, so the first speaker may come some lines later. */
export function looksLikeWhatsApp(start: string): boolean {
  const lines = start.split('\n', SPEAKING_LINES).map((line) => normalizeLine(line.slice(0, 300)));
  return FIRST_LINE.test(lines[0]!) && lines.some((line) => FIRST_LINE.test(line) && SPEAKER.test(line));
}

export function createWhatsAppReader(origin: ImportOrigin): ImportReader {
  return createWholeReader((text) => readChat(text, origin));
}

function* readChat(whole: string, origin: ImportOrigin): Generator<ImportRow> {
  const chat = chatName(origin);
  const occurrences = new Map<string, number>();
  const lines = whole.split(/\r\n?|\n/).map(normalizeLine);
  for (const { date, author, message } of parseString(lines.join('\n'))) {
    const written = author ? writtenIn(message) : null;
    if (!author || !written) continue;
    const time = date.getTime();
    const key = `${time}\n${author}\n${message}`;
    const number = occurrences.get(key) ?? 0;
    occurrences.set(key, number + 1);
    const { text, file, mediaOmitted } = written;
    yield* messageRows(
      {
        app: 'whatsapp',
        chat,
        id: number === 0 ? key : `${key}\n${number}`,
        title: chat,
        text,
        speaker: author.replace(/[\u200e\u200f\u202a-\u202e]/g, ''),
        createdAt: Number.isFinite(time) ? time : undefined,
        metadata: { ...(file !== '' && { file }), ...(mediaOmitted && { mediaOmitted }) },
        ...(ATTACHED_NAME.test(file) && { pictures: [{ path: file, alt: file }] }),
      },
      1,
      origin,
    );
  }
}

function normalizeLine(line: string): string {
  const latin = /^[\u200e\u200f]*\[?[\u0660-\u0669\u06f0-\u06f9]/.test(line)
    ? line.slice(0, 60).replace(DIGITS, latinDigit) + line.slice(60)
    : line;
  const korean = KOREAN_LINE.exec(latin);
  if (korean) {
    const [whole, year, month, day, half, time, name] = korean;
    return `${year}/${month}/${day}, ${time} ${AFTER_NOON.has(half!) ? 'PM' : 'AM'} - ${name}: ${latin.slice(whole.length)}`;
  }
  return latin.replace(
    LEADING_HALF,
    (_, day: string, half: string, time: string) => `${day}${time} ${AFTER_NOON.has(half) ? 'PM' : 'AM'}`,
  );
}

const latinDigit = (digit: string): string => String(digit.charCodeAt(0) & 0xf);

/** The file is named after the chat. On iPhones the archive has that name, and the file is `_chat.txt`. */
function chatName({ path, archive }: ImportOrigin): string {
  const file = nameOf(path);
  const name = file === '_chat' || file === '' ? (archive ?? file) : file;
  return name.replace(CHAT_WITH, '').replace(/ \(\d+\)$/, '') || 'WhatsApp';
}
