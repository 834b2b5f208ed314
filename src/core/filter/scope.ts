export interface Scope {
  /** The highest ordinal + 1, which is the length of every dense array. */
  size: number;
  /** 1 = visible. Null if all live rows are. */
  allowed: Uint8Array | null;
  count: number;
}
