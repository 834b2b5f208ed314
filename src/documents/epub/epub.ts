/** Reads a book. Each chapter of its spine becomes a memory, whose place is the chapter's number. */
import { timeOfText } from '../../core/import/apps/json-values.ts';
import type { ImportRow } from '../../core/import/report.ts';
import { documentRows, picturesLeftOut, problemRow } from '../document-rows.ts';
import type { OpenDocument } from '../documents-api.ts';
import { htmlToText } from '../html/html-text.ts';
import { createParser, MAX_DEPTH, TooDeep } from '../html/parse.ts';
import { textOfBytes } from '../text-of-bytes.ts';
import { BookPictures } from './book-pictures.ts';

const MAX_CHAPTERS = 10_000;
/** A DTD inside the chapter. The parser would read what follows its first declaration as text. */
const OWN_DECLARATIONS =
  /^(\s{0,100}(?:<\?xml[^>]{0,200}>\s{0,100})?)<!DOCTYPE[^>[]{0,1000}\[[^\]]{0,65536}\]\s{0,100}>/i;

interface Book {
  values: Map<string, string>;
  items: Map<string, Item>;
  spine: string[];
  /** The cover's id in EPUB 2. */
  cover: string;
}

interface Item {
  path: string;
  type: string;
  properties: string;
}

export async function* readEpub({ file: _, entries = new Map(), origin }: OpenDocument): AsyncGenerator<ImportRow> {
  const read = async (path: string): Promise<string> => {
    const entry = entries.get(path);
    return entry ? textOfBytes(new Uint8Array(await entry.arrayBuffer())) : '';
  };
  if (/\.x?html?"/i.test(await read('META-INF/encryption.xml'))) {
    yield problemRow('bad-document', 'encrypted-book');
    return;
  }
  const opf = attributeOf(await read('META-INF/container.xml'), 'rootfile', 'full-path');
  let book: Book;
  try {
    book = readPackage(await read(opf), opf);
  } catch (error) {
    if (!(error instanceof TooDeep)) throw error;
    yield problemRow('bad-document', 'too-deep', 0, { most: MAX_DEPTH });
    return;
  }
  const title = book.values.get('dc:title') ?? '';
  const types = new Map([...book.items.values()].map(({ path, type }) => [path, type]));
  const pictures = new BookPictures(entries, types);
  const cover = await pictures.of([{ path: coverOf(book)?.path ?? '', alt: title }], (path) => path);
  // A small package can name a large file many times.
  const paths = new Set<string>();
  const spine = book.spine.slice(0, MAX_CHAPTERS);
  let number = 0;
  for (const id of spine) {
    const { path = '' } = book.items.get(id) ?? {};
    const html = paths.has(path) ? '' : await read(path);
    paths.add(path);
    if (html === '') continue;
    try {
      const chapter = htmlToText(html.replace(OWN_DECLARATIONS, '$1'), 'xhtml');
      const folder = path.split('/').slice(0, -1);
      const { images, tooLarge, ...rest } = await pictures.of(chapter.pictures, (address) => pathIn(folder, address));
      if (chapter.text === '' && images.length === 0) {
        yield* picturesLeftOut(tooLarge, 0, number + 1);
        continue;
      }
      number++;
      const before = number === 1 ? cover : null;
      const heading = /^#{1,6} (.+)/m.exec(chapter.text)?.[1] ?? chapter.title;
      yield* documentRows(
        {
          // A memory needs some text, as for scanned pages of a PDF.
          text: chapter.text || `${number} / ${spine.length}`,
          title: [title, heading].filter((part, at) => part !== '' && (at === 0 || part !== title)).join(' – '),
          id: `chapter ${id}`,
          lang: book.values.get('dc:language') ?? chapter.lang,
          createdAt: timeOfText(book.values.get('dc:date')),
          metadata: {
            book: title,
            author: book.values.get('dc:creator'),
            identifier: book.values.get('dc:identifier'),
          },
          place: { kind: 'chapter', number, ...(heading !== '' && { heading }) },
          images: [...(before?.images ?? []), ...images],
          tooLarge: tooLarge + (before?.tooLarge ?? 0),
          ...rest,
        },
        number,
        origin,
      );
    } catch (error) {
      if (!(error instanceof TooDeep)) throw error;
      yield problemRow('bad-document', 'too-deep', number, { most: MAX_DEPTH });
    }
  }
  if (number === 0) yield problemRow('bad-document', 'no-chapters');
}

const coverOf = ({ items, cover }: Book): Item | undefined =>
  [...items.values()].find(({ properties }) => properties.includes('cover-image')) ?? items.get(cover);

function attributeOf(xml: string, element: string, attribute: string): string {
  let found = '';
  run(xml, (name, attributes) => {
    if (name === element && found === '') found = attributes[attribute] ?? '';
  });
  return found;
}

function readPackage(xml: string, opf: string): Book {
  const book: Book = { values: new Map(), items: new Map(), spine: [], cover: '' };
  const folder = opf.split('/').slice(0, -1);
  run(
    xml,
    (name, attributes) => {
      const { id = '', href = '', idref } = attributes;
      const type = attributes['media-type'] ?? '';
      if (name === 'item')
        book.items.set(id, { path: pathIn(folder, href), type, properties: attributes.properties ?? '' });
      else if (name === 'itemref' && idref) book.spine.push(idref);
      else if (name === 'meta' && attributes.name === 'cover') book.cover = attributes.content ?? '';
    },
    (name, text) => {
      if (name.startsWith('dc:') && text !== '' && !book.values.has(name)) book.values.set(name, text);
    },
  );
  return book;
}

function run(
  xml: string,
  onOpen: (name: string, attributes: { readonly [name: string]: string }) => void,
  onText: (name: string, text: string) => void = () => {},
): void {
  let text = '';
  const parser = createParser(
    {
      open(name, attributes) {
        text = '';
        onOpen(name, attributes);
      },
      text(piece) {
        text += piece;
      },
      close(name) {
        onText(name, text.replace(/\s+/g, ' ').trim());
        text = '';
      },
    },
    'xml',
  );
  parser.write(xml);
  parser.end();
}

/** Paths in books are percent-encoded, as in URLs. */
function pathIn(folder: readonly string[], href: string): string {
  const names = [...folder];
  let path = href.replace(/[#?].*$/s, '');
  try {
    path = decodeURIComponent(path);
  } catch {
    // Not percent-encoded after all.
  }
  for (const name of path.split('/')) {
    if (name === '..') names.pop();
    else if (name !== '.' && name !== '') names.push(name);
  }
  return names.join('/').normalize('NFC');
}
