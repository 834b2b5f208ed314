/** Groups the table's messages by session, for the conversation arm, and by thread in order, for thread context. */
import { threadOf, threadOrder } from '../../core/ranking/thread-context.ts';
import type { Ordinal } from '../../core/record/memory.ts';
import type { MemoryTable } from '../table/memory-table.ts';
import { RowGroups } from '../table/row-groups.ts';
import type { RowIndexes } from '../table/row-indexes.ts';

export interface MessageGroups {
  /** Returns the messages of the session, in no order. */
  session(name: string): Iterable<Ordinal>;
  /** Returns threads of two or more messages, in order. Sorts a thread again only if one of its messages changed. */
  threads(): readonly Int32Array[];
}

export function createMessageGroups(table: MemoryTable, indexes: RowIndexes): MessageGroups {
  const groups = indexes.add(
    'sessions and threads',
    () => ({ sessions: new RowGroups(), threads: new RowGroups(), sorted: new Map<string, Int32Array>() }),
    ({ sessions, threads, sorted }, at) => {
      const row = table.row(at);
      sessions.take(at, row?.type === 'conversation' ? row.session : undefined);
      for (const changed of threads.take(at, row && threadOf(row))) sorted.delete(changed);
    },
  );
  const inOrder = (members: ReadonlySet<Ordinal>): Int32Array =>
    Int32Array.from([...members].sort((a, b) => threadOrder(table.row(a)!, table.row(b)!)));
  return {
    session: (name) => groups().sessions.members.get(name) ?? [],
    threads() {
      const { threads, sorted } = groups();
      const lists: Int32Array[] = [];
      for (const [name, members] of threads.members) {
        if (members.size < 2) continue;
        const list = sorted.get(name) ?? inOrder(members);
        sorted.set(name, list);
        lists.push(list);
      }
      return lists;
    },
  };
}
