import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { VECTOR_SCALE } from '../../core/vector-scale.ts';
import { inverseNorm, quantize, quantizeQuery } from './quantize.ts';

const component = fc.float({ min: -1, max: 1, noNaN: true });
const vectors = fc
  .array(component, { minLength: 1, maxLength: 1_024 })
  .map((components) => Float32Array.from(components));

describe('quantize', () => {
  it('is off by at most half a step, or clips to ±127', () => {
    fc.assert(
      fc.property(vectors, (vector) => {
        quantize(vector).forEach((value, i) => {
          const exact = Math.max(-127, Math.min(127, vector[i]! * VECTOR_SCALE));
          expect(Math.abs(value - exact)).toBeLessThanOrEqual(0.5);
        });
      }),
    );
  });

  it('scales a query so that no row can overflow 32 bits', () => {
    fc.assert(
      fc.property(vectors, (vector) => {
        const { components } = quantizeQuery(vector);
        const worst = components.reduce((sum, value) => sum + 127 * Math.abs(value), 0);
        expect(worst).toBeLessThan(2 ** 31);
      }),
    );
    const flat = quantizeQuery(new Float32Array(4_096).fill(-1));
    expect(flat.components.reduce((sum, value) => sum + 127 * Math.abs(value), 0)).toBeLessThan(2 ** 31);
  });

  it('keeps the direction of a query, whatever its length', () => {
    fc.assert(
      fc.property(vectors, fc.constantFrom(1e-3, 1, 1e6), (vector, length) => {
        fc.pre(vector.some((value) => Math.abs(value) > 1e-3));
        const scaled = vector.map((value) => value * length);
        const { components, inverseNorm: inverse } = quantizeQuery(scaled);
        const norm = Math.sqrt(scaled.reduce((sum, value) => sum + value * value, 0));
        const cosine = components.reduce((sum, value, i) => sum + value * scaled[i]!, 0) * (inverse / norm);
        expect(cosine).toBeGreaterThan(0.99999);
      }),
    );
  });

  it('gives a zero vector no direction', () => {
    expect(quantizeQuery(new Float32Array(8)).inverseNorm).toBe(0);
    expect(inverseNorm(new Int8Array(8))).toBe(0);
  });
});
