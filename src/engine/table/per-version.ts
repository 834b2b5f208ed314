/** Something derived from the whole table, built on first need and again when the table's version moved. */
import type { MemoryTable } from './table.ts';

export function perVersion<Value>(table: MemoryTable, build: (table: MemoryTable) => Value): () => Value {
  let built: { version: number; value: Value } | null = null;
  return () => {
    if (built?.version !== table.version) built = { version: table.version, value: build(table) };
    return built.value;
  };
}
