/** Who links to a memory: by its id, its title or one of its aliases. */
import type { Ordinal } from '../../../core/record/memory.ts';
import type { RowIndexes } from '../../table/row-indexes.ts';
import type { MemoryTable } from '../../table/table.ts';
import { foldName } from './names.ts';

export interface Linkers {
  /** Nobody links to anything. */
  readonly none: boolean;
  /** Ascending, the memory itself too where it links to itself. */
  of(target: Ordinal): Ordinal[];
}

interface LinkTargets {
  /** Of each memory that links to something, its targets as written. */
  targets: Map<Ordinal, readonly string[]>;
  byId: Map<string, Set<Ordinal>>;
  /** By the folded name. */
  byName: Map<string, Set<Ordinal>>;
}

export function createLinkers(table: MemoryTable, indexes: RowIndexes): () => Linkers {
  const linked = indexes.add(
    (): LinkTargets => ({ targets: new Map(), byId: new Map(), byName: new Map() }),
    ({ targets, byId, byName }, at) => {
      for (const target of targets.get(at) ?? []) {
        leave(byId, target, at);
        leave(byName, foldName(target), at);
      }
      targets.delete(at);
      const links = table.row(at) === undefined ? [] : table.links(at);
      if (links.length === 0) return;
      targets.set(at, links);
      for (const target of links) {
        join(byId, target, at);
        join(byName, foldName(target), at);
      }
    },
  );
  return () => {
    const { targets, byId, byName } = linked();
    return {
      none: targets.size === 0,
      of(target) {
        const { id, title = '', aliases = [] } = table.row(target)!;
        const linkers = new Set(byId.get(id));
        for (const name of new Set([title, ...aliases].map(foldName))) {
          if (name !== '') for (const linker of byName.get(name) ?? []) linkers.add(linker);
        }
        return [...linkers].sort((a, b) => a - b);
      },
    };
  };
}

function join(linkers: Map<string, Set<Ordinal>>, target: string, at: Ordinal): void {
  const known = linkers.get(target);
  if (known) known.add(at);
  else linkers.set(target, new Set([at]));
}

function leave(linkers: Map<string, Set<Ordinal>>, target: string, at: Ordinal): void {
  const known = linkers.get(target);
  known?.delete(at);
  if (known?.size === 0) linkers.delete(target);
}
