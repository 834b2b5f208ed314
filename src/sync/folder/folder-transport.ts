/**
 * Each device writes only files of its own, so nothing is ever overwritten. Concurrent writes become branches, which
 * replication merges. Only a new generation removes files of other devices.
 */
import { createSerial } from '../../core/serial.ts';
import { SyncError } from '../sync-error.ts';
import type { DocumentPage, OutgoingDocument, PutResult, RemoteDocument, Transport } from '../transport/transport.ts';
import { compact } from './compact.ts';
import { folderError } from './folder-error.ts';
import { FolderFiles } from './folder-files.ts';
import { bodyKey, FolderIndex, type Indexed } from './folder-index.ts';
import { commonAncestor, leavesOf, revisionOf } from './revisions.ts';
import type { Operation } from './segment.ts';

const PAGE_BYTES = 1_500_000;
const WATCH_MS = 25_000;
/** Listing 100 files takes only a few milliseconds. */
const LOOK_EVERY_MS = 2_000;

export interface FolderOptions {
  /** 16 hexadecimal digits. */
  device: string;
  /** Milliseconds between two checks of the folder while idle. Default: 2,000. */
  lookEveryMs?: number;
}

export function createFolderTransport(folder: FileSystemDirectoryHandle, options: FolderOptions): Transport {
  return new FolderTransport(folder, options);
}

class FolderTransport implements Transport {
  readonly #name: string;
  readonly #lookEveryMs: number;
  readonly #files: FolderFiles;
  readonly #index: FolderIndex;
  readonly #inOrder = createSerial();
  readonly #closed = new AbortController();
  #compactedWith: string | null | undefined;

  constructor(folder: FileSystemDirectoryHandle, { device, lookEveryMs = LOOK_EVERY_MS }: FolderOptions) {
    this.#name = folder.name;
    this.#lookEveryMs = lookEveryMs;
    this.#files = new FolderFiles(folder, device);
    this.#index = new FolderIndex(this.#files);
  }

  identity(): ReturnType<Transport['identity']> {
    return this.#fresh(async () => ({ server: 'folder', database: this.#name, position: this.#index.position }));
  }

  page(since: string | null): Promise<DocumentPage> {
    return this.#fresh(async () => {
      const { ids, position, hasMore } = this.#index.after(since, PAGE_BYTES);
      return { documents: await this.#documents([...ids]), position, hasMore };
    });
  }

  all(from: Parameters<Transport['all']>[0]): ReturnType<Transport['all']> {
    return this.#fresh(async () => {
      if ('ids' in from) return { documents: await this.#documents(from.ids), hasMore: false };
      const after = from.after ?? '';
      const live = this.#index.ids.filter((id) => id > after && this.#leaves(id)[0]?.deleted === false).sort();
      let bytes = 0;
      const end = live.findIndex((id) => {
        bytes += lengthOf(this.#leaves(id)[0]!);
        return bytes > PAGE_BYTES;
      });
      const ids = end < 0 ? live : live.slice(0, end + 1);
      return { documents: await this.#documents(ids), hasMore: ids.length < live.length };
    });
  }

  put(batch: readonly OutgoingDocument[]): Promise<PutResult[]> {
    return this.#fresh(() => this.#put(batch));
  }

  async watch(since: string, signal: AbortSignal): Promise<void> {
    const isOver = AbortSignal.any([signal, this.#closed.signal, AbortSignal.timeout(WATCH_MS)]);
    await this.#compact();
    while (!isOver.aborted) {
      if ((await this.identity()).position !== since) return;
      await pause(this.#lookEveryMs, isOver);
    }
  }

  newGeneration(keys: OutgoingDocument): Promise<void> {
    return this.#fresh(async () => {
      this.#files.beginSegment();
      if ((await this.#put([keys]))[0] === 'conflict') {
        throw new SyncError('identity', 'Another device has just changed the keys: turn sync on again');
      }
      for (const name of this.#index.names) if (name !== this.#files.activeName) await this.#files.remove(name);
    });
  }

  /** Devices that share a folder have no common clock. */
  serverNow(): null {
    return null;
  }

  close(): void {
    this.#closed.abort();
  }

  #fresh<Result>(job: () => Promise<Result>): Promise<Result> {
    return this.#inOrder(async () => {
      if (this.#closed.signal.aborted) throw new SyncError('transport', 'Sync has ended');
      try {
        await this.#index.refresh();
        return await job();
      } catch (error) {
        throw folderError(error);
      }
    });
  }

  /** Compacts at each start, and after this device has begun a new segment. */
  async #compact(): Promise<void> {
    const active = this.#files.activeName;
    if (active === this.#compactedWith) return;
    this.#compactedWith = active;
    try {
      while (await this.#fresh(() => compact(this.#files, this.#index)));
    } catch {
      // Nothing is lost. If the folder is unusable, the next call reports that.
    }
  }

  async #put(batch: readonly OutgoingDocument[]): Promise<PutResult[]> {
    const operations = new Map<string, Operation>();
    const results: PutResult[] = [];
    for (const document of batch) {
      const parent = this.#parentFor(document);
      if (parent === undefined) {
        results.push('conflict');
        continue;
      }
      const { id, deleted, body } = document;
      const revision = await revisionOf({ id, parent, deleted, body });
      results.push({ revision });
      // Another device may have written the same revision.
      if (!this.#index.revisions(id).has(revision)) {
        operations.set(bodyKey({ id, revision }), { id, revision, parent, deleted, body, ancestors: [] });
      }
    }
    if (operations.size > 0) {
      const { file, lines } = await this.#files.append([...operations.values()]);
      this.#index.add(file, lines);
    }
    return results;
  }

  /** The revision to replace, null for a new document. Undefined if it has another revision than the writer expects. */
  #parentFor({ id, revision }: OutgoingDocument): string | null | undefined {
    const leaves = this.#leaves(id);
    if (revision !== null) return leaves.some((leaf) => leaf.revision === revision) ? revision : undefined;
    const [winner] = leaves;
    if (!winner) return null;
    // Otherwise, the writer hasn't seen the removal yet.
    if (!winner.deleted || !winner.isEmpty) return undefined;
    return winner.revision;
  }

  #leaves(id: string): Indexed[] {
    return leavesOf(this.#index.revisions(id));
  }

  async #documents(ids: readonly string[]): Promise<RemoteDocument[]> {
    const found = ids.flatMap((id) => {
      const [winner, ...others] = this.#leaves(id);
      if (!winner) return [];
      const branches = others
        .filter(({ deleted }) => !deleted)
        .map((leaf) => ({ leaf, common: commonAncestor(this.#index.revisions(id), winner, leaf) }));
      return { id, winner, branches, leaves: [winner, ...others].map(({ revision }) => revision) };
    });
    const bodies = await this.#index.bodies(
      found.flatMap(({ winner, branches }) => [
        winner,
        ...branches.flatMap(({ leaf, common }) => (common ? [leaf, common] : [leaf])),
      ]),
    );
    const bodyOf = (revision: Indexed): RemoteDocument['body'] => bodies.get(bodyKey(revision))!;
    return found.map(({ id, winner, branches, leaves }) => ({
      id,
      revision: winner.revision,
      deleted: winner.deleted,
      body: bodyOf(winner),
      branches: branches.map(({ leaf, common }) => ({
        revision: leaf.revision,
        body: bodyOf(leaf),
        ...(common && { common: bodyOf(common) }),
      })),
      leaves,
    }));
  }
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const over = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', over);
      resolve();
    };
    const timer = setTimeout(over, ms);
    signal.addEventListener('abort', over);
  });
}

function lengthOf({ filled: [, { start, end }] }: Indexed): number {
  return end - start;
}
