import { describe, expect, it, vi } from 'vitest';
import type { CustomReader } from './api.ts';
import { createHybridSearch } from './client.ts';

const ledger: CustomReader = { name: 'Ledger', extensions: ['ledger'], read: () => [] };
const refusal = (act: () => unknown) => {
  try {
    act();
  } catch (error) {
    const { code, path } = error as { code: string; path: string };
    return [code, path];
  }
  return null;
};

describe('registerReader', () => {
  it.each<[path: string, reader: unknown]>([
    ['reader', null],
    ['reader', () => {}],
    ['name', { ...ledger, name: undefined }],
    ['name', { ...ledger, name: ' ' }],
    ['name', { ...ledger, name: 'x'.repeat(51) }],
    ['name', { ...ledger, name: 'pdf' }],
    ['extensions', { ...ledger, extensions: 'ledger' }],
    ['extensions', { ...ledger, extensions: [] }],
    ['extensions[1]', { ...ledger, extensions: ['lgr.txt', '.ledger'] }],
    ['extensions[0]', { ...ledger, extensions: ['a/b'] }],
    ['extensions[0]', { ...ledger, extensions: [5] }],
    ['detect', { ...ledger, detect: true }],
    ['read', { ...ledger, read: undefined }],
  ])('refuses a wrong %s', (path, reader) => {
    const client = createHybridSearch({ name: 'refused readers' });
    expect(refusal(() => client.registerReader(reader as CustomReader))).toEqual(['invalid-argument', path]);
    expect(client.readers).toEqual([]);
  });

  it('keeps readers in order until they are removed, and refuses a name that is taken', () => {
    const client = createHybridSearch({ name: 'readers' });
    const second = { ...ledger, name: 'Second' };
    const unregister = client.registerReader(ledger);
    client.registerReader(second);
    expect(client.readers).toEqual([ledger, second]);
    expect(refusal(() => client.registerReader({ ...ledger }))).toEqual(['invalid-argument', 'name']);
    unregister();
    unregister();
    expect(client.readers).toEqual([second]);
    client.registerReader(ledger);
    expect(client.readers).toEqual([second, ledger]);
  });

  it('lets an import name only formats that exist', async () => {
    const client = createHybridSearch({ name: 'named readers' });
    const unknown = { code: 'invalid-option', path: 'format' };
    await expect(client.import('x', { format: 'Ledger' })).rejects.toMatchObject(unknown);
    client.registerReader(ledger);
    // The format is accepted, but nothing is read, because there are no Web Workers. Libraries may define some in Node.
    vi.stubGlobal('Worker', undefined);
    await expect(client.import('x', { format: 'Ledger' })).rejects.toMatchObject({ code: 'unsupported' });
    await expect(client.preview('x', { format: 'toString' })).rejects.toMatchObject(unknown);
    vi.unstubAllGlobals();
  });
});
