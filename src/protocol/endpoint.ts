/** What workers and message ports have in common, so that tests can use a MessageChannel. */
export interface Endpoint {
  postMessage(message: unknown, transfer?: Transferable[]): void;
  addEventListener(type: 'message' | 'messageerror', listener: (event: MessageEvent) => void): void;
  removeEventListener(type: 'message' | 'messageerror', listener: (event: MessageEvent) => void): void;
  /** A MessagePort queues messages until it's started. */
  start?(): void;
}
