import { afterEach, describe, expect, it, vi } from 'vitest';
import { BGE_SMALL, MINI_LM, MULTILINGUAL_E5_SMALL, modelProfile } from '../core/model-profiles.ts';
import { engineOptions, languageOf, profileOf } from './engine-options.ts';

afterEach(() => void vi.unstubAllGlobals());

describe('the options of an engine', () => {
  it('have their defaults where a client gives none', () => {
    expect(engineOptions({}, 'en')).toMatchObject({
      given: [],
      init: {
        name: 'default',
        modelAllowed: true,
        stemming: 'en',
        terms: [],
        modes: null,
        search: {},
        conversationTtlDays: 7,
        touch: false,
      },
      reranker: null,
      remote: null,
    });
    expect(engineOptions({ modes: ['keyword'], touch: true }, 'en').given).toEqual(['modes', 'touch']);
  });

  it('take model and stems by the language: the option’s, else the page’s', () => {
    vi.stubGlobal('document', { documentElement: { lang: 'de' } });
    expect(languageOf({})).toBe('de');
    expect(languageOf({ language: 'en' })).toBe('en');
    expect(profileOf('auto', 'en').id).toBe(BGE_SMALL);
    expect(profileOf(undefined, 'de').id).toBe(MULTILINGUAL_E5_SMALL);
    expect(profileOf(MINI_LM, 'de').id).toBe(MINI_LM);
    expect(engineOptions({}, 'de').init.stemming).toBe('none');
    expect(engineOptions({ stemming: 'en' }, 'de').init.stemming).toBe('en');
  });

  it('accept the page’s own profile unchanged, and refuse an unknown model name', () => {
    const own = { ...modelProfile(MINI_LM), id: 'own' };
    expect(profileOf(own, 'en')).toBe(own);
    expect(() => profileOf('no such model', 'en')).toThrow(expect.objectContaining({ code: expect.any(String) }));
  });

  it('fetch no model without consent if consent is required or the browser saves data', () => {
    expect(engineOptions({ modelLoad: 'ask' }, 'en').init.modelAllowed).toBe(false);
    vi.stubGlobal('navigator', { connection: { saveData: true } });
    expect(engineOptions({}, 'en').init.modelAllowed).toBe(false);
  });
});
