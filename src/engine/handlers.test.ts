/** The engine behind its wall, in Node: without IndexedDB the store is the one in memory. */
import { afterEach, describe, expect, it } from 'vitest';
import { MINI_LM, modelProfile } from '../core/options/model-profiles.ts';
import type { EngineApi } from '../protocol/engine-api.ts';
import { local, type Remote } from '../protocol/rpc.ts';
import { engineHandlers } from './handlers.ts';

let engine: Remote<EngineApi>;

async function open(): Promise<Remote<EngineApi>> {
  engine = local(engineHandlers(() => {}));
  await engine.call('open', [
    {
      name: 'handlers',
      profile: modelProfile(MINI_LM),
      modelAllowed: false,
      stemming: 'en',
      terms: [],
      modes: null,
      search: {},
      conversationTtlDays: 7,
      touch: false,
    },
  ]);
  return engine;
}

afterEach(() => engine.call('close', []));

describe('a conversation', () => {
  it('lists its last fifty messages, oldest first, or as many as asked for', async () => {
    const { call } = await open();
    for (let n = 0; n < 120; n++) {
      await call('conversationAppend', ['talk', { role: 'user', text: `message ${n}`, createdAt: 1_000 + n }]);
    }
    const texts = async (window?: number): Promise<string[]> =>
      (await call('conversationList', ['talk', window])).map(({ text }) => text);
    const last = (count: number): string[] => Array.from({ length: count }, (_, n) => `message ${120 - count + n}`);
    expect(await texts()).toEqual(last(50));
    expect(await texts(1)).toEqual(last(1));
    expect(await texts(1_000)).toEqual(last(120));
  });

  it.each([0, -100, Number.NaN, 1.5, Number.POSITIVE_INFINITY])('refuses a window of %s', async (window) => {
    const { call } = await open();
    await expect(call('conversationList', ['talk', window])).rejects.toMatchObject({
      code: 'invalid-option',
      path: 'window',
    });
  });
});
