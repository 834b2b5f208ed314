import { describe, expect, it } from 'vitest';
import type { Memory } from '../../core/record/memory.ts';
import { type PackedChunks, packChunks } from '../table/packed-chunks.ts';
import { ChunkLedger, createWrittenTexts } from './chunk-ledger.ts';

const memory: Memory = {
  id: '',
  text: '',
  tags: [],
  type: 'note',
  confidence: 0.5,
  metadata: {},
  createdAt: 0,
  updatedAt: 0,
  lastAccessedAt: 0,
  accessCount: 0,
  contentHash: '',
};

const chunks = (...hashes: string[]): PackedChunks =>
  packChunks({ contentHash: hashes.join(), chunks: hashes.map((hash) => ({ hash, start: 0, end: 1 })) });

const ledgerOf = (...ids: string[]) => {
  const ledger = new ChunkLedger((id) => Number(id.slice(1)));
  for (const id of ids) ledger.setPending(id, true);
  return ledger;
};

describe('the chunk ledger', () => {
  it('returns preferred memories first, then the newest, each once', () => {
    const ledger = ledgerOf('m1', 'm4', 'm2', 'm3');
    ledger.prefer(['m2', 'gone']);
    expect(ledger.next(3)).toEqual(['m2', 'm4', 'm3']);
    for (const id of ['m2', 'm4', 'm3']) ledger.setPending(id, false);
    expect(ledger.next(3)).toEqual(['m1']);
  });

  it('puts memories that arrive during a round before older ones, and skips those that are done', () => {
    const ledger = ledgerOf('m1', 'm2', 'm3');
    expect(ledger.next(1)).toEqual(['m3']);
    ledger.setPending('m3', false);
    ledger.renew('m9');
    ledger.setPending('m2', false);
    expect(ledger.next(3)).toEqual(['m9', 'm1']);
  });

  it('returns memories again that stayed pending', () => {
    const ledger = ledgerOf('m1', 'm2');
    expect(ledger.next(2)).toEqual(['m2', 'm1']);
    expect(ledger.next(2)).toEqual(['m2', 'm1']);
  });

  it("counts the chunks without vectors; a memory that isn't cut yet counts as one", () => {
    const ledger = ledgerOf('m1', 'm2');
    expect(ledger.missingChunks()).toBe(2);
    ledger.setChunks('m1', chunks('a', 'b', 'c'));
    expect(ledger.missingChunks()).toBe(4);
    expect([...ledger.lists()]).toEqual([chunks('a', 'b', 'c')]);
    ledger.setPending('m1', false);
    expect(ledger.missingChunks()).toBe(1);
    ledger.setChunks('m1', undefined);
    expect([...ledger.lists()]).toEqual([]);
  });
});

it('keeps a few of the texts just written, the newest longest, without images', () => {
  const texts = createWrittenTexts(10);
  const put = (id: string, text: string): void =>
    texts.put({ ...memory, id, text, images: [{ data: new ArrayBuffer(1), mimeType: 'image/png', alt: '' }] });
  put('a', 'four');
  put('b', 'four');
  put('a', 'fiver');
  expect([texts.get('a')?.source.text, texts.get('b')?.source.text]).toEqual(['fiver', 'four']);
  expect(texts.get('a')).not.toHaveProperty('images');
  put('c', 'two');
  expect([texts.get('a')?.source.text, texts.get('b'), texts.get('c')?.source.text]).toEqual([
    'fiver',
    undefined,
    'two',
  ]);
  texts.drop('a');
  put('d', 'seven..');
  expect([texts.get('a'), texts.get('c')?.source.text, texts.get('d')?.source.text]).toEqual([
    undefined,
    'two',
    'seven..',
  ]);
});
