/** Converts Word to HTML with `mammoth`, which keeps headings, lists, tables and footnotes, and then to text. */
import mammoth from 'mammoth/mammoth.browser.js';
import { timeOfText } from '../../core/import/apps/json-values.ts';
import type { ImportRow } from '../../core/import/report.ts';
import type { MemoryImage } from '../../core/record/memory.ts';
import { MAX_IMAGES } from '../../core/record/memory-limits.ts';
import { documentRows, problemRow } from '../document-rows.ts';
import type { OpenDocument } from '../documents-api.ts';
import { htmlToText } from '../html/html-text.ts';
import { MAX_DEPTH, TooDeep } from '../html/parse.ts';
import { pictureOf } from '../picture-bytes.ts';
import { whyRefused } from './check-xml.ts';

export async function* readDocx({ file, entries, origin }: OpenDocument): AsyncGenerator<ImportRow> {
  const images: MemoryImage[] = [];
  let leftOut = 0;
  for (const [path, part] of entries ?? []) {
    const reason = /\.(?:xml|rels)$/.test(path) ? whyRefused(await part.text()) : null;
    if (!reason) continue;
    yield problemRow('bad-document', reason, 0, { most: MAX_DEPTH });
    return;
  }
  try {
    const { value } = await mammoth.convertToHtml(
      { arrayBuffer: await file.arrayBuffer() },
      {
        convertImage: mammoth.images.imgElement(async (image) => {
          // A document of a few kilobytes can show a large picture many times.
          if (images.length === MAX_IMAGES) {
            leftOut++;
            return { src: '' };
          }
          const bytes = new Uint8Array(await image.readAsArrayBuffer());
          const picture = pictureOf(bytes, image.contentType, image.altText ?? '');
          if (picture) images.push(picture);
          return { src: '' };
        }),
      },
    );
    const core = (await entries?.get('docProps/core.xml')?.text()) ?? '';
    const said = (name: string): string => textIn(core, name);
    const { text, links } = htmlToText(value);
    yield* documentRows(
      {
        text,
        title: said('dc:title'),
        links,
        lang: said('dc:language'),
        createdAt: timeOfText(said('dcterms:created')),
        updatedAt: timeOfText(said('dcterms:modified')),
        metadata: { author: said('dc:creator'), keywords: said('cp:keywords'), description: said('dc:description') },
        images,
        leftOut,
      },
      1,
      origin,
    );
  } catch (error) {
    yield error instanceof TooDeep
      ? problemRow('bad-document', 'too-deep', 0, { most: MAX_DEPTH })
      : problemRow('bad-document', 'damaged-document');
  }
}

const PROPERTY = /<([\w:]{1,40})(?:\s[^<>]{0,200})?>([^<]{0,4000})(?=<)/g;

function textIn(xml: string, wanted: string): string {
  for (const [, name, text] of xml.slice(0, 65_536).matchAll(PROPERTY)) {
    if (name === wanted) return htmlToText(text!).text;
  }
  return '';
}
