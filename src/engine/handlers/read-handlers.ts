import { keptFileOf } from '../../core/record/kept-file.ts';
import { type Memory, toRow } from '../../core/record/memory.ts';
import type { EngineApi } from '../../protocol/engine-api.ts';
import { similarMemories } from '../search/similar.ts';
import { encodePosition } from '../store/position.ts';
import { checkViewer, countTags, groupRows, seenBy, selector, visibleOrdinal } from '../table/listing.ts';
import { pageList, readPage, selectRows } from '../table/page-list.ts';
import { lastMessages } from '../table/session-messages.ts';
import { isLive } from '../write/memory-commands.ts';
import { type EngineAccess, rowsOf } from './engine-access.ts';

export function readHandlers(access: EngineAccess) {
  return {
    async getMany(_, ids, { viewer }) {
      const sees = seenBy(viewer);
      const { read, now } = await access.opened();
      const time = now();
      return (await read(ids)).map((memory) => (isLive(memory, time) && sees(memory) ? memory : undefined));
    },
    async file(_, id, { viewer }) {
      const sees = seenBy(viewer);
      const { read, now, files } = await access.opened();
      const [memory] = await read([id]);
      const hash = isLive(memory, now()) && sees(memory) ? keptFileOf(memory) : undefined;
      return hash === undefined ? null : files.read(hash);
    },
    async list(_, options = {}) {
      const engine = await access.reading();
      const now = options.now ?? engine.now();
      const { ids, total } = pageList(rowsOf(engine), options, now);
      const matches = selector(options, now);
      // The memory may have changed since its row matched.
      const memories = (await engine.read(ids)).filter(
        (memory): memory is Memory => memory !== undefined && matches(toRow(memory, 0)),
      );
      return { memories, total, hasMore: (options.offset ?? 0) + ids.length < total };
    },
    async ids(_, options) {
      const engine = await access.reading();
      return selectRows(rowsOf(engine), options, options.now ?? engine.now()).map(({ id }) => id);
    },
    count: async (_, options) => (await access.matchingRows(options)).length,
    groups: async (_, field, options) => groupRows(await access.matchingRows(options), field),
    tags: async (_, options) => countTags(await access.matchingRows(options)),
    similar: async (_, id, options) => similarMemories(await access.readingVectors(), id, options),
    async embedded(_, id, { viewer }) {
      checkViewer(viewer);
      const { semantic, table, now } = await access.readingVectors();
      visibleOrdinal(table, id, viewer, now());
      return !semantic.queue.isPending(id);
    },
    async trashList(_, { viewer, ...asked }) {
      const sees = seenBy(viewer);
      const page = readPage(asked);
      const may = viewer && sees;
      const { memories, total } = await (await access.reading()).trash.list(page, may);
      return { memories, total, hasMore: page.offset + memories.length < total };
    },
    async conversationList(_, session, window) {
      const engine = await access.reading();
      const ids = lastMessages(rowsOf(engine), session, engine.now(), window).map(({ id }) => id);
      return (await engine.read(ids)).filter((memory) => isLive(memory, engine.now()));
    },
    position: async () => encodePosition((await access.reading()).position),
    imports: async () => (await access.imports()).all(),
  } satisfies Partial<EngineApi>;
}
