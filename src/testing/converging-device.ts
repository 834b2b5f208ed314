/** A device in a run of `sync-convergence.ts`: in Node (here), or a browser profile (`e2e/proofs/sync-profiles.ts`). */
import { isHybridSearchError } from '../core/errors.ts';
import type { Memory, MemoryInput, MemoryPatch } from '../core/record/memory.ts';
import type { SyncState } from '../protocol/sync-api.ts';
import { conflictsOf, resolveConflict } from '../sync/replicate/conflicts.ts';
import { type Bytes, fileOf, importFile } from './kept-files.ts';
import { SyncDevice, type SyncDeviceOptions } from './sync-device.ts';
import { type SyncedContent, syncedContent } from './synced-content.ts';

/** `unknown` if the device was killed before it answered. */
export type Outcome = 'done' | 'refused' | 'unknown';

export type Texts = { readonly [id: string]: string };

export interface ConvergingDevice {
  /** Also returns undefined if the device was killed. */
  read(id: string): Promise<Memory | undefined>;
  add(input: MemoryInput): Promise<Outcome>;
  /** Missing if the device keeps no files of documents. */
  addDocument?(input: MemoryInput, file: Bytes): Promise<Outcome>;
  update(current: Memory, patch: MemoryPatch): Promise<Outcome>;
  /** `removed` is JSON and includes the conflict versions. */
  remove(id: string): Promise<{ outcome: Outcome; removed: string }>;
  /** `before` gets the versions as JSON before they're dropped. */
  discard(id: string, before: (versions: string) => void): Promise<void>;
  wake(): void;
  resume(): Promise<void>;
  /** Resolves when the device has noticed that the server can't be reached. */
  offline(): Promise<void>;
  idle(): Promise<void>;
  /** May run during another call. */
  kill(): Promise<void>;
  stop(): Promise<void>;
  close(): Promise<void>;
  /**
   * What's stored, and the state before `stop`. `vectors` is undefined if the device has no model. `files` has SHA-256
   * hashes of the kept files, and is undefined if the device keeps none.
   */
  content(): Promise<SyncedContent & { state: SyncState; vectors?: Texts; files?: Texts }>;
}

export class NodeDevice implements ConvergingDevice {
  readonly #device: SyncDevice;
  readonly #store: string;

  private constructor(device: SyncDevice, store: string) {
    this.#device = device;
    this.#store = store;
  }

  static async start(options: SyncDeviceOptions & { name: string }, from: NodeDevice | undefined): Promise<NodeDevice> {
    const former = from === undefined ? undefined : from.#device;
    const isKnown = (await former?.state.known()) !== undefined;
    return new NodeDevice(
      await SyncDevice.start({
        ...options,
        modelAllowed: true,
        ...(former && { from: former }),
        ...(former && !isKnown && { passphrase: 'six words' }),
      }),
      options.name,
    );
  }

  async read(id: string): Promise<Memory | undefined> {
    return (await this.#device.engine.call('getMany', [[id], {}]))[0];
  }

  add(input: MemoryInput): Promise<Outcome> {
    return outcomeOf(this.#device.engine.call('add', [input]));
  }

  async addDocument(input: MemoryInput, file: Bytes): Promise<Outcome> {
    let outcome: Outcome = 'unknown';
    await importFile(this.#store, file, async (hash) => {
      outcome = await this.add({ ...input, metadata: { file: hash } });
    });
    return outcome;
  }

  update(current: Memory, patch: MemoryPatch): Promise<Outcome> {
    return outcomeOf(this.#device.engine.call('update', [current.id, patch, { ifUnchanged: current }]));
  }

  async remove(id: string): ReturnType<ConvergingDevice['remove']> {
    const { engine } = this.#device;
    const unchangedSince = await engine.call('position', []);
    const removed = [await this.read(id), await this.#device.keptOf(id)];
    const count = removed[0] ? await engine.call('removeMany', [[id], { unchangedSince }]) : 0;
    return { outcome: count > 0 ? 'done' : 'refused', removed: JSON.stringify(removed) };
  }

  async discard(id: string, before: (versions: string) => void): Promise<void> {
    const { replicator } = this.#device;
    const listAndDrop = async (): Promise<void> => {
      const listed = await replicator.withSession((session) => conflictsOf(session, id));
      if (!(await this.read(id))) return;
      before(JSON.stringify(listed));
      const names = listed.map(({ version }) => version);
      // Other versions may have arrived in the meantime.
      await replicator.withSession((session) => resolveConflict(session, id, null, names));
    };
    // A killed device never ends it.
    listAndDrop().catch(() => {});
  }

  wake(): void {
    this.#device.replicator.wake();
  }

  async resume(): Promise<void> {
    if (this.#device.replicator.state.stage === 'refused') this.#device.replicator.resume();
  }

  async offline(): Promise<void> {
    while (this.#device.replicator.state.stage !== 'offline') {
      this.wake();
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
  }

  async idle(): Promise<void> {
    const { engine, replicator } = this.#device;
    await replicator.idle();
    // While it waits for other devices' vectors, nothing is embedded here.
    while (replicator.state.stage === 'live' && (await engine.call('stats', [])).queued > 0) {
      await engine.call('idle', []);
      await replicator.idle();
    }
    await replicator.idle();
  }

  async kill(): Promise<void> {
    this.#device.kill();
  }

  stop(): Promise<void> {
    return this.#device.stop();
  }

  close(): Promise<void> {
    return this.#device.close();
  }

  async content(): ReturnType<ConvergingDevice['content']> {
    const memories = (await this.#device.contents()) as Memory[];
    const files: { [id: string]: string } = {};
    for (const { id } of memories) {
      const hash = await fileOf(this.#device, id);
      if (hash !== null) files[id] = hash;
    }
    return {
      ...(await syncedContent(memories, this.#device.state)),
      files,
      vectors: await this.#device.vectors(),
      state: this.#device.replicator.state,
    };
  }
}

async function outcomeOf(writing: Promise<unknown>): Promise<Outcome> {
  try {
    await writing;
    return 'done';
  } catch (error) {
    if (isHybridSearchError(error, 'conflict') || isHybridSearchError(error, 'not-found')) return 'refused';
    throw error;
  }
}
