/**
 * What the report of an import says about each problem, in English. Readers give only the reason and the values. The
 * client writes the English sentence, and `<hybrid-search>` the one of its own language (`ui/strings/problems`).
 */

/** A name in braces is a value. */
export const PROBLEM_SENTENCES = {
  'archive-too-deep': 'Archives are opened {most} deep',
  'archive-too-large': 'The archive unpacks to more than {gigabytes}',
  'bookmark-without-address': 'Not a link to a page: no address',
  'conversation-without-id': 'The conversation has no id',
  'cut-off-archive': 'The archive is cut off or damaged; download or copy it again',
  'cut-off-export': 'The export is cut off; the notes before the cut were read',
  'cut-off-file': 'The file is cut off',
  'cut-off-json': 'The file ends in the middle of a value',
  'damaged-archive': 'The archive is damaged; download or copy it again',
  'damaged-document': 'The document is damaged',
  'damaged-file': 'The file is damaged',
  'damaged-page': 'Page {page} is damaged',
  'damaged-pdf': 'The PDF is damaged',
  'defines-entities': 'The file defines entities, as no export does',
  'document-without-text': 'The document has no text',
  'empty-archive': 'The archive contains nothing that can be imported',
  'empty-file': 'The file is empty',
  'empty-note': 'The note is empty',
  'encrypted-book': 'The book is encrypted: save it without protection',
  'encrypted-file': 'The file is encrypted',
  'encrypted-note': 'The note is encrypted',
  'encrypted-passages': '{name}: encrypted passages: {count}',
  'encrypted-pdf': 'The PDF is encrypted: save it without a password',
  'file-not-found': 'The file wasn’t found: {name}',
  'file-not-kept': 'The text was imported, but not the file: {detail}',
  'files-not-found': 'Other files that weren’t found: {count}',
  'files-not-kept-here': 'The text was imported, but not the file: files can’t be kept here',
  'front-matter-large': 'The front matter is larger than {bytes} and was kept as text',
  'front-matter-long': 'The front matter is longer than {most} characters and was kept as text',
  'front-matter-no-fields': 'The front matter isn’t a list of fields and was kept as text',
  'front-matter-too-deep': 'The front matter is nested deeper than {most} and was kept as text',
  'implausible-size': 'The file would unpack to far more than is plausible',
  'import-removed': 'The import was removed while it ran',
  'invalid-field': 'The field {field} has a value that can’t be stored',
  'invalid-front-matter': 'The front matter could not be read as YAML and was kept as text: {detail}',
  'invalid-json': 'Not valid JSON: {detail}',
  'large-directory': 'The list of the archive’s files is larger than {megabytes}',
  'large-file': 'The file is larger than {megabytes}',
  'large-message': 'The message is too large',
  'large-picture': '{name}: the picture is larger than {megabytes}',
  'large-pictures': 'Pictures larger than {megabytes}: {count}',
  'larger-than-stated': 'The file unpacks to more than its archive says',
  'long-field': 'The field {field} is too long',
  'long-line': 'The line is too long',
  'long-note': 'The text is over 1 MB; it can be split at its headings',
  'long-record': 'The record is too long',
  'long-row': 'The row is too long; a quote may be missing',
  'long-text': 'The text is over 1 MB; it can be split',
  'message-without-id': 'The message has no id',
  'misplaced-quote': 'A quote inside a quoted value is not doubled; the row was read as far as it can be',
  'missing-package':
    'The package that reads such files is missing: npm install {package}, then npx hybrid-search-assets DIR',
  'newer-backup': 'The backup was written by a newer version; update the package',
  'no-chapters': 'No chapters were found',
  'no-clipping': 'Not a clipping: its second line has no place',
  'no-messages': 'No messages were found',
  'no-notes': 'The export contains no notes',
  'no-page': 'The file contains no page',
  'no-room-for-file': 'The text was imported, but not the file: there’s no room for it',
  'no-text': 'The record has no text',
  'not-a-link': 'Not a link to a page: {url}',
  'not-a-list': 'A JSON file must hold a list or an object',
  'not-a-picture': '{name}: not a picture that can be shown',
  'not-an-archive': 'Not a whole zip archive; download or copy it again',
  'not-an-object': 'A record must be a JSON object',
  'not-stored': 'From here on, nothing was stored; import the same files again',
  'not-utf8': 'The file is not UTF-8 text; save it as UTF-8 and import it again',
  'note-too-deep': '{name}: nested deeper than {most}',
  'nothing-to-import': 'The file contains nothing to import',
  'overlapping-entries': 'Files of the archive overlap, so it’s damaged or hostile',
  'pages-without-text': '{count} of {of} pages have no text',
  'part-without-text': '{name} has no text',
  'pictures-left-out': 'A note can have at most {most} pictures. Left out: {count}',
  'record-without-id': 'The record has no id',
  'storage-full': 'The storage is full, so nothing was stored from here on; free some space and import again',
  'too-deep': 'Nested deeper than {most}',
  'too-many-entries': 'The archive has more than {most} files',
  'too-many-pages': 'Only the first {most} pages were read',
  'too-many-pictures': '{name}: a note can have at most {most} pictures',
  'too-many-scans': 'Only the first {most} scanned pages were imported',
  'too-many-values': 'The row has {count} values, the header only {of}',
  'trashed-note': 'The note is in the trash',
  'unclosed-quote': 'A quoted value is never closed',
  'unknown-document': 'Not a document that can be read',
  'unopened-bracket': 'A bracket closes what was not opened',
  'unreadable-document': 'The document could not be read: {detail}',
  'unreadable-file': 'The file could not be read: {detail}',
  'unreadable-message': 'The message couldn’t be read',
  'unreadable-picture': '{name}: the picture could not be read',
  'unsupported-compression': 'The file is compressed in a way that isn’t supported',
  'unsupported-format': 'This format can’t be imported',
  'unused-picture': 'No note shows this picture',
  'wrong-row': 'A row must be { memory } or { problem }',
} as const;

export type ImportProblemReason = keyof typeof PROBLEM_SENTENCES;
export type ProblemSentences = { readonly [reason in ImportProblemReason]: string };

/**
 * What fills the places of a problem's sentence, such as the number of pages (`count`) or the name of a picture
 * (`name`). `bytes`, `megabytes` and `gigabytes` are sizes. `detail` is a technical explanation in English.
 */
export type ImportProblemValues = { readonly [name: string]: string | number };

/** Values with these names get their unit. All other numbers are counts. */
const UNITS: { readonly [name: string]: string } = { bytes: 'byte', megabytes: 'megabyte', gigabytes: 'gigabyte' };

/** A report may have 10,000 problems, and making a formatter takes up to 1 ms. */
const formats = new Map<string, Intl.NumberFormat>();

function formatOf(locale: string, unit: string | undefined): Intl.NumberFormat {
  const key = `${locale} ${unit}`;
  const format =
    formats.get(key) ?? new Intl.NumberFormat(locale, unit ? { style: 'unit', unit, unitDisplay: 'short' } : {});
  formats.set(key, format);
  return format;
}

export function fillSentence(sentence: string, values: ImportProblemValues, locale: string): string {
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name]! : '';
    return typeof value === 'number' ? formatOf(locale, UNITS[name]).format(value) : value;
  });
}

export interface Explained {
  /** Said instead of the reason's sentence. */
  message?: string;
  reason?: ImportProblemReason;
  values?: ImportProblemValues;
}

export function messageOf({ message, reason, values = {} }: Explained): string {
  return message ?? (reason ? fillSentence(PROBLEM_SENTENCES[reason], values, 'en') : '');
}
