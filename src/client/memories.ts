/** Gets all ids first, then the memories in pages. */
import type { Memory } from '../core/record/memory.ts';
import type { EngineApi } from '../protocol/engine-api.ts';
import type { ListOptions } from '../protocol/engine-values.ts';
import type { Remote } from '../protocol/rpc.ts';
import { checkCallOptions } from './check-arguments.ts';

const PAGE = 50;

export async function* memoriesOf(
  engine: Remote<Pick<EngineApi, 'ids' | 'getMany'>>,
  options: Omit<ListOptions, 'limit' | 'offset'>,
): AsyncGenerator<Memory> {
  checkCallOptions(options, ['sort', 'filters', 'viewer', 'now']);
  const ids = await engine.call('ids', [options]);
  const seen = options.viewer === undefined ? {} : { viewer: options.viewer };
  for (let at = 0; at < ids.length; at += PAGE) {
    for (const memory of await engine.call('getMany', [ids.slice(at, at + PAGE), seen])) if (memory) yield memory;
  }
}
