export interface Scope {
  /** Highest ordinal + 1: the length of arrays that are indexed by ordinal. */
  size: number;
  /** 1 for visible rows. Null if all live rows are visible. */
  allowed: Uint8Array | null;
  count: number;
}
