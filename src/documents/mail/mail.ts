import PostalMime, { decodeWords, type Email } from 'postal-mime';
import { timeOfText } from '../../core/import/apps/json-values.ts';
import type { ImportOrigin, ImportRow } from '../../core/import/report.ts';
import { documentRows, problemRow } from '../document-rows.ts';
import type { OpenDocument } from '../documents-api.ts';
import { htmlRows } from '../html/html-file.ts';
import { type HtmlText, htmlToText } from '../html/html-text.ts';
import { pictureOf } from '../picture-bytes.ts';
import { messagesOf } from './mbox.ts';

/** Smaller pictures are trackers or belong to the layout. */
const LEAST_PICTURE_BYTES = 2_048;
/** Newsletters often have a plain text that only says where to read them. */
const MOST_STUB_CHARACTERS = 1_000;
const LONGER_THAN_STUB = 3;

export async function* readMail({ file, origin }: OpenDocument): AsyncGenerator<ImportRow> {
  let number = 0;
  for await (const message of messagesOf(file)) {
    number++;
    if (message === null) yield problemRow('too-large', 'large-message', number);
    else yield* await mailRows(message, number, origin);
  }
}

export async function* readMhtml({ file, origin }: OpenDocument): AsyncGenerator<ImportRow> {
  const page = await parse(new Uint8Array(await file.arrayBuffer()));
  if (!page?.html) {
    yield problemRow('bad-document', 'no-page');
    return;
  }
  const url = headerOf(page, 'snapshot-content-location');
  yield* htmlRows(page.html, url, origin, ({ title, images = [] }) => ({
    title: page.subject || title,
    createdAt: timeOfText(page.date),
    images: [...images, ...picturesOf(page)],
    // The page's addresses name parts of the same file.
    pictures: [],
  }));
}

async function mailRows(bytes: Uint8Array, number: number, origin: ImportOrigin): Promise<Iterable<ImportRow>> {
  const mail = await parse(bytes);
  if (!mail) return [problemRow('bad-document', 'unreadable-message', number)];
  const { subject = '', from, messageId = '', references = '', inReplyTo = '', attachments } = mail;
  const first = /<[^<>\s]+>/.exec(references)?.[0] ?? (inReplyTo || messageId);
  const { text, links } = contentOf(mail);
  const files = attachments.map(({ filename }) => filename ?? '').filter((name) => name !== '');
  return documentRows(
    {
      text: text || subject || files.join('\n'),
      title: subject || '(no subject)',
      ...(messageId !== '' ? { app: 'mail', id: messageId } : { id: String(number) }),
      type: 'mail',
      thread: first === '' ? '' : `mail:${first}`,
      owner: from?.name || from?.address || '',
      tags: labelsOf(headerOf(mail, 'x-gmail-labels')),
      links,
      createdAt: timeOfText(mail.date),
      metadata: { from: addresses([from]), to: addresses(mail.to), cc: addresses(mail.cc), messageId, files },
      images: picturesOf(mail),
    },
    number,
    origin,
  );
}

/** Returns null for a message that's nested too deeply, or whose headers are too long. */
async function parse(bytes: Uint8Array): Promise<Email | null> {
  try {
    return await PostalMime.parse(bytes, { maxNestingDepth: 64 });
  } catch {
    return null;
  }
}

/** The plain text reads better than the converted HTML, unless it leaves out most of it. */
function contentOf(mail: Email): Pick<HtmlText, 'text' | 'links'> {
  const plain = { text: (mail.text ?? '').replaceAll('\r\n', '\n').trim(), links: [] };
  if (!mail.html || plain.text.length > MOST_STUB_CHARACTERS) return plain;
  const converted = readHtml(mail.html);
  return converted.text.length > LONGER_THAN_STUB * plain.text.length ? converted : plain;
}

function readHtml(html: string): Pick<HtmlText, 'text' | 'links'> {
  try {
    return htmlToText(html);
  } catch {
    return { text: '', links: [] };
  }
}

/** Takeout quotes labels that contain a comma, and encodes those that aren't ASCII. */
function labelsOf(header: string): string[] {
  const labels = decodeWords(header).match(/"[^"]{0,500}"|[^,"]{1,500}/g) ?? [];
  return labels.map((label) => label.replaceAll('"', '').replace(/\s+/g, ' ').trim());
}

const headerOf = ({ headers }: Email, name: string): string => headers.find(({ key }) => key === name)?.value ?? '';

const addresses = (list: Email['to'] | (Email['from'] | undefined)[] = []): string[] =>
  list.flatMap((entry) =>
    entry ? [entry.name && entry.address ? `${entry.name} <${entry.address}>` : entry.address || entry.name || ''] : [],
  );

function picturesOf({ attachments }: Email) {
  return attachments.flatMap(({ content, mimeType, filename }) => {
    if (!(content instanceof ArrayBuffer) || content.byteLength < LEAST_PICTURE_BYTES) return [];
    return pictureOf(new Uint8Array(content), mimeType, filename ?? '') ?? [];
  });
}
