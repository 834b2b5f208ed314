export interface Scope {
  /** Highest ordinal + 1. */
  size: number;
  /** 1 for visible rows. Null if all live rows are visible. */
  allowed: Uint8Array | null;
  count: number;
}
