/** Runs models from a folder on the native ONNX Runtime. For evaluation and tests, never bundled. */
import { env } from '@huggingface/transformers';
import { HybridSearchError } from '../core/errors.ts';
import type { Platform } from './platform.ts';
import { openEncoder, openPairModel } from './session.ts';

/** The settings of transformers.js are global, so loads wait for each other. */
let turn: Promise<unknown> = Promise.resolve();

const inBrowsers = async (): Promise<never> => {
  throw new HybridSearchError('unsupported', 'pictures are read in browsers only');
};

/** `modelsDir` contains `<org>/<name>/…`. */
export function nodePlatform(modelsDir: string, threads = 1): Platform {
  const settings = { device: 'cpu', threads } as const;
  const inFolder = <Result>(open: () => Promise<Result>): Promise<Result> => {
    const result = turn.then(() => {
      env.allowRemoteModels = false;
      env.allowLocalModels = true;
      env.localModelPath = modelsDir;
      return open();
    });
    turn = result.catch(() => undefined);
    return result;
  };
  return {
    device: 'native',
    threads,
    runtimeBytes: 0,
    openEncoder: (profile) => inFolder(() => openEncoder(profile.id, { ...settings, dtype: 'q8' })),
    openPictureModels: inBrowsers,
    decodePicture: inBrowsers,
    openReranker: ({ id, dtype }) => inFolder(() => openPairModel(id, { ...settings, dtype })),
  };
}
