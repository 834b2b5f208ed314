import { afterEach, expect, it, vi } from 'vitest';
import { isHybridSearchError } from '../core/errors.ts';
import { assetBaseUrl } from './asset-base.ts';
import { createHybridSearch } from './client.ts';

afterEach(() => void vi.unstubAllGlobals());

it('is made absolute against the page, or against the script without a page', () => {
  vi.stubGlobal('document', { baseURI: 'https://notes.example/app/' });
  expect(assetBaseUrl('files')).toBe('https://notes.example/app/files/');
  expect(assetBaseUrl('/files/')).toBe('https://notes.example/files/');
  vi.stubGlobal('document', undefined);
  vi.stubGlobal('location', { href: 'https://notes.example/app/worker.js' });
  expect(assetBaseUrl('files')).toBe('https://notes.example/app/files/');
});

it('is refused with a path if it is no address', () => {
  vi.stubGlobal('document', { baseURI: 'https://notes.example/' });
  for (const given of ['http://[', '//', 'http://']) {
    try {
      assetBaseUrl(given);
      expect.unreachable(given);
    } catch (error) {
      expect(isHybridSearchError(error, 'invalid-option')).toBe(true);
      expect(error).toMatchObject({ path: 'assetBase' });
    }
  }
});

it('lets a client be made on a server, where every call rejects with "unsupported"', async () => {
  const client = createHybridSearch({ name: 'server', assetBase: '/hybrid-search' });
  await expect(client.search('soup')).rejects.toMatchObject({ code: 'unsupported' });
  await expect(client.stores()).rejects.toMatchObject({ code: 'unsupported' });
});
