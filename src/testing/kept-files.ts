/** Files of documents, as an import with `keepFiles` keeps them. They need a `MemoryOrigin`. */
import { createHash } from 'node:crypto';
import { FileKeeper } from '../transfer/file-keeper.ts';
import type { EnginePort } from './engine-port.ts';

export type Bytes = Uint8Array<ArrayBuffer>;

export const sha256Of = (bytes: Bytes): string => createHash('sha256').update(bytes).digest('hex');

export const filesFolder = (store: string): string[] => ['hybrid-search-files', store];

/**
 * @param write writes the memory that names the file. Until then, the lock keeps other tabs from deleting the file.
 * @returns the file's SHA-256 in hexadecimal
 */
export async function importFile(
  store: string,
  bytes: Bytes,
  write: (file: string) => Promise<unknown>,
): Promise<string> {
  return navigator.locks.request(`hybrid-search/files/${store}`, { mode: 'shared' }, async () => {
    const keeper = await FileKeeper.open({ folder: filesFolder(store) });
    const file = await keeper!.keep(new Blob([bytes]), new AbortController().signal);
    await write(file);
    return file;
  });
}

/** Returns the SHA-256 of the memory's file. Null if this device doesn't have the file. */
export async function fileOf({ engine }: { engine: EnginePort }, id: string): Promise<string | null> {
  const blob = await engine.call('file', [id, {}]);
  return blob && sha256Of(new Uint8Array(await blob.arrayBuffer()));
}
