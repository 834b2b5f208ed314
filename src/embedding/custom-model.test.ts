import { describe, expect, it } from 'vitest';
import { FLOAT_WEIGHTS_FILE, fingerprintOf, MODEL_PROFILES, WEIGHTS_FILE } from '../core/model-profiles.ts';
import type { ModelProfile } from '../protocol/embedder-api.ts';
import { checkedProfile } from './custom-model.ts';
import { webPlatform } from './platform-web.ts';

const good = MODEL_PROFILES[0]!;

describe('a model of the page', () => {
  it('is accepted like the shipped ones', () => {
    for (const profile of MODEL_PROFILES) expect(checkedProfile(profile)).toBe(profile);
  });

  it('may be in float form, and may then ask for WebGPU', () => {
    const { [WEIGHTS_FILE]: weights, ...rest } = good.files;
    const float = { ...good, files: { ...rest, [FLOAT_WEIGHTS_FILE]: weights! }, webgpu: true };
    expect(checkedProfile(float)).toBe(float);
    expect(fingerprintOf(float, 1)).toBe(fingerprintOf(good, 1));
  });

  it.each<[string, Partial<ModelProfile>]>([
    ['model.id', { id: '../secret' }],
    ['model.id', { id: 'a/..' }],
    ['model.id', { id: 'https://host.example/x' }],
    ['model.dims', { dims: 0 }],
    ['model.maxTokens', { maxTokens: 8_192 }],
    ['model.pooling', { pooling: 'max' as 'mean' }],
    ['model.floor', { floor: Number.NaN }],
    ['model.priorSd', { priorSd: 0 }],
    ['model.webgpu', { webgpu: true }],
    ['model.files.config.json.bytes', { files: {} }],
    ['model.files.config.json.sha256', { files: { ...good.files, 'config.json': { bytes: 1, sha256: 'no' } } }],
  ])('is refused with the path: %s', (path, change) => {
    expect(() => checkedProfile({ ...good, ...change })).toThrow(
      expect.objectContaining({ code: 'invalid-option', path }),
    );
  });

  it('comes from a hub only at a full commit, by its own address', async () => {
    const bases = { modelBase: 'https://page.example/models/', runtimeBase: 'https://page.example/ort/' };
    const host = 'https://hub.example/';
    expect(() => webPlatform({ ...bases, remote: { host, revision: 'main' } })).toThrow(
      expect.objectContaining({ code: 'invalid-option', path: 'remote.revision' }),
    );
    const revision = '0123456789abcdef0123456789abcdef01234567';
    const asked: string[] = [];
    const fetch: typeof globalThis.fetch = async (url) => {
      asked.push(String(url));
      return new Response(null, { status: 404 });
    };
    const platform = webPlatform({ ...bases, remote: { host, revision }, cache: null, fetch });
    await expect(platform.openEncoder(good, () => {})).rejects.toMatchObject({ code: 'model-unavailable' });
    expect(asked).toContain(`https://hub.example/${good.id}/resolve/${revision}/config.json`);
    expect(asked.filter((url) => !url.startsWith(host))).toEqual([
      'https://page.example/ort/ort-wasm-simd-threaded.wasm',
    ]);
  });
});
