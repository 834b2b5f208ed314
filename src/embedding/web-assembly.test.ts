import { expect, it } from 'vitest';
import { checkWebAssembly } from './web-assembly.ts';

const like = (changes: object): typeof WebAssembly =>
  ({ validate: WebAssembly.validate, Module: WebAssembly.Module, ...changes }) as typeof WebAssembly;

it('accepts anything that can run the runtime', () => {
  expect(() => checkWebAssembly()).not.toThrow();
});

it('names what is missing: SIMD, or permission to compile', () => {
  expect(() => checkWebAssembly(like({ validate: () => false }))).toThrow(
    expect.objectContaining({ code: 'missing-simd' }),
  );
  class Module {
    constructor() {
      throw new WebAssembly.CompileError('violates the Content Security Policy');
    }
  }
  expect(() => checkWebAssembly(like({ Module }))).toThrow(expect.objectContaining({ code: 'blocked-by-policy' }));
});
