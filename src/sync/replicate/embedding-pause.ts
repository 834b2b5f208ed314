/**
 * Pauses the engine's embedding while vectors of other devices' memories are on their way. The engine embeds what
 * doesn't arrive in time.
 */
import type { ReplicationSession } from './session.ts';

const AWAIT_VECTORS_MS = 20_000;

export class EmbeddingPause {
  readonly awaitMs: number;
  readonly #hold: (on: boolean) => Promise<unknown>;
  /** Undefined until it's told, because an earlier sync worker may have died while it paused embedding. */
  #on: boolean | undefined;

  /**
   * @param hold tells the engine
   * @param awaitMs how long to wait for the vectors of a memory, in milliseconds. Default: 20 s
   */
  constructor(hold: (on: boolean) => Promise<unknown>, awaitMs = AWAIT_VECTORS_MS) {
    this.#hold = hold;
    this.awaitMs = awaitMs;
  }

  async set(on: boolean): Promise<void> {
    if (on === this.#on) return;
    this.#on = on;
    await this.#hold(on);
  }

  async follow({ settings, awaited }: ReplicationSession): Promise<void> {
    if (settings.vectors === 'none') awaited.clear();
    for (const [memory, since] of awaited) if (Date.now() - since > this.awaitMs) awaited.delete(memory);
    await this.set(settings.vectors === 'adopt' || awaited.size > 0);
  }

  /** A new engine doesn't know about the pause. */
  engineLost(): void {
    this.#on = false;
  }
}
