/**
 * What the page offers the transfer worker during an import: the readers that it registered. They run on the page's
 * thread, because functions can't be sent. Files and rows cross, a few rows at a time.
 */
import type { CallContext } from './rpc.ts';

export interface CustomReaderInfo {
  name: string;
  /** Without the dot, in lower case. */
  extensions: readonly string[];
  /** Whether the reader has to be asked about a file with such an ending. */
  detects: boolean;
}

export interface CustomReadersToUse {
  port: MessagePort;
  readers: readonly CustomReaderInfo[];
}

/** Rejects with `invalid-import` if the reader throws. */
export interface CustomReadersApi {
  detect(context: CallContext, name: string, head: Uint8Array, path: string): Promise<boolean>;
  /** Starts reading a file, and closes the previous one. */
  open(context: CallContext, name: string, file: Blob, path: string, lastModified?: number): Promise<void>;
  /** Returns the next rows, unvalidated, or null at the end. They're pulled, so that they don't pile up. */
  next(context: CallContext): Promise<unknown[] | null>;
  /** Closes a file that wasn't read to its end. */
  stop(context: CallContext): Promise<void>;
}
