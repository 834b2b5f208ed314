export class AlphaChangeEvent extends Event {
  static readonly eventName = 'alpha-change';
  /** Null: automatic. */
  readonly alpha: number | null;

  constructor(alpha: number | null) {
    super(AlphaChangeEvent.eventName);
    this.alpha = alpha;
  }
}

export class JudgeErrorEvent extends Event {
  static readonly eventName = 'judge-error';
  readonly error: Error;

  constructor(error: Error) {
    super(JudgeErrorEvent.eventName);
    this.error = error;
  }
}
