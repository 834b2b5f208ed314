/** The only event that can be dispatched before the scripts with the other events are loaded. */

export const PUBLIC = { bubbles: true, composed: true } as const;

/** Something failed. The element also shows it if it concerns the user. */
export class HsErrorEvent extends Event {
  static readonly eventName = 'hs-error';
  readonly error: Error;

  constructor(error: Error) {
    super(HsErrorEvent.eventName, PUBLIC);
    this.error = error;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'hs-error': HsErrorEvent;
  }
}
