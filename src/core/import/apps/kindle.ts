/**
 * Reads `My Clippings.txt`, which is in the language of the device. In every language, a clipping has these lines:
 * title and author, a line that begins with a dash, an empty line, the words, a line of equals signs.
 */
import type { JsonObject, MemoryInput } from '../../record/memory.ts';
import { MAX_NAME_LENGTH } from '../../record/memory-limits.ts';
import { fileId } from '../file-id.ts';
import type { ImportOrigin, ImportReader, ImportRow } from '../report.ts';
import { countLines } from '../utf8.ts';
import { createWholeFileReader } from '../whole-file-reader.ts';
import { partsOf, times, titleOf } from './json-values.ts';

const END_LINE = /^={10}[ \t]*\r?$/m;
const MAX_COMPARED = 64;
const FIRST_LINES = /^\ufeff?[^\n]{1,1000}\r?\n-[^\n]{0,100}\d[^\n]{0,300}\r?\n/;
const AUTHOR = /^(.*\S)\s*[(（]([^()（）]{1,200})[)）]\s*$/;
const BOOKMARK = /bookmark|lesezeichen|signet|marcador|segnalibro|bladwijzer|закладк|书签|書籤|ブックマーク/i;
const NOTE = /\bnot[ae]\b|\bnotiz\b|\bnotitie\b|заметк|笔记|筆記|メモ/i;
const PAGE = /(?:page|seite|p[áa]gina|страниц\p{L}*|第)\s*([\divxlc]+(?:-\d+)?)|(\d+(?:-\d+)?)\s*ページ/iu;
const LOCATION =
  /(?:loc(?:ation|atie|\.)|position|emplacement|posici[oó]n|posizione|posi[cç][aã]o|местоположени\p{L}*|位置)\s*(?:no\.?)?\s*#?\s*(\d+)(?:-(\d+))?/iu;
/** In other languages, Kindles write months as digits. */
const LOCALES = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'ru'];

export const looksLikeClippings = (start: string): boolean => FIRST_LINES.test(start) && END_LINE.test(start);

export function createKindleReader(origin: ImportOrigin): ImportReader {
  return createWholeFileReader((text) => readClippings(text, origin));
}

interface Clipping {
  line: number;
  text: string;
  key: readonly [book: string, kind: string, place: string];
  fields: Partial<MemoryInput>;
  metadata: JsonObject;
}

function* readClippings(text: string, origin: ImportOrigin): Generator<ImportRow> {
  const dates = new ClippingDates();
  const places = new Map<string, Clipping[]>();
  let line = 1;
  for (const clipping of text.replace(/^\ufeff/, '').split(new RegExp(END_LINE, 'm'))) {
    const body = clipping.replace(/^\r?\n/, '');
    const read = body.trim() === '' ? null : readClipping(body, line + countLines(clipping) - countLines(body), dates);
    if (read && 'key' in read) addAtPlace(places, read);
    else if (read) yield read;
    line += countLines(clipping);
  }
  for (const clippings of places.values())
    for (const [number, clipping] of clippings.entries()) yield* rowsOf(clipping, number, origin);
}

/**
 * If a reader extends a highlight, the Kindle writes it again. Other highlights may begin at the same place, because a
 * location is a few lines long, and a PDF has only pages.
 */
function addAtPlace(places: Map<string, Clipping[]>, clipping: Clipping): void {
  const { key, text } = clipping;
  const at = JSON.stringify(key);
  const others = places.get(at) ?? [];
  places.set(at, others);
  const recent = others.slice(-MAX_COMPARED);
  const same = recent.findLastIndex((other) => other.text.includes(text) || text.includes(other.text));
  others[same < 0 ? others.length : others.length - recent.length + same] = clipping;
}

function readClipping(clipping: string, line: number, dates: ClippingDates): Clipping | ImportRow | null {
  const [book = '', info = '', ...rest] = clipping.split(/\r?\n/);
  if (!info.startsWith('-') || !/\d/.test(info)) return { line, code: 'unsupported-format', reason: 'no-clipping' };
  const text = rest.join('\n').trim();
  if (text === '' || BOOKMARK.test(info.slice(0, 60))) return null;
  const [, title = book.trim(), author] = AUTHOR.exec(book) ?? [];
  const [, pageAfter, pageBefore] = PAGE.exec(info) ?? [];
  const page = pageAfter ?? pageBefore;
  const [, from, to] = LOCATION.exec(info) ?? [];
  const kind = NOTE.test(info.slice(0, 60)) ? 'note' : 'highlight';
  return {
    line,
    text,
    key: [book.trim(), kind, from ?? page ?? text],
    fields: { ...titleOf(title), type: kind, ...times(dates.timeOf(info.split(/[|｜]/).at(-1)!), undefined) },
    metadata: {
      app: 'kindle',
      ...(author && { author: author.trim() }),
      ...(page && { page }),
      ...(from && { location: to ? `${from}-${to}` : from }),
    },
  };
}

/** @param number from 0, of the clippings at the same place */
function* rowsOf({ line, text, key, fields, metadata }: Clipping, number: number, origin: ImportOrigin) {
  const [book, kind, place] = key;
  for (const [index, part] of partsOf(text).entries()) {
    const input: MemoryInput = {
      ...fields,
      id: fileId(origin.hash, 'kindle', book, JSON.stringify([kind, place, index, ...(number > 0 ? [number] : [])])),
      text: part,
      source: 'kindle',
      thread: `kindle:${book}`.slice(0, MAX_NAME_LENGTH),
      metadata: { ...metadata, ...(index > 0 && { part: index + 1 }) },
    };
    yield { line, input };
  }
}

/** Clippings have the local time of the device, without a time zone. */
class ClippingDates {
  #months: Map<string, number> | null = null;

  timeOf(text: string): number | undefined {
    const clock = /(\d{1,2})[:.](\d{2})(?:[:.](\d{2}))?/.exec(text);
    const day = this.#dayOf(clock ? text.slice(0, clock.index) : text);
    if (!day) return undefined;
    const [hour = 0, minute = 0, second = 0] = (clock ?? []).slice(1).map((digits) => Number(digits ?? 0));
    const time = new Date(...day, hourOf(hour, text), minute, second).getTime();
    return Number.isFinite(time) ? time : undefined;
  }

  #dayOf(text: string): [year: number, month: number, day: number] | null {
    const digits = /(\d{4})\s*年\s*(\d{1,2})\s*月\s*(\d{1,2})\s*日/.exec(text);
    if (digits) return [Number(digits[1]), Number(digits[2]) - 1, Number(digits[3])];
    const year = /(?<!\d)\d{4}(?!\d)/.exec(text)?.[0];
    const day = /(?<!\d)\d{1,2}(?!\d)/.exec(text)?.[0];
    const month = (text.toLowerCase().match(/\p{L}+/gu) ?? []).map((word) => this.#monthOf(word)).find(isMonth);
    return year && day && month !== undefined ? [Number(year), month, Number(day)] : null;
  }

  #monthOf(word: string): number | undefined {
    this.#months ??= monthNames();
    return this.#months.get(word);
  }
}

const isMonth = (month: number | undefined): boolean => month !== undefined;

function hourOf(hour: number, text: string): number {
  if (/\bpm\b|p\.\s?m\.|下午|午後/i.test(text)) return hour < 12 ? hour + 12 : hour;
  return /\bam\b|a\.\s?m\.|上午|午前/i.test(text) && hour === 12 ? 0 : hour;
}

/** Formats each month with a day, because some languages, such as Russian, inflect its name after a day. */
function monthNames(): Map<string, number> {
  const names = new Map<string, number>();
  for (const locale of LOCALES) {
    const format = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' });
    for (let month = 0; month < 12; month++) {
      const parts = format.formatToParts(new Date(Date.UTC(2021, month, 1)));
      const name = parts.find(({ type }) => type === 'month')?.value;
      if (name) names.set(name.toLowerCase(), month);
    }
  }
  return names;
}
