import { describe, expect, it } from 'vitest';
import { identityGraph } from './runtime-start.ts';

describe('identityGraph', () => {
  it('is an ONNX file whose only node returns its input', async () => {
    const { InferenceSession, Tensor } = await import('onnxruntime-web');
    const session = await InferenceSession.create(identityGraph());
    const { out } = await session.run({ in: new Tensor('float32', [0.25], [1]) });
    expect(out?.data).toEqual(Float32Array.of(0.25));
    await session.release();
  });
});
