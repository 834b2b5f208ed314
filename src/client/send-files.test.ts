import { expect, it } from 'vitest';
import type { ImportFile } from './api.ts';
import { nameOfImport, picturesFirst, picturesLast, sendFiles } from './send-files.ts';

const file = (path: string): ImportFile => ({ path, file: new Blob(['x'.repeat(10)]) });
const files = Array.from({ length: 250 }, (_, n) => file(`${n}.md`));

function port(onSlice: () => void = () => {}) {
  const slices: ImportFile[][] = [];
  return {
    slices,
    postMessage(slice: ImportFile[]) {
      slices.push(slice);
      onSlice();
    },
  };
}

it('sends all files in slices, of which the first is small', async () => {
  const to = port();
  await sendFiles(files, to, undefined);
  expect(to.slices.map(({ length }) => length)).toEqual([8, 100, 100, 42]);
  expect(to.slices.flat()).toEqual(files);
});

it('puts pictures before everything that may show them for an import, and at the end for a preview', () => {
  const pictures = [file('z/late.png'), file('z/Later.JPEG')];
  const mixed = [files[0]!, ...pictures, ...files.slice(1)];
  expect(picturesFirst(mixed)).toEqual([...pictures, ...files]);
  expect(picturesLast(mixed)).toEqual([...files, ...pictures]);
});

it('reads each file’s size before sending it, and lets the page run if the file system is slow', async () => {
  let clock = 0;
  let turns = 0;
  let inStretch = 0;
  let longest = 0;
  const looked = new Set<number>();
  const slow: ImportFile[] = files.map(({ path }, n) => ({
    path,
    // A picked file's first use takes 5 ms.
    file: Object.defineProperty(new Blob(['x']), 'size', {
      get: () => {
        if (!looked.has(n)) {
          clock += 5;
          inStretch += 5;
          longest = Math.max(longest, inStretch);
        }
        looked.add(n);
        return 1;
      },
    }),
  }));
  const lookedAt: number[] = [];
  await sendFiles(slow, { postMessage: () => lookedAt.push(looked.size) }, undefined, {
    now: () => clock,
    async next() {
      turns++;
      inStretch = 0;
    },
  });
  expect(lookedAt).toEqual([8, 108, 208, 250]);
  expect(turns).toBeGreaterThanOrEqual(120);
  expect(longest).toBeLessThanOrEqual(15);
});

it('stops between slices when asked to', async () => {
  const controller = new AbortController();
  const to = port(() => controller.abort());
  await sendFiles(files, to, controller.signal);
  expect(to.slices).toHaveLength(1);
});

it.each([
  ['note.md', ['a/note.md']],
  ['vault', ['vault/a.md', 'vault/b/c.md']],
  ['a.md', ['a.md', 'b.md']],
  ['a.md', ['one/a.md', 'two/b.md']],
  ['', ['']],
  ['', []],
])('an import is called %j after %j', (name, paths) => {
  expect(nameOfImport(paths.map(file))).toBe(name);
});
