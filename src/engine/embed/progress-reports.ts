/** Reports progress to the page: at most ten times a second, and always the last state. */
const EVERY_MS = 100;

export class ProgressReports {
  #report: (() => void) | null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(report: () => void) {
    this.#report = report;
  }

  readonly note = (): void => {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#report?.();
    }, EVERY_MS);
  };

  stop(): void {
    this.#report = null;
  }
}
