/** Something derived from the rows of the whole table, built on first need and again after a write. */
import type { MemoryTable } from './table.ts';

export function perVersion<Value>(table: MemoryTable, build: (table: MemoryTable) => Value): () => Value {
  let built: { version: number; value: Value } | null = null;
  return () => {
    if (built?.version !== table.rowsVersion) built = { version: table.rowsVersion, value: build(table) };
    return built.value;
  };
}
