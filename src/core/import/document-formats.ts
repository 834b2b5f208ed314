/** Formats whose readers weigh more than 10 kB and come from a package of their own, fetched when such a file comes. */
import type { ImportFormat } from './report.ts';

export const DOCUMENTS_PACKAGE = 'hybrid-search-documents';

/** Its scripts: a document does not wait for the library of another kind. */
export type DocumentScript = 'markup';

const SCRIPTS: { readonly [format in ImportFormat]?: DocumentScript } = { html: 'markup' };

export type DocumentFormat = 'html';

export const isDocument = (format: ImportFormat): format is DocumentFormat => SCRIPTS[format] !== undefined;

export const scriptOf = (format: DocumentFormat): DocumentScript => SCRIPTS[format]!;

/** Null for text of another kind. @param start the beginning of the file @param extension without its dot, in lower case */
export function documentOf(start: string, extension: string): DocumentFormat | null {
  return /^\s*(?:<\?xml[^>]{0,200}>\s*)?<(?:!doctype html|html)\b/i.test(start) || /^x?html?$/.test(extension)
    ? 'html'
    : null;
}
