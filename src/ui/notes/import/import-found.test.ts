import { expect, it } from 'vitest';
import type { ImportContent } from '../../shared/engine-access.ts';
import { loadNotesWords } from '../../strings/load-notes.ts';
import { loadLanguage } from '../../strings/words.ts';
import { contentLine } from './import-found.ts';

const en = { ...(await loadLanguage('en')), ...(await loadNotesWords('en')) };

const content = (more: Partial<ImportContent>): ImportContent => ({
  format: 'markdown',
  files: 1,
  memories: 4,
  threads: 0,
  ...more,
});

it.each<[string, Partial<ImportContent>, string]>([
  ['messages', { format: 'claude', threads: 2 }, 'Claude: 2 conversations, 4 messages'],
  ['messages and notes', { format: 'claude', threads: 1, notes: 1 }, 'Claude: 1 conversation, 3 messages, 1 note'],
  ['notes of an export, not its files', { format: 'joplin', files: 6 }, 'Joplin: 4 notes'],
  ['files of a folder', { files: 3 }, 'Markdown: 3 files, 4 notes'],
  ['pages', { format: 'pdf', files: 2 }, 'PDF: 2 files, 4 pages'],
  ['mails, which are notes', { format: 'mail', threads: 3 }, 'Mail: 4 notes'],
])('counts %s', (_, of, line) => {
  expect(contentLine(content(of), en)).toBe(line);
});
