import type { ReadDocument } from './documents-api.ts';
import { readEpub } from './epub/epub.ts';
import { readEnex } from './evernote/enex.ts';
import { readHtmlFile } from './html/html-file.ts';
import { readMail, readMhtml } from './mail/mail.ts';

export const MARKUP_READERS = {
  html: readHtmlFile,
  mhtml: readMhtml,
  mail: readMail,
  enex: readEnex,
  epub: readEpub,
} satisfies { [format: string]: ReadDocument };
