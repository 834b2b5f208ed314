import { timeOfText } from '../../core/import/apps/json-values.ts';
import type { ImportOrigin, ImportRow } from '../../core/import/report.ts';
import { type DocumentText, documentRows, problemRow } from '../document-rows.ts';
import type { OpenDocument } from '../documents-api.ts';
import { pictureOfData } from '../picture-bytes.ts';
import { textOfBytes } from '../text-of-bytes.ts';
import { type HtmlText, htmlToText } from './html-text.ts';
import { MAX_DEPTH, TooDeep } from './parse.ts';

/** `SingleFile` or a browser saves the page's URL in a comment. */
const SAVED_FROM = /<!--[^>]{0,200}?(?:saved from url=\(\d+\)|\burl:\s{0,3})(https?:\/\/[^\s<>"]{1,4000})/i;
const HEAD_LENGTH = 4_096;

export async function* readHtmlFile({ file, origin }: OpenDocument): AsyncGenerator<ImportRow> {
  const html = textOfBytes(new Uint8Array(await file.arrayBuffer()));
  yield* htmlRows(html, SAVED_FROM.exec(html.slice(0, HEAD_LENGTH))?.[1] ?? '', origin);
}

/** @param url URL of the saved page, if known */
export function* htmlRows(
  html: string,
  url: string,
  origin: ImportOrigin,
  more: (page: DocumentText) => Partial<DocumentText> = () => ({}),
): Generator<ImportRow> {
  let read: HtmlText;
  try {
    read = htmlToText(html);
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    yield problemRow('bad-document', 'too-deep', 0, { most: MAX_DEPTH });
    return;
  }
  const page = pageOf(read, url);
  yield* documentRows({ ...page, ...more(page) }, 1, origin);
}

export function pageOf(read: HtmlText, url: string): DocumentText {
  const { text, lang, meta, canonical, links, pictures } = read;
  const said = (...names: string[]): string =>
    names.map((name) => meta.get(name) ?? '').find((value) => value !== '') ?? '';
  const inline = pictures.flatMap(({ path, alt }) => pictureOfData(path, alt) ?? []);
  return {
    text,
    title: read.title || said('og:title', 'twitter:title'),
    lang: lang || said('language'),
    url: [url, canonical, said('og:url')].find((address) => /^https?:\/\//i.test(address)) ?? '',
    links,
    createdAt: timeOfText(said('article:published_time', 'datepublished', 'date', 'dc.date')),
    updatedAt: timeOfText(said('article:modified_time', 'datemodified')),
    metadata: {
      author: said('author', 'article:author', 'dc.creator'),
      site: said('og:site_name'),
      description: said('description', 'og:description'),
      keywords: said('keywords'),
    },
    images: inline,
    pictures: pictures.filter(({ path }) => !/^[a-z][a-z\d+.-]*:/i.test(path)),
  };
}
