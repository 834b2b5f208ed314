import type { EngineApi } from '../protocol/engine-api.ts';
import type { Remote } from '../protocol/rpc.ts';
import { checkCallOptions, checkIds } from './check-arguments.ts';
import type { Trash } from './hybrid-search-client.ts';

/** @param write `EngineCalls.write`, which asks for persistent storage after a user gesture */
export function trashOf(call: Remote<EngineApi>['call'], write: Remote<EngineApi>['call']): Trash {
  return {
    async put(ids, asked = {}) {
      checkIds(ids);
      checkCallOptions(asked, ['viewer', 'unchangedSince']);
      return write('trashPut', [ids, asked]);
    },
    async list(asked = {}) {
      checkCallOptions(asked, ['limit', 'offset', 'viewer']);
      return call('trashList', [asked]);
    },
    async restore(ids, asked = {}) {
      checkIds(ids);
      checkCallOptions(asked, ['viewer']);
      return write('trashRestore', [ids, asked]);
    },
    async empty(asked = {}) {
      checkCallOptions(asked, ['viewer']);
      return write('trashEmpty', [asked]);
    },
  };
}
