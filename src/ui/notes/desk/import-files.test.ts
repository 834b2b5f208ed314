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

test('a folder’s pictures are left out without a note', () => {
  expect(taken('album/1.jpg', 'album/2.jpg', 'album/desktop.ini')).toEqual({ paths: [], skipped: 3 });
});

test('files that are chosen themselves are passed on whatever their names, except hidden ones', () => {
  const chosen = [
    'Inbox',
    'mbox',
    'plan.org',
    'paper.rst',
    'thesis.tex',
    'server.log',
    'a.unknown',
    'photo.png',
    'song.mp3',
  ];
  expect(taken(...chosen, '.DS_Store')).toEqual({ paths: chosen, skipped: 1 });
});

test('of a folder, those that aren’t notes by their names are left out', () => {
  expect(
    taken(
      'Mail/Inbox',
      'Mail/Inbox.msf',
      'page_files/app.min.js',
      'page_files/style.css',
      'vault/plan.org',
      'vault/board.canvas',
      'vault/README',
      'vault/a.unknown',
      'vault/film.mkv',
    ),
  ).toEqual({ paths: ['Mail/Inbox', 'vault/plan.org', 'vault/README', 'vault/a.unknown'], skipped: 5 });
});

test('a page’s own reader gets its files even if they don’t look like notes', () => {
  const reader = { name: 'Tracks', extensions: ['gpx', 'dat'], read: async function* () {} };
  const list = [file('tour/day.DAT'), file('tour/other.bin')];
  expect(filesOfList(list, [reader]).files.map(({ path }) => path)).toEqual(['tour/day.DAT']);
});
