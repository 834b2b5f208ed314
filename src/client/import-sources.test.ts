import { describe, expect, it } from 'vitest';
import { toFiles } from './import-sources.ts';

const paths = async (source: Parameters<typeof toFiles>[0]): Promise<string[]> =>
  (await toFiles(source)).map(({ path }) => path);
const note = (name: string): File => new File(['text'], name);

describe('files with the same path in one import', () => {
  it('are numbered in order, around names that already exist', async () => {
    expect(await paths([note('note.md'), note('note.md'), note('note.md')])).toEqual([
      'note.md',
      'note (2).md',
      'note (3).md',
    ]);
    expect(await paths([note('note.md'), note('note (2).md'), note('note.md')])).toEqual([
      'note.md',
      'note (2).md',
      'note (3).md',
    ]);
    expect(await paths([note('README'), note('README'), note('.env'), note('.env')])).toEqual([
      'README',
      'README (2)',
      '.env',
      '.env (2)',
    ]);
  });

  it('include names that differ only in spelling, while pasted texts have none', async () => {
    const file = note('x');
    expect(
      await paths([
        { path: 'a/b.md', file },
        { path: './a\\b.md', file },
      ]),
    ).toEqual(['a/b.md', './a\\b (2).md']);
    expect(await paths([new Blob(['a']), new Blob(['b'])])).toEqual(['', '']);
    expect(
      await paths([
        { path: 'a/note.md', file },
        { path: 'b/note.md', file },
      ]),
    ).toEqual(['a/note.md', 'b/note.md']);
  });
});

it('prepares the files of a large folder in short stretches, in which the page can’t work', async () => {
  let clock = 0;
  let stretch = 0;
  let longest = 0;
  const folder = Array.from({ length: 1_000 }, (_, n) => ({
    get path() {
      clock++;
      longest = Math.max(longest, ++stretch);
      return `folder/${n}.md`;
    },
    file: new Blob(['x']),
  }));
  const files = await toFiles(folder, {
    now: () => clock,
    async next() {
      stretch = 0;
    },
  });
  expect(files).toHaveLength(1_000);
  expect(longest).toBeLessThan(20);
});
