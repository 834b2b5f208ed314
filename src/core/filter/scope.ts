/** The rows of the table that a question may see: what every index is asked within. */
export interface Scope {
  /** Length of every dense array: highest ordinal + 1. */
  size: number;
  /** 1 = visible; null where all live rows are. */
  allowed: Uint8Array | null;
  /** Number of visible live memories. */
  count: number;
}
