/** Reads chats with `whatsapp-chat-parser`, and adds date formats that it lacks, the chat's name, and ids. */
import { parseString } from 'whatsapp-chat-parser';
import { nameOf, normalizePath } from '../file-id.ts';
import { PAUSE, type Pause } from '../pause.ts';
import type { ImportOrigin, ImportReader, ImportRow } from '../report.ts';
import { createWholeFileReader } from '../whole-file-reader.ts';
import { messageRows } from './chat-message.ts';
import { writtenIn } from './whatsapp-lines.ts';

type Message = ReturnType<typeof parseString>[number];

/** `12/31/23, 11:59 PM - `, `[31.12.2023, 23:59:01] `, `2023. 12. 31. 오후 11:59, `, `2023/12/31 下午11:59 - ` */
const FIRST_LINE =
  /^[\u200e\u200f\ufeff]*\[?\d{1,4}[-/.]\s?\d{1,2}[-/.]\s?\d{1,4}[,.]?\s[^\d\n]{0,12}\d{1,2}[.:]\d{2}(?:[.:]\d{2})?[^\d\n]{0,12}?(?:\]|\s-\s|:\s|,\s)/;
const DATE = /^[\u200e\u200f]*\[?\d{1,4}[-/.]\s?\d{1,4}[-/.]\s?\d{1,4}/;
const YEAR_FIRST = /^\D*\d{4}/;
/** Other languages write `pm` or `p. m.`, have zeros before single digits, or years of four digits. */
const AMERICAN = /^[\u200e\u200f]*\[?[1-9]\d?\/[1-9]\d?\/\d\d, \d{1,2}:\d{2}(?::\d{2})?\s[AP]M\b/;
/** More than 27 years of days. Real chats have fewer, and other files could make the inference slow. */
const MAX_DATES = 10_000;
const MAX_START = 300;
const LINES_A_STEP = 1_024;
const SPEAKING_LINES = 40;
const SPEAKER = /(?:\]|\s-)\s[^:\n]{1,100}: /;
const KOREAN_LINE = /^\[?(\d{4})년 (\d{1,2})월 (\d{1,2})일 (오전|오후) (\d{1,2}:\d{2}(?::\d{2})?)(?:\]|,) (.+?) ?: /;
const LEADING_HALF =
  /^([\u200e\u200f]*\[?\d{1,4}[-/.]\s?\d{1,2}[-/.]\s?\d{1,4}[,.]?\s)(上午|下午|午前|午後|오전|오후)\s?(\d{1,2}[.:]\d{2}(?:[.:]\d{2})?)/;
const AFTER_NOON: ReadonlySet<string> = new Set(['下午', '午後', '오후']);
const CHAT_WITH =
  /^(?:WhatsApp[ -]Chat (?:with|mit|-) |Chat de WhatsApp con |Discussion WhatsApp avec |Conversa do WhatsApp com |Chat WhatsApp con )/;
const DIGITS = /[\u0660-\u0669\u06f0-\u06f9]/g;
/** `٣١/١٢/٢٠٢٣، ١١:٥٩ م`, with a direction mark after each number of the date */
const ARABIC_START =
  /^([\u200e\u200f]*\[?)([\d٠-٩۰-۹]{1,4})\u200f?([-/.])([\d٠-٩۰-۹]{1,2})\u200f?[-/.]([\d٠-٩۰-۹]{1,4})[,،]?\s([\d٠-٩۰-۹]{1,2}:[\d٠-٩۰-۹:]{2,5})(?:\s([صم]))?(?=\]|\s-)/;
const ATTACHED_NAME = /\.(?:jpe?g|png|webp|gif)$/i;

/** The first line is usually WhatsApp's own, so the first speaker may come some lines later. */
export function looksLikeWhatsApp(start: string): boolean {
  const lines = start.split('\n', SPEAKING_LINES).map((line) => normalizeLine(line.slice(0, 300)));
  return FIRST_LINE.test(lines[0]!) && lines.some((line) => FIRST_LINE.test(line) && SPEAKER.test(line));
}

export function createWhatsAppReader(origin: ImportOrigin): ImportReader {
  return createWholeFileReader((text) => readChat(text, origin));
}

function* readChat(whole: string, origin: ImportOrigin): Generator<ImportRow> {
  const chat = chatName(origin);
  const occurrences = new Map<string, number>();
  for (const found of messagesOf(whole, yield* daysComeFirst(whole))) {
    if ('pause' in found) {
      yield found;
      continue;
    }
    const { date, author, message } = found;
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

/** Line by line, because the parser can't pause. A line that's no message by itself belongs to the one before. */
function* messagesOf(whole: string, daysFirst: boolean): Generator<Message | Pause> {
  let open: Message | undefined;
  let below: string[] = [];
  const close = ({ message, ...rest }: Message): Message => ({ ...rest, message: [message, ...below].join('\n') });
  for (const line of linesOf(whole)) {
    if (typeof line !== 'string') {
      yield line;
      continue;
    }
    const [next] = parseString(line, { daysFirst });
    if (!next) {
      below.push(line);
      continue;
    }
    if (open) yield close(open);
    open = next;
    below = [];
  }
  if (open) yield close(open);
}

/**
 * Only slashes leave open whether the day or the month comes first. The parser infers it from all dates, so it needs
 * one line with each.
 */
function* daysComeFirst(whole: string): Generator<Pause, boolean> {
  const lineOfDate = new Map<string, string>();
  for (const line of linesOf(whole)) {
    if (typeof line !== 'string') {
      yield line;
      continue;
    }
    const date = DATE.exec(line)?.[0];
    if (date === undefined || lineOfDate.has(date) || lineOfDate.size === MAX_DATES) continue;
    const start = line.slice(0, MAX_START);
    if (parseString(start).length === 0) continue;
    if (YEAR_FIRST.test(date)) return false;
    if (!date.includes('/')) return true;
    lineOfDate.set(date, start);
  }
  const lines = [...lineOfDate.values()];
  const swapped = lines.map((line) => line.replace(/(\d+)\/(\d+)/, '$2/$1'));
  // If nothing tells the order, the parser takes the first number as the day, even when the two are swapped.
  return infersDayFirst(lines) && !(AMERICAN.test(lines[0] ?? '') && infersDayFirst(swapped));
}

function infersDayFirst(lines: readonly string[]): boolean {
  const inferred = parseString(lines.join('\n'));
  return parseString(lines.join('\n'), { daysFirst: true }).every(({ date }, index) =>
    Object.is(date.getTime(), inferred[index]!.date.getTime()),
  );
}

function* linesOf(whole: string): Generator<string | Pause> {
  let start = 0;
  let steps = 0;
  for (const { index, 0: ending } of whole.matchAll(/\r\n?|\n/g)) {
    if (++steps % LINES_A_STEP === 0) yield PAUSE;
    yield normalizeLine(whole.slice(start, index));
    start = index + ending.length;
  }
  yield normalizeLine(whole.slice(start));
}

function normalizeLine(line: string): string {
  const latin = line.replace(ARABIC_START, latinStart);
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

function latinStart(
  _: string,
  open: string,
  day: string,
  mark: string,
  month: string,
  year: string,
  time: string,
  half?: string,
) {
  const start = `${open}${day}${mark}${month}${mark}${year}, ${time}`.replace(DIGITS, latinDigit);
  return half === undefined ? start : `${start} ${half === 'م' ? 'PM' : 'AM'}`;
}

const latinDigit = (digit: string): string => String(digit.charCodeAt(0) & 0xf);

/** The file is named after the chat. On iPhones the archive, or its unpacked folder, has that name. */
function chatName({ path, archive }: ImportOrigin): string {
  const file = nameOf(path);
  const folder = normalizePath(path)
    .split('/')
    .at(-2)
    ?.replace(/\.zip$/i, '');
  const name = file === '_chat' || file === '' ? (folder ?? archive ?? file) : file;
  return name.replace(CHAT_WITH, '').replace(/ \(\d+\)$/, '') || 'WhatsApp';
}
