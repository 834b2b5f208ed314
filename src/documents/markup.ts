import type { ReadDocument } from './documents-api.ts';
import { readHtmlFile } from './html/html-file.ts';

export const MARKUP_READERS = { html: readHtmlFile } satisfies { [format: string]: ReadDocument };
