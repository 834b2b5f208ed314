/** Whether the model's worker responds. It can't while it runs the model, so a silent worker isn't necessarily dead. */
import { HybridSearchError } from '../../core/errors.ts';

export class Responsiveness {
  #responsive = true;
  readonly #waiting = new Set<() => void>();

  get responsive(): boolean {
    return this.#responsive;
  }

  set(responsive: boolean): void {
    this.#responsive = responsive;
    if (responsive) return;
    for (const giveUp of this.#waiting) giveUp();
  }

  /** Rejects if the worker doesn't respond now, or stops responding during `work`. */
  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    if (!this.#responsive) throw silent();
    let giveUp = (): void => {};
    const silence = new Promise<never>((_, reject) => {
      giveUp = () => reject(silent());
    });
    this.#waiting.add(giveUp);
    try {
      return await Promise.race([work(), silence]);
    } finally {
      this.#waiting.delete(giveUp);
    }
  }
}

function silent(): HybridSearchError {
  return new HybridSearchError('model-unavailable', 'it doesn’t respond');
}
