/** The public client, a thin typed layer over the engine worker. Never loads Lit. */
import type { CustomReader, HybridSearchOptions } from './api.ts';
import { checkOptions } from './check-options.ts';
import { ClientSync } from './client-sync.ts';
import { EngineCalls } from './engine-calls.ts';
import { engineOptions, languageOf } from './engine-options.ts';
import type { HybridSearchClient } from './hybrid-search-client.ts';
import { createListeners } from './listeners.ts';
import { readMethods, writeMethods } from './memory-methods.ts';
import { modelMethods } from './model-methods.ts';
import { searchMethods } from './search-methods.ts';
import { joinEngine } from './shared-engine.ts';
import { transferMethods } from './transfer-methods.ts';
import { whenVisibleAndIdle } from './when-visible.ts';

/**
 * Opens the store named `options.name` in this origin, or shares it if the page has it open. Returns right away; calls
 * wait until the store is open. The first client of a name sets the options. If a later client's options differ, its
 * `onError` listeners get `options-differ`.
 *
 * @example
 * ```js
 * const notes = createHybridSearch({ name: 'notes', language: 'en', modelLoad: 'idle' });
 * await notes.upsert({ id: 'soup', title: 'Pumpkin soup', text: 'Roast the pumpkin, add broth.' });
 * (await notes.search('pumpkin')).hits[0].memory.title; // → 'Pumpkin soup'
 * await notes.close();
 * ```
 *
 * Where there are no workers (Node, server-side rendering), calls that need the store reject with `unsupported`.
 *
 * @throws HybridSearchError `invalid-option` whose `path` names the option, `model-unavailable` if no shipped model has
 * the id
 */
export function createHybridSearch(given: HybridSearchOptions = {}): HybridSearchClient {
  const options = checkOptions(given);
  const language = languageOf(options);
  const joining = engineOptions(options, language);
  const { tell, tellError, ...listeners } = createListeners();
  const engine = joinEngine(
    joining,
    (event) => {
      tell(event);
      if (event.name === 'log') options.onLog?.(event.value);
    },
    tellError,
  );
  const calls = new EngineCalls(engine, tellError);
  const closing = new AbortController();
  const readers = new Set<CustomReader>();
  const sync = new ClientSync(
    () => client,
    () => engine.workers,
  );
  const leave = async (how: 'close' | 'destroy'): Promise<void> => {
    stopWaiting();
    closing.abort();
    await sync.stop();
    return engine.leave(how);
  };

  const client: HybridSearchClient = {
    name: joining.init.name,
    ready: calls.call('ping', []).then(() => client),
    ...writeMethods(calls),
    ...readMethods(calls),
    ...searchMethods(calls),
    ...transferMethods(calls, readers),
    get readers() {
      return [...readers];
    },
    ...modelMethods(calls, language, options.readPictures ?? false, closing.signal),
    sync: sync.start as HybridSearchClient['sync'],
    checkSync: sync.check,
    ...listeners,
    close: () => leave('close'),
    destroy: () => leave('destroy'),
  };
  client.ready.catch(() => {});
  const stopWaiting =
    options.modelLoad === 'idle' ? whenVisibleAndIdle(() => client.loadModel().catch(() => {})) : () => {};
  return client;
}
