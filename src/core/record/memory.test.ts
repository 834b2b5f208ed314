import { describe, expect, it } from 'vitest';
import { type Memory, toRow } from './memory.ts';

const full: Required<Omit<Memory, 'trashedAt' | 'importId'>> = {
  id: 'a',
  title: 'Tower',
  text: 'Seven floors',
  tags: ['city'],
  type: 'fact',
  source: 'agent',
  url: 'https://a.example/b',
  thread: 't',
  session: 's',
  role: 'user',
  owner: 'o',
  privacy: 'group',
  group: 'g',
  channel: 'c',
  links: ['b'],
  aliases: ['Minaret'],
  lang: 'en',
  dir: 'ltr',
  evergreen: false,
  pinned: true,
  importance: 0,
  confidence: 0.5,
  metadata: { floors: 7 },
  images: [{ data: new ArrayBuffer(1), mimeType: 'image/png', alt: '' }],
  createdAt: 1,
  updatedAt: 2,
  lastAccessedAt: 3,
  accessCount: 0,
  expiresAt: 4,
  contentHash: 'h',
};

describe('toRow', () => {
  it('keeps every field except text and images', () => {
    const { text, images, ...rest } = full;
    expect(toRow(full, 9)).toStrictEqual({ ...rest, seq: 9, hasImages: images.length > 0, textLength: text.length });
  });

  it('has no import id', () => {
    expect(toRow({ ...full, importId: 'i' }, 9)).toStrictEqual(toRow(full, 9));
  });

  it('has no field that the memory lacks', () => {
    const { title: _title, images: _images, expiresAt: _expiresAt, ...some } = full;
    const row = toRow(some, 1);
    expect(row.hasImages).toBe(false);
    expect(Object.keys(row)).not.toContain('title');
    expect(Object.keys(row)).not.toContain('expiresAt');
  });
});
