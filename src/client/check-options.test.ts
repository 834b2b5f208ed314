import { describe, expect, it } from 'vitest';
import type { HybridSearchOptions } from './api.ts';
import { checkOptions } from './check-options.ts';

const refusal = (options: object) => {
  try {
    checkOptions(options as HybridSearchOptions);
  } catch (error) {
    const { code, path } = error as { code: string; path: string };
    return { code, path };
  }
  return null;
};

describe('options of createHybridSearch', () => {
  it.each([
    [{ nmae: 'x' }, 'nmae'],
    [{ name: '' }, 'name'],
    [{ name: 5 }, 'name'],
    [{ modelLoad: 'never' }, 'modelLoad'],
    [{ conversationTtlDays: Number.NaN }, 'conversationTtlDays'],
    [{ conversationTtlDays: -1 }, 'conversationTtlDays'],
    [{ model: 5 }, 'model'],
    [{ stemming: 'de' }, 'stemming'],
    [{ modes: ['keywords'] }, 'modes'],
    [{ terms: 'word' }, 'terms'],
    [{ touch: 'yes' }, 'touch'],
    [{ onLog: true }, 'onLog'],
    [{ assetBase: '' }, 'assetBase'],
    [{ remoteModels: {} }, 'remoteModels.revision'],
    [{ search: { limit: 0 } }, 'search.limit'],
    [{ search: { limmit: 1 } }, 'search.limmit'],
    [[], 'options'],
  ])('refuses %j', (options, path) => {
    expect(refusal(options)).toEqual({ code: 'invalid-option', path });
  });

  it('accepts valid options in any wrapping, and leaves out undefined ones', () => {
    const onLog = (): void => {};
    const options = { name: 'x', language: '', search: { alpha: 0 }, terms: ['D40'], conversationTtlDays: 0, onLog };
    const wrapped = new Proxy({ ...options, model: undefined } as unknown as HybridSearchOptions, {});
    expect(checkOptions(wrapped)).toEqual(options);
  });
});
