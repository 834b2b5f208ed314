/** The rows that a query may see. Every index searches only these. */
export interface Scope {
  /** Length of every dense array: the highest ordinal + 1. */
  size: number;
  /** 1 = visible. Null if all live rows are. */
  allowed: Uint8Array | null;
  /** Number of visible live memories. */
  count: number;
}
