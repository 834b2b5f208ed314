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
    async update(id, patch, options = {}) {
      checkId(id);
      checkCallOptions(options, ['viewer', 'ifUnchanged']);
      checkSeen(options.ifUnchanged);
      return write('update', [id, patch, options]);
    },
    upsert: async (input) => (await write('upsertMany', [[input]]))[0]!,
    async upsertMany(inputs) {
      checkList(inputs, 'inputs');
      return write('upsertMany', [inputs]);
    },
    async remove(id, options = {}) {
      checkId(id);
      checkCallOptions(options, ['viewer', 'unchangedSince']);
      return (await write('removeMany', [[id], options])) > 0;
    },
    async removeMany(ids, options = {}) {
      checkIds(ids);
      checkCallOptions(options, ['viewer', 'unchangedSince']);
      return write('removeMany', [ids, options]);
    },
    async removeWhere(filters, options = {}) {
      checkCallOptions(options, ['viewer']);
      return write('removeWhere', [{ ...options, filters }]);
    },
    async clear(options = {}) {
      checkCallOptions(options, ['unchangedSince']);
      return write('clear', [options]);
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
    async get(id, options = {}) {
      checkId(id);
      checkCallOptions(options, ['viewer']);
      return (await call('getMany', [[id], options]))[0];
    },
    async getMany(ids, options = {}) {
      checkIds(ids);
      checkCallOptions(options, ['viewer']);
      return call('getMany', [ids, options]);
    },
    async file(id, options = {}) {
      checkId(id);
      checkCallOptions(options, ['viewer']);
      return call('file', [id, options]);
    },
    async list(options = {}) {
      checkCallOptions(options);
      return call('list', [options]);
    },
    memories: (options = {}) => memoriesOf({ call }, options),
    [Symbol.asyncIterator]: () => memoriesOf({ call }, {}),
    async count(options = {}) {
      checkCallOptions(options, ['filters', 'viewer']);
      return call('count', [options]);
    },
    async sessions(options = {}) {
      checkCallOptions(options, ['viewer']);
      return call('groups', ['session', options]);
    },
    async threads(options = {}) {
      checkCallOptions(options, ['viewer']);
      return call('groups', ['thread', options]);
    },
    async tags(options = {}) {
      checkCallOptions(options, ['viewer']);
      return call('tags', [options]);
    },
    stores: storesOfOrigin,
    position: () => call('position', []),
    stats: () => call('stats', []),
  } satisfies Partial<HybridSearchClient>;
}
