/** A device in Node: a real engine in memory, the replicator, and CouchDB's transport over real HTTP. */

import { HybridSearchError } from '../core/errors.ts';
import type { MemoryInput } from '../core/record/memory.ts';
import { createCaller } from '../protocol/call.ts';
import type { SyncSettings, SyncState, SyncStore } from '../protocol/sync-api.ts';
import { Replicator } from '../sync/replicate/replicator.ts';
import { createMemoryState } from '../sync/state/memory-state.ts';
import { createCouchTransport } from '../sync/transport/couch.ts';
import { engineInit } from './engine-init.ts';
import { type EnginePort, enginePort } from './engine-port.ts';

export interface SyncDeviceOptions extends Partial<SyncSettings> {
  url: string;
  /** Whether a model is there. Default false. */
  modelAllowed?: boolean;
  /** Longest wait between two tries. Default as shipped. */
  retryMs?: number;
  /** A device that was there before. */
  from?: SyncDevice;
}

export class SyncDevice {
  readonly engine: EnginePort;
  readonly state: ReturnType<typeof createMemoryState>;
  readonly states: SyncState[] = [];
  readonly replicator: Replicator;
  readonly #port: MessagePort;
  readonly #running: Promise<void>;
  readonly #ownsEngine: boolean;
  #isStopped = false;

  private constructor(engine: EnginePort, port: MessagePort, options: SyncDeviceOptions) {
    this.engine = engine;
    this.#port = port;
    this.#ownsEngine = !options.from;
    this.state = options.from?.state ?? createMemoryState();
    const { url, passphrase = options.from ? undefined : 'six words', recoveryKit, vectors = 'both' } = options;
    const store = createCaller<SyncStore>(port);
    this.replicator = new Replicator({
      transport: createCouchTransport(url, async () => []),
      state: this.state,
      settings: { url, passphrase, recoveryKit, vectors, deviceName: 'test' },
      store: () => store,
      ...(options.retryMs !== undefined && { longestWait: options.retryMs }),
      onStoreLost: () => store.close(new HybridSearchError('closed')),
      onState: (state) => this.states.push(state),
    });
    this.#running = this.replicator.run();
  }

  static async start(options: SyncDeviceOptions): Promise<SyncDevice> {
    const engine = options.from?.engine ?? enginePort();
    if (!options.from) await engine.call('open', [engineInit({ modelAllowed: options.modelAllowed ?? false })]);
    const { port1, port2 } = new MessageChannel();
    await engine.call('attachSync', [port2], { transfer: [port2] });
    return new SyncDevice(engine, port1, options);
  }

  put(...inputs: MemoryInput[]): Promise<unknown> {
    return this.engine.call('upsertMany', [inputs]);
  }

  remove(...ids: string[]): Promise<number> {
    return this.engine.call('removeMany', [ids, {}]);
  }

  /** Everything that a person sees, in the order of ids. */
  async contents(): Promise<unknown[]> {
    const { memories } = await this.engine.call('list', [{ limit: 1_000 }]);
    const shown = memories.map(({ lastAccessedAt, accessCount, ...memory }) => memory);
    return shown.sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  async texts(): Promise<{ [id: string]: string }> {
    const { memories } = await this.engine.call('list', [{ limit: 1_000 }]);
    return Object.fromEntries(memories.map(({ id, text }) => [id, text]));
  }

  /** Ends replicating; the store stays, and `start({ from })` goes on with it. */
  async stop(): Promise<void> {
    if (this.#isStopped) return;
    this.#isStopped = true;
    this.replicator.stop();
    await this.#running;
    this.#port.close();
  }

  async close(): Promise<void> {
    await this.stop();
    if (this.#ownsEngine) await this.engine.close();
  }
}
