/** Pools in a plain loop, because the pooling of transformers.js takes ten times as long. */
import type { HiddenStates } from './session.ts';

/** Zeros stay zeros. No row is masked, because a run is one text without padding. */
export function pool({ data, tokens, dims }: HiddenStates, pooling: 'cls' | 'mean'): Float32Array {
  const vector = new Float32Array(dims);
  const rows = pooling === 'cls' ? 1 : tokens;
  for (let row = 0, at = 0; row < rows; row++) for (let d = 0; d < dims; d++) vector[d]! += data[at++]!;
  return normalise(vector);
}

function normalise(vector: Float32Array): Float32Array {
  let square = 0;
  for (const value of vector) square += value * value;
  const scale = square > 0 ? 1 / Math.sqrt(square) : 0;
  for (let d = 0; d < vector.length; d++) vector[d]! *= scale;
  return vector;
}
