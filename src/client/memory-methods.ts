import { addInSlices, needsSlices } from './add-slices.ts';
import { checkCallOptions, checkId, checkIds, checkList, checkSeen, checkSession } from './check-arguments.ts';
import type { EngineCalls } from './engine-calls.ts';
import type { Conversation, HybridSearchClient } from './hybrid-search-client.ts';
import { memoriesOf } from './memories.ts';
import { storesOfOrigin } from './origin.ts';
import { trashOf } from './trash.ts';

export function writeMethods({ call, write }: EngineCalls) {
  return {
    add: (input) => write('add', [input]),
    async addMany(inputs) {
      checkList(inputs, 'inputs');
      return needsSlices(inputs)
        ? addInSlices(inputs, (args, sliced) => write('addManyFrom', args, sliced))
        : write('addMany', [inputs]);
    },
    async update(id, patch, asked = {}) {
      checkId(id);
      checkCallOptions(asked, ['viewer', 'ifUnchanged']);
      checkSeen(asked.ifUnchanged);
      return write('update', [id, patch, asked]);
    },
    upsert: async (input) => (await write('upsertMany', [[input]]))[0]!,
    async upsertMany(inputs) {
      checkList(inputs, 'inputs');
      return write('upsertMany', [inputs]);
    },
    async remove(id, asked = {}) {
      checkId(id);
      checkCallOptions(asked, ['viewer', 'unchangedSince']);
      return (await write('removeMany', [[id], asked])) > 0;
    },
    async removeMany(ids, asked = {}) {
      checkIds(ids);
      checkCallOptions(asked, ['viewer', 'unchangedSince']);
      return write('removeMany', [ids, asked]);
    },
    async removeWhere(filters, asked = {}) {
      checkCallOptions(asked, ['viewer']);
      return write('removeWhere', [{ ...asked, filters }]);
    },
    async clear(asked = {}) {
      checkCallOptions(asked, ['unchangedSince']);
      return write('clear', [asked]);
    },
    async touch(id) {
      checkId(id);
      return call('touch', [id]);
    },
    trash: trashOf(call, write),
    purge: () => call('purge', []),
    conversation: (session): Conversation => ({
      async append(message) {
        checkSession(session);
        return write('conversationAppend', [session, message]);
      },
      async list(window) {
        checkSession(session);
        return call('conversationList', [session, window]);
      },
      async clear() {
        checkSession(session);
        return write('conversationClear', [session]);
      },
    }),
  } satisfies Partial<HybridSearchClient>;
}

export function readMethods({ call }: EngineCalls) {
  return {
    async get(id, asked = {}) {
      checkId(id);
      checkCallOptions(asked, ['viewer']);
      return (await call('getMany', [[id], asked]))[0];
    },
    async getMany(ids, asked = {}) {
      checkIds(ids);
      checkCallOptions(asked, ['viewer']);
      return call('getMany', [ids, asked]);
    },
    async file(id, asked = {}) {
      checkId(id);
      checkCallOptions(asked, ['viewer']);
      return call('file', [id, asked]);
    },
    async list(asked = {}) {
      checkCallOptions(asked);
      return call('list', [asked]);
    },
    memories: (asked = {}) => memoriesOf({ call }, asked),
    [Symbol.asyncIterator]: () => memoriesOf({ call }, {}),
    async count(asked = {}) {
      checkCallOptions(asked, ['filters', 'viewer']);
      return call('count', [asked]);
    },
    async sessions(asked = {}) {
      checkCallOptions(asked, ['viewer']);
      return call('groups', ['session', asked]);
    },
    async threads(asked = {}) {
      checkCallOptions(asked, ['viewer']);
      return call('groups', ['thread', asked]);
    },
    async tags(asked = {}) {
      checkCallOptions(asked, ['viewer']);
      return call('tags', [asked]);
    },
    stores: storesOfOrigin,
    position: () => call('position', []),
    stats: () => call('stats', []),
  } satisfies Partial<HybridSearchClient>;
}
