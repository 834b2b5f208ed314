import { describe, expect, test } from 'vitest';
import type { ImportBytes } from '../../core/import/report.ts';
import { createBudget, openArchive } from './archive.ts';
import { MAX_DIRECTORY_BYTES } from './limits.ts';

const RECORD_BYTES = 46;
const END_BYTES = 22;

/** An end record without a zip64 locator, so that its 32-bit lengths count. */
function endRecord(length: number, offset: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(END_BYTES);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, 0x06054b50, true);
  view.setUint16(10, 0xffff, true);
  view.setUint32(12, length, true);
  view.setUint32(16, offset, true);
  return bytes;
}

/** Writes a directory of empty files. Nothing comes before it. */
function directoryOf(names: readonly string[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(names.reduce((sum, { length }) => sum + RECORD_BYTES + length, 0));
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const name of names) {
    view.setUint32(at, 0x02014b50, true);
    view.setUint16(at + 28, name.length, true);
    new TextEncoder().encodeInto(name, bytes.subarray(at + RECORD_BYTES));
    at += RECORD_BYTES + name.length;
  }
  return bytes;
}

const archiveOf = (directory: Uint8Array<ArrayBuffer>): Blob => new Blob([directory, endRecord(directory.length, 0)]);

describe('the directory of a zip', () => {
  test('may be as large as that of a million files, and is read in pieces', async () => {
    const folder = 'folder/'.repeat(100);
    const names = Array.from({ length: 100_000 }, (_, at) => `${folder}${at}.txt`);
    const archive = archiveOf(directoryOf(names));
    expect(archive.size).toBeGreaterThan(64 * 1_048_576);
    const asked: number[] = [];
    const file: ImportBytes = {
      size: archive.size,
      arrayBuffer: () => archive.arrayBuffer(),
      slice(from, to) {
        asked.push(to! - from!);
        return archive.slice(from, to);
      },
    };
    const entries = await openArchive(file, 'zip', createBudget());
    expect(entries.map(({ path }) => path)).toEqual(names);
    expect(Math.max(...asked)).toBeLessThan(2 * 1_048_576);
  });

  test('is refused with its own message if it is larger', async () => {
    const length = MAX_DIRECTORY_BYTES + 1;
    const end = endRecord(length, 0);
    const file: ImportBytes = {
      size: length + END_BYTES,
      arrayBuffer: () => Promise.reject(new Error('read as a whole')),
      slice: (from, to) => new Blob([new Uint8Array(to! - from! - END_BYTES), end]),
    };
    await expect(openArchive(file, 'zip', createBudget())).rejects.toMatchObject({
      reason: 'large-directory',
      values: { megabytes: 256 },
    });
  });

  test('is damaged if it ends within a record', async () => {
    const directory = directoryOf(['a.txt', 'b.txt']);
    await expect(openArchive(archiveOf(directory.slice(0, -1)), 'zip', createBudget())).rejects.toMatchObject({
      reason: 'damaged-archive',
    });
  });
});
