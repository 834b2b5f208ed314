import { describe, expect, it } from 'vitest';
import { toFiles } from './import-sources.ts';

const paths = (source: Parameters<typeof toFiles>[0]): string[] => toFiles(source).map(({ path }) => path);
const note = (name: string): File => new File(['text'], name);

describe('files with the same path in one import', () => {
  it('are numbered in order, around names that already exist', () => {
    expect(paths([note('note.md'), note('note.md'), note('note.md')])).toEqual([
      'note.md',
      'note (2).md',
      'note (3).md',
    ]);
    expect(paths([note('note.md'), note('note (2).md'), note('note.md')])).toEqual([
      'note.md',
      'note (2).md',
      'note (3).md',
    ]);
    expect(paths([note('README'), note('README'), note('.env'), note('.env')])).toEqual([
      'README',
      'README (2)',
      '.env',
      '.env (2)',
    ]);
  });

  it('include names that differ only in spelling, while pasted texts have none', () => {
    const file = note('x');
    expect(
      paths([
        { path: 'a/b.md', file },
        { path: './a\\b.md', file },
      ]),
    ).toEqual(['a/b.md', './a\\b (2).md']);
    expect(paths([new Blob(['a']), new Blob(['b'])])).toEqual(['', '']);
    expect(
      paths([
        { path: 'a/note.md', file },
        { path: 'b/note.md', file },
      ]),
    ).toEqual(['a/note.md', 'b/note.md']);
  });
});
