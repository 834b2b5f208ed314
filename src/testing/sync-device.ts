/**
 * A device that syncs: a real engine in memory, the replicator, and a transport (by default CouchDB's over real HTTP).
 * You can kill it at any await, and restart it from what it had stored.
 */

import { HybridSearchError } from '../core/errors.ts';
import type { ModelProfile } from '../core/model-profiles.ts';
import { canonicalJson } from '../core/record/json.ts';
import type { JsonValue, MemoryInput } from '../core/record/memory.ts';
import { Caller } from '../protocol/call.ts';
import type { Remote } from '../protocol/rpc.ts';
import type { SyncConfiguration, SyncState, SyncStore } from '../protocol/sync-api.ts';
import type { KeptVersion } from '../sync/merge/version.ts';
import { newDeviceId } from '../sync/replicate/devices.ts';
import { Replicator } from '../sync/replicate/replicator.ts';
import { createMemoryState } from '../sync/state/memory-state.ts';
import { createCouchTransport } from '../sync/transport/couch.ts';
import type { Transport } from '../sync/transport/transport.ts';
import { engineInit } from './engine-init.ts';
import { type EnginePort, enginePort } from './engine-port.ts';
import { keptVersions } from './synced-content.ts';

export interface SyncDeviceOptions extends Partial<SyncConfiguration> {
  url: string;
  /** Name of the store. Default: `engine`, as for every other device. */
  name?: string;
  modelAllowed?: boolean;
  /** Default: MiniLM. */
  model?: ModelProfile;
  /** Default: always true. */
  hasRoom?: () => boolean;
  /** Whether the engine seems to die before or after it runs this call. It's replaced at once. Default: never. */
  dies?: (method: string) => 'before' | 'after' | undefined;
  /** Longest delay between two retries, in milliseconds. Default: the product's. */
  retryMs?: number;
  /** How long to wait for other devices' vectors, in milliseconds. Default: the product's. */
  awaitVectorsMs?: number;
  /** A stopped or killed device whose stored state this one continues with. */
  from?: SyncDevice;
  /** Default: a CouchDB transport to `url`. */
  transport?: (device: string) => Transport;
}

export class SyncDevice {
  readonly id: string;
  readonly engine: EnginePort;
  readonly state: ReturnType<typeof createMemoryState>;
  readonly states: SyncState[] = [];
  readonly replicator: Replicator;
  readonly #port: MessagePort;
  readonly #running: Promise<void>;
  readonly #ownsEngine: boolean;
  readonly #transport: Transport;
  #isStopped = false;
  #isDead = false;

  private constructor(engine: EnginePort, port: MessagePort, device: string, options: SyncDeviceOptions) {
    this.id = device;
    this.engine = engine;
    this.#port = port;
    this.#ownsEngine = !options.from;
    this.state = options.from?.state ?? createMemoryState();
    const {
      url,
      passphrase = options.from ? undefined : 'six words',
      recoveryKit,
      vectors = 'both',
      messages = false,
    } = options;
    const caller = new Caller<SyncStore>(port);
    const alive = this.#mortal(caller);
    const store: Remote<SyncStore> = {
      call: async (method, ...rest) => {
        const dies = options.dies?.(method);
        if (dies === 'before') throw new HybridSearchError('worker-died');
        if (method === 'writeVectors' && !(options.hasRoom?.() ?? true)) throw new HybridSearchError('quota');
        const result = await alive.call(method, ...rest);
        if (dies === 'after') throw new HybridSearchError('worker-died');
        return result;
      },
    };
    this.#transport =
      options.transport?.(device) ??
      createCouchTransport(url, async () => [['x-device', device]], this.#mortal(this.state));
    this.replicator = new Replicator({
      transport: this.#mortal(this.#transport),
      device,
      state: this.#mortal(this.state),
      settings: { url, passphrase, recoveryKit, vectors, messages, remember: false, deviceName: 'test' },
      store: () => store,
      ...(options.retryMs !== undefined && { longestWait: options.retryMs }),
      ...(options.awaitVectorsMs !== undefined && { awaitVectors: options.awaitVectorsMs }),
      onStoreLost: () =>
        options.dies ? this.replicator.storeReplaced() : caller.close(new HybridSearchError('closed')),
      onState: (state) => this.states.push(state),
    });
    this.#running = this.replicator.run();
  }

  static async start(options: SyncDeviceOptions): Promise<SyncDevice> {
    const engine = options.from?.engine ?? enginePort();
    const { name = 'engine', modelAllowed = false, model } = options;
    const init = engineInit({ name, modelAllowed, touch: true, ...(model && { profile: model }) });
    if (!options.from) await engine.call('open', [init]);
    const { port1, port2 } = new MessageChannel();
    await engine.call('attachSync', [port2], { transfer: [port2] });
    const known = await options.from?.state.known();
    return new SyncDevice(engine, port1, known?.device ?? newDeviceId(), options);
  }

  put(...inputs: MemoryInput[]): Promise<unknown> {
    return this.engine.call('upsertMany', [inputs]);
  }

  remove(...ids: string[]): Promise<number> {
    return this.engine.call('removeMany', [ids, {}]);
  }

  async contents(): Promise<unknown[]> {
    const { memories } = await this.engine.call('list', [{ limit: 1_000 }]);
    const shown = memories.map(({ lastAccessedAt, accessCount, ...memory }) => memory);
    return shown.sort((a, b) => (a.id < b.id ? -1 : 1));
  }

  /** Returns the chunks of each embedded memory with their vectors, as JSON. */
  async vectors(): Promise<{ [id: string]: string }> {
    const ids = Object.keys(await this.texts());
    const { port1, port2 } = new MessageChannel();
    await this.engine.call('attachSync', [port2], { transfer: [port2] });
    const caller = new Caller<SyncStore>(port1);
    const embedded = await caller.call('readVectors', [ids]);
    port1.close();
    return Object.fromEntries(
      embedded.map(({ id, chunks, rows }) => [
        id,
        canonicalJson([chunks, rows.map((row) => [...row])] as unknown as JsonValue),
      ]),
    );
  }

  async texts(): Promise<{ [id: string]: string }> {
    const { memories } = await this.engine.call('list', [{ limit: 1_000 }]);
    return Object.fromEntries(memories.map(({ id, text }) => [id, text]));
  }

  keptOf(memory: string): Promise<readonly KeptVersion[]> {
    return keptVersions(this.state, memory);
  }

  /** Pending awaits never settle, and nothing more is stored or sent. Restart it with `start({ from })`. */
  kill(): void {
    this.#isDead = true;
    this.#isStopped = true;
    this.#transport.close();
    this.#port.close();
  }

  #mortal<Part extends object>(part: Part): Part {
    const never = new Promise<never>(() => {});
    const isDead = (): boolean => this.#isDead;
    return new Proxy(part, {
      get(target, name) {
        const value = Reflect.get(target, name) as unknown;
        if (typeof value !== 'function') return value;
        return (...args: unknown[]): unknown => {
          if (isDead()) return never;
          const result: unknown = Reflect.apply(value, target, args);
          if (!(result instanceof Promise)) return result;
          const alive = async (): Promise<void> => (isDead() ? never : undefined);
          return result.finally(alive);
        };
      },
    });
  }

  /** Restart it with `start({ from })`. */
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
