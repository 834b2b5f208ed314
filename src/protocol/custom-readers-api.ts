/** Readers that the page registered. They run on the page's thread, because functions can't be sent to a worker. */
import type { CallContext } from './rpc.ts';

export interface CustomReaderInfo {
  name: string;
  /** Lower case, without the dot. */
  extensions: readonly string[];
  detects: boolean;
}

export interface CustomReadersToUse {
  port: MessagePort;
  readers: readonly CustomReaderInfo[];
}

/** Rejects with `invalid-import` if the reader throws. */
export interface CustomReadersApi {
  detect(context: CallContext, name: string, head: Uint8Array, path: string): Promise<boolean>;
  /** Closes the previous file. */
  open(context: CallContext, name: string, file: Blob, path: string, lastModified?: number): Promise<void>;
  /** Resolves to unvalidated rows, or to null at the end. The worker asks for rows, so that they don't pile up. */
  next(context: CallContext): Promise<unknown[] | null>;
  stop(context: CallContext): Promise<void>;
}
