import { expect, it } from 'vitest';
import { checkWebAssembly } from './web-assembly.ts';

const like = (changes: object): typeof WebAssembly =>
  ({ validate: WebAssembly.validate, Module: WebAssembly.Module, ...changes }) as typeof WebAssembly;

it('lets pass what can run the runtime', () => {
  expect(() => checkWebAssembly()).not.toThrow();
});

it('says what is missing: SIMD, or leave to compile', () => {
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
