/** Who hears of the durability mode and of recoveries. What is found while nobody listens is told to the first who does. */
import type { DurabilityMode, OpenReport } from '../store/memory-store.ts';

export class Notices {
  readonly #modeListeners = new Set<(mode: DurabilityMode) => void>();
  readonly #recoveryListeners = new Set<(report: OpenReport) => void>();
  /** As during the scan of a start. */
  #untold: OpenReport[] = [];
  #told: DurabilityMode = 'best-effort';

  onMode(listener: (mode: DurabilityMode) => void): () => void {
    this.#modeListeners.add(listener);
    return () => this.#modeListeners.delete(listener);
  }

  onRecovery(listener: (report: OpenReport) => void): () => void {
    this.#recoveryListeners.add(listener);
    const untold = this.#untold;
    this.#untold = [];
    for (const report of untold) listener(report);
    return () => this.#recoveryListeners.delete(listener);
  }

  /** Told where it is another one than before. */
  mode(mode: DurabilityMode): void {
    if (mode === this.#told) return;
    this.#told = mode;
    for (const listener of this.#modeListeners) listener(mode);
  }

  recovery(report: OpenReport): void {
    if (this.#recoveryListeners.size === 0) this.#untold.push(report);
    for (const listener of this.#recoveryListeners) listener(report);
  }
}
