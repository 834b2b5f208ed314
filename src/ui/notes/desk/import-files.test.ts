import { expect, test } from 'vitest';
import { filesOfList } from './import-files.ts';

function file(path: string): File {
  const name = path.split('/').pop()!;
  return Object.assign(new File(['x'], name), { webkitRelativePath: path === name ? '' : path });
}
const taken = (...paths: string[]) => {
  const { files, skipped } = filesOfList(paths.map(file), []);
  return { paths: files.map(({ path }) => path), skipped };
};

test('a folder’s pictures come with its notes', () => {
  expect(taken('vault/pictures/map.png', 'vault/a.md', 'vault/.trash/old.png', 'vault/song.mp3')).toEqual({
    paths: ['vault/a.md', 'vault/pictures/map.png'],
    skipped: 2,
  });
});

test('pictures without a note, or outside a folder, are left out', () => {
  expect(taken('album/1.jpg', 'album/2.jpg')).toEqual({ paths: [], skipped: 2 });
  expect(taken('a.md', 'photo.png')).toEqual({ paths: ['a.md'], skipped: 1 });
});
