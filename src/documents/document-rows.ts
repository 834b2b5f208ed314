import { extras, type JsonFields, partsOf, times, titleOf } from '../core/import/apps/json-values.ts';
import { fileId, nameOf } from '../core/import/file-id.ts';
import { IMPORT_SOURCE } from '../core/import/import-source.ts';
import type { ImportProblemReason, ImportProblemValues } from '../core/import/problem-sentences.ts';
import type { ImportOrigin, ImportProblemCode, ImportRow, PictureReference } from '../core/import/report.ts';
import type { MemoryImage, MemoryInput } from '../core/record/memory.ts';
import {
  MAX_IMAGE_BYTES,
  MAX_IMAGES,
  MAX_LANG_LENGTH,
  MAX_LINK_LENGTH,
  MAX_NAME_LENGTH,
  MAX_TAGS,
  MAX_URL_LENGTH,
} from '../core/record/memory-limits.ts';
import type { Place } from '../core/record/place.ts';

export interface DocumentText {
  text: string;
  title: string;
  /** Distinguishes the document from others in the same file. */
  id?: string;
  /** The program that assigned the ids. Set it only if its ids are unique across files. */
  app?: string;
  place?: Place;
  type?: string;
  thread?: string;
  owner?: string;
  url?: string;
  lang?: string;
  tags?: readonly string[];
  links?: readonly string[];
  createdAt?: number | undefined;
  updatedAt?: number | undefined;
  metadata?: JsonFields;
  images?: readonly MemoryImage[];
  /** Number of further pictures, beyond those that a memory has room for. */
  leftOut?: number;
  /** Number of further pictures that are too large to store. */
  tooLarge?: number;
  pictures?: readonly PictureReference[];
  /** Names of files that the document refers to, but that its file doesn't contain. */
  missing?: readonly string[];
}

export const problemRow = (
  code: ImportProblemCode,
  reason: ImportProblemReason,
  line = 0,
  values?: ImportProblemValues,
): ImportRow => ({ line, code, reason, ...(values && { values }) });

/** @param line the document's number in the file, from 1 */
export function* documentRows(document: DocumentText, line: number, origin: ImportOrigin): Generator<ImportRow> {
  const { id = '', app, place, type, thread, owner, lang = '', tags = [], links = [], images = [] } = document;
  const title = document.title || nameOf(origin.path);
  const url = document.url || origin.url || '';
  if (document.text.trim() === '') {
    yield id === ''
      ? problemRow('empty', 'document-without-text', line)
      : problemRow('empty', 'part-without-text', line, { name: title });
    return;
  }
  const { pictures = [], missing = [], leftOut = 0, tooLarge = 0 } = document;
  const fitting = images.filter(({ data }) => data.byteLength <= MAX_IMAGE_BYTES);
  for (const [index, text] of partsOf(document.text).entries()) {
    const part = index > 0 ? String(index) : '';
    const named = titleOf(index > 0 ? `${title} (${index + 1})` : title);
    const input: MemoryInput = {
      id: app
        ? fileId(origin.hash, app, id, part)
        : fileId(origin.hash, IMPORT_SOURCE, origin.path, id === '' ? part : `${id}#${part}`),
      ...named,
      text,
      source: IMPORT_SOURCE,
      ...(type && { type }),
      ...(thread && { thread: thread.slice(0, MAX_NAME_LENGTH) }),
      ...(owner && { owner: owner.slice(0, MAX_NAME_LENGTH) }),
      ...(url !== '' && url.length <= MAX_URL_LENGTH && { url }),
      ...(isLanguage(lang) && { lang }),
      tags: [...new Set(tags)].filter(({ length }) => length > 0 && length <= MAX_NAME_LENGTH).slice(0, MAX_TAGS),
      links: [...new Set(links)].filter(({ length }) => length > 0 && length <= MAX_LINK_LENGTH),
      metadata: extras({
        path: origin.path,
        ...document.metadata,
        ...(app && { app }),
        place,
        ...(index > 0 && { part: index + 1 }),
      }),
      ...(index === 0 && fitting.length > 0 && { images: fitting.slice(0, MAX_IMAGES) }),
      ...times(document.createdAt, document.updatedAt ?? document.createdAt ?? origin.lastModified),
    };
    yield {
      line,
      input,
      ...(index === 0 && pictures.length > 0 && { pictures }),
      ...(index === 0 && missing.length > 0 && { missing }),
    };
  }
  yield* picturesLeftOut(tooLarge + images.length - fitting.length, fitting.length - MAX_IMAGES + leftOut, line);
}

export function* picturesLeftOut(large: number, tooMany: number, line: number): Generator<ImportRow> {
  const megabytes = MAX_IMAGE_BYTES / 1_048_576;
  if (large > 0) yield problemRow('left-out', 'large-pictures', line, { megabytes, count: large });
  if (tooMany > 0) yield problemRow('left-out', 'pictures-left-out', line, { most: MAX_IMAGES, count: tooMany });
}

const isLanguage = (lang: string): boolean =>
  lang.length <= MAX_LANG_LENGTH && /^[a-z]{2,3}(?:-[a-z\d]{1,8})*$/i.test(lang);
