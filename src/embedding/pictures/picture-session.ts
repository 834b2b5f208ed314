// Import the same entry as transformers.js. Any other would put a second copy of the runtime into the worker.
import { InferenceSession, Tensor } from 'onnxruntime-web/webgpu';
import type { PictureModel } from './read-picture.ts';

export async function openPictureModel(weights: Uint8Array<ArrayBuffer>): Promise<PictureModel> {
  const session = await InferenceSession.create(weights, { executionProviders: ['wasm'] });
  const input = session.inputNames[0]!;
  const output = session.outputNames[0]!;
  return {
    async run({ data, width, height }) {
      const results = await session.run({ [input]: new Tensor('float32', data, [1, 3, height, width]) });
      return results[output]!.data as Float32Array;
    },
    dispose: () => session.release(),
  };
}
