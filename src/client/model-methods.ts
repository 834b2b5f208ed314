import type { EngineCalls } from './engine-calls.ts';
import { profileOf } from './engine-options.ts';
import type { HybridSearchClient } from './hybrid-search-client.ts';
import { removeModelCache } from './origin.ts';

type Methods = Pick<
  HybridSearchClient,
  'idle' | 'loadModel' | 'removeModelCache' | 'setModel' | 'readPictures' | 'pause' | 'resume'
>;

/** @param signal aborted when the client closes */
export function modelMethods(
  { engine, call }: EngineCalls,
  language: string,
  readsPictures: boolean,
  signal: AbortSignal,
): Methods {
  /** Kept on the page, so that a restarted engine gets it too. */
  const setPictures = async (name: 'readPictures' | 'onBattery', value: boolean): Promise<void> => {
    engine.workers.keep({ [name]: value });
    return call(name, [value]);
  };
  let watchesBattery = false;
  const watchBattery = (): void => {
    if (watchesBattery) return;
    watchesBattery = true;
    import('./battery.ts')
      .then((module) => module.watchBattery((onBattery) => setPictures('onBattery', onBattery), signal))
      .catch(() => {});
  };
  if (readsPictures) watchBattery();

  return {
    idle: () => call('idle', []),
    loadModel: () => call('loadModel', []),
    removeModelCache,
    async setModel(id) {
      const profile = profileOf(id, language);
      await call('ping', []);
      engine.workers.keep({ profile });
      await call('setModel', [profile]);
    },
    async readPictures(on) {
      await setPictures('readPictures', on);
      if (on) watchBattery();
    },
    pause: () => call('pause', []),
    resume: () => call('resume', []),
  };
}
