import type { BuiltInFormat } from '../../../core/import/report.ts';
import type { ImportContent, ImportFormat, ImportProblem } from '../../shared/engine-access.ts';
import { formatYears } from '../../shared/format.ts';
import { PROGRAM_NAMES, programName } from '../../shared/program-names.ts';
import type { Strings } from '../../strings/strings.ts';

type NamedFormat = Exclude<BuiltInFormat, keyof Strings['importFormats']>;

const FORMAT_NAMES: { readonly [format in NamedFormat]: string } = {
  json: 'JSON',
  jsonl: 'JSON Lines',
  markdown: 'Markdown',
  csv: 'CSV',
  ...PROGRAM_NAMES,
  html: 'HTML',
  mhtml: 'MHTML',
  enex: 'Evernote',
  epub: 'EPUB',
  docx: 'Word',
  pdf: 'PDF',
};

/** Returns the format as written if it's from a page's own reader, which isn't in the tables. */
export function formatName(format: ImportFormat, strings: Strings): string {
  const names: { readonly [format: string]: string } = { ...FORMAT_NAMES, ...strings.importFormats };
  return Object.hasOwn(names, format) ? names[format]! : format;
}

/** Returns, for example, "ChatGPT: 1,204 conversations, 31,880 messages, 2019–2026". */
export function contentLine(content: ImportContent, strings: Strings): string {
  const { format, files, memories, threads, notes = 0, from, to } = content;
  const name = formatName(format, strings);
  const isChat = threads > 0 && format !== 'mail';
  const rows = isChat ? notes : memories;
  const parts = [
    // The number of files in a program's export says nothing about the content.
    ...(files > 1 && !programName(format) ? [strings.importFiles(files)] : []),
    ...(isChat ? [strings.importChats(threads, memories - notes)] : []),
    ...(rows > 0 || !isChat ? [format === 'pdf' ? strings.importPages(rows) : strings.importRows(rows)] : []),
    ...(from === undefined || to === undefined ? [] : [formatYears(from, to, strings.locale)]),
  ];
  return `${name}: ${new Intl.ListFormat(strings.locale, { type: 'unit', style: 'short' }).format(parts)}`;
}

/** A problem in line 0 is about the whole file. */
export const unreadableFiles = (problems: readonly ImportProblem[]): number =>
  new Set(
    problems
      .filter(({ line, code }) => line === 0 && code !== 'left-out' && code !== 'file-not-found')
      .map(({ file }) => file),
  ).size;
