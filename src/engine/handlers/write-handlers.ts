import { type MemoryInput, toRow } from '../../core/record/memory.ts';
import type { EngineApi } from '../../protocol/engine-api.ts';
import { decodePosition } from '../store/position.ts';
import { checkSomeFilter, seenBy, selector } from '../table/listing.ts';
import { messagesOf } from '../table/session-messages.ts';
import { gather, inSlices } from '../transfer/slices.ts';
import { type EngineAccess, rowsOf } from './engine-access.ts';

export function writeHandlers(access: EngineAccess) {
  return {
    add: async (_, input) => (await (await access.opened()).add([input]))[0]!,
    addMany: async (_, inputs) => (await access.opened()).add(inputs),
    async addManyFrom({ signal, progress }, port, count) {
      const engine = await access.opened();
      const stored = await engine.add(await gather<MemoryInput>(port, count, signal));
      for (const slice of inSlices(stored)) progress(slice);
    },
    upsertMany: async (_, inputs) => (await (await access.opened()).upsert(inputs)).map(({ stored }) => stored),
    async update(_, id, patch, { viewer, ifUnchanged }) {
      const may = seenBy(viewer);
      return (await access.opened()).update(id, patch, may, ifUnchanged);
    },
    async removeMany(_, ids, { viewer, unchangedSince }) {
      const may = seenBy(viewer);
      const since = positionOf(unchangedSince);
      return (await access.opened()).remove(ids, may, since);
    },
    async removeWhere(_, options) {
      checkSomeFilter(options.filters);
      const engine = await access.reading();
      const matches = selector(options, engine.now());
      const ids = rowsOf(engine)
        .filter(matches)
        .map(({ id }) => id);
      // A memory that has stopped matching is kept.
      return engine.remove(ids, (memory) => matches(toRow(memory, 0)));
    },
    async removeImport(_, id) {
      const removed = await (await access.imports()).remove(id);
      // If it fails, the next start tries again.
      await (await access.opened()).files.sweep().catch(() => {});
      return removed;
    },
    async clear(_, { unchangedSince }) {
      const removed = await (await access.opened()).clear(positionOf(unchangedSince));
      await access.forgetImports();
      return removed;
    },
    async touch(_, id) {
      const engine = await access.opened();
      if (engine.init.touch) await engine.touch(id);
    },

    async trashPut(_, ids, { viewer, unchangedSince }) {
      const may = seenBy(viewer);
      const since = positionOf(unchangedSince);
      return (await access.opened()).trash.put(ids, may, since);
    },
    async trashRestore(_, ids, { viewer }) {
      const may = seenBy(viewer);
      return (await access.opened()).trash.restore(ids, may);
    },
    async trashEmpty(_, { viewer }) {
      const may = seenBy(viewer);
      return (await access.reading()).trash.empty(may);
    },
    async purge() {
      await (await access.reading()).purge();
      await access.forgetImports();
    },

    async conversationAppend(_, session, message) {
      return (await (await access.opened()).add([{ ...message, type: 'conversation', session }]))[0]!;
    },
    async conversationClear(_, session) {
      const engine = await access.reading();
      await engine.remove(messagesOf(rowsOf(engine), session, engine.now()).map(({ id }) => id));
    },
  } satisfies Partial<EngineApi>;
}

const positionOf = (given: string | undefined) => (given === undefined ? undefined : decodePosition(given));
