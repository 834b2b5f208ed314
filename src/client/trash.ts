import type { EngineApi } from '../protocol/engine-api.ts';
import type { Remote } from '../protocol/rpc.ts';
import { checkCallOptions, checkIds } from './check-arguments.ts';
import type { Trash } from './hybrid-search-client.ts';

/** @param write `EngineCalls.write`, which asks for persistent storage after a user gesture */
export function trashOf(call: Remote<EngineApi>['call'], write: Remote<EngineApi>['call']): Trash {
  return {
    async put(ids, options = {}) {
      checkIds(ids);
      checkCallOptions(options, ['viewer', 'unchangedSince']);
      return write('trashPut', [ids, options]);
    },
    async list(options = {}) {
      checkCallOptions(options, ['limit', 'offset', 'viewer']);
      return call('trashList', [options]);
    },
    async restore(ids, options = {}) {
      checkIds(ids);
      checkCallOptions(options, ['viewer']);
      return write('trashRestore', [ids, options]);
    },
    async empty(options = {}) {
      checkCallOptions(options, ['viewer']);
      return write('trashEmpty', [options]);
    },
  };
}
