/** Replaces `Worker` in Node. Everything between client and engine is real, except that they share a thread. */
import { engineHandlers } from '../engine/handlers/handlers.ts';
import type { EngineApi, EngineEvents } from '../protocol/engine-api.ts';
import { type Server, serve } from '../protocol/serve.ts';

export class PortWorker {
  static readonly running = new Set<PortWorker>();
  /** `engine`, `embedding`, `transfer`. */
  static readonly started: string[] = [];

  onerror: ((event: { message: string }) => void) | null = null;
  onmessageerror: (() => void) | null = null;
  readonly #port: MessagePort;
  readonly #server: Server<EngineEvents>;

  constructor(url: URL | string) {
    PortWorker.started.push(/(\w+)\/worker\.ts$/.exec(String(url))![1]!);
    PortWorker.running.add(this);
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    const api = engineHandlers((name, value) => server.emit(name, value));
    const server: Server<EngineEvents> = serve<EngineApi, EngineEvents>(api, port2);
    this.#server = server;
  }

  postMessage(message: unknown, transfer: Transferable[] = []): void {
    this.#port.postMessage(message, transfer);
  }
  addEventListener(type: string, listener: (event: MessageEvent) => void): void {
    this.#port.addEventListener(type as 'message', listener);
    this.#port.start();
  }
  removeEventListener(type: string, listener: (event: MessageEvent) => void): void {
    this.#port.removeEventListener(type as 'message', listener);
  }
  terminate(): void {
    PortWorker.running.delete(this);
    this.#server.close();
    this.#port.close();
  }
}
