import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { distractors, RESERVED_TOKENS } from './distractors.ts';

const tokens = (text: string): string[] => {
  const found: string[] = [];
  for (const part of text.toLowerCase().split(/\s+/)) {
    const token = part.replace(/^[^\p{L}\p{N}/-]+|[^\p{L}\p{N}]+$/gu, '');
    found.push(token);
    const value = /^[xz]:(-?\d+)$/.exec(token)?.[1];
    if (value !== undefined) found.push(value);
  }
  return found;
};

const many = distractors(10_000, 7);

describe('distractors', () => {
  it('are the same for the same count and seed, and a prefix for a smaller count', () => {
    expect(distractors(300, 7)).toEqual(many.slice(0, 300));
  });

  it('differ by seed in text and id', () => {
    const other = distractors(300, 8);
    const texts = new Set(many.map((memory) => memory.text));
    const ids = new Set(many.map((memory) => memory.id));
    expect(other.filter((memory) => texts.has(memory.text))).toEqual([]);
    expect(other.filter((memory) => ids.has(memory.id))).toEqual([]);
  });

  it('are all different, of 10 to 80 words, with own ids', () => {
    expect(new Set(many.map((memory) => memory.text)).size).toBe(many.length);
    expect(new Set(many.map((memory) => memory.id)).size).toBe(many.length);
    const lengths = many.map((memory) => memory.text.split(' ').length);
    expect(Math.min(...lengths)).toBeGreaterThanOrEqual(10);
    expect(Math.max(...lengths)).toBeLessThanOrEqual(80);
  });

  it('leave no slot unfilled', () => {
    expect(many.filter((memory) => /[{}]|undefined|NaN/.test(`${memory.title ?? ''} ${memory.text}`))).toEqual([]);
  });

  it('contain no token that a question looks for', () => {
    const caught = many.flatMap((memory) =>
      tokens(`${memory.title ?? ''} ${memory.text}`).filter((token) => RESERVED_TOKENS.has(token)),
    );
    expect(caught).toEqual([]);
  });

  it('contain no pure code, name or coordinates of the ground truth', () => {
    const lines = readFileSync(new URL('../../eval/ground-truth/queries.jsonl', import.meta.url), 'utf8')
      .trim()
      .split('\n');
    const codes = lines
      .map((line) => JSON.parse(line) as { text: string; metadata: { category: string } })
      .filter(({ text, metadata }) => /^(identifier|name|coordinate)$/.test(metadata.category) && !text.includes(' '))
      .map(({ text }) => text.toLowerCase());
    expect(codes).not.toEqual([]);
    const held = new Set(many.flatMap((memory) => tokens(`${memory.title ?? ''} ${memory.text}`)));
    expect(codes.filter((code) => held.has(code))).toEqual([]);
  });

  it('contain near misses of codes, names, citations and coordinates', () => {
    const all = many.map((memory) => memory.text).join('\n');
    expect(all).toMatch(/\bRegion D(?:39|43|45|46)\b/);
    expect(all).toMatch(/\bCreeperSlayer\d/);
    expect(all).toMatch(/\b30 CFR 57\.\d/);
    expect(all).toMatch(/\bPII-2024-\d{4}\b/);
    expect(all).toMatch(/x:9\d\d, z:-5[01]\d/);
  });

  it('are dated between 2023 and the end of October 2026', () => {
    const times = many.flatMap((memory) => [Number(memory.createdAt), Number(memory.updatedAt)]);
    expect(Math.min(...times)).toBeGreaterThanOrEqual(Date.UTC(2023, 0, 1));
    expect(Math.max(...times)).toBeLessThanOrEqual(Date.UTC(2026, 9, 31));
  });

  it('refuse a count that is not a whole number from 0', () => {
    expect(distractors(0)).toEqual([]);
    expect(() => distractors(-1)).toThrow(RangeError);
    expect(() => distractors(1.5)).toThrow(RangeError);
  });
});
