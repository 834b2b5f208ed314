import { describe, expect, it } from 'vitest';
import type { MemoryImage } from '../../core/record/memory.ts';
import { pictureKey, pictureMark, pictureMarks, picturesAfter, withAlt, withoutPicture } from './picture-marks.ts';

const image = (byte: number, alt = ''): MemoryImage => ({
  data: Uint8Array.of(byte, 1, 2).buffer,
  mimeType: 'image/webp',
  alt,
});
const lamp = image(1);
const door = image(2);
const [lampKey, doorKey] = [pictureKey(lamp), pictureKey(door)];
const text = `Hall\n${pictureMark({ key: lampKey, alt: 'a lamp' })}\nend ${pictureMark({ key: doorKey, alt: '' })}`;

describe('marks of pictures', () => {
  it('are read in the order of the text, each picture once, and no other image', () => {
    const twice = `${text} ${pictureMark({ key: lampKey, alt: 'again' })} ![web](https://example.org/a.png)`;
    expect(pictureMarks(twice)).toEqual([
      { key: lampKey, alt: 'a lamp' },
      { key: doorKey, alt: '' },
    ]);
  });

  it("accept new descriptions, which can't end the mark", () => {
    const changed = withAlt(text, doorKey, 'a [red]\ndoor');
    expect(pictureMarks(changed)).toEqual([
      { key: lampKey, alt: 'a lamp' },
      { key: doorKey, alt: 'a  red  door' },
    ]);
    expect(withAlt(changed, doorKey, '')).toBe(text);
  });

  it('are removed with their line', () => {
    expect(withoutPicture(text, lampKey)).toBe(`Hall\nend ![](image:${doorKey})`);
  });
});

describe('the pictures of a note after a save', () => {
  const saved = (before: string, after: string, stored: MemoryImage[], added: MemoryImage[] = []): string[] =>
    picturesAfter(before, after, stored, new Map(added.map((one) => [pictureKey(one), one]))).map(
      (one) => `${pictureKey(one)} ${one.alt}`,
    );

  it('are those in the text, with its descriptions', () => {
    expect(saved('', text, [], [lamp, door])).toEqual([`${lampKey} a lamp`, `${doorKey} `]);
  });

  it("exclude pictures whose mark was removed or that don't exist", () => {
    expect(saved(text, withoutPicture(text, lampKey), [lamp, door])).toEqual([`${doorKey} `]);
    expect(saved('', text, [], [door])).toEqual([`${doorKey} `]);
  });

  it('keep pictures without a mark, with their own descriptions', () => {
    const imported = image(3, 'imported');
    expect(saved('Hall', 'Another hall', [imported])).toEqual([`${pictureKey(imported)} imported`]);
  });

  it('keep what another tab added', () => {
    expect(saved('Hall', text, [lamp], [door])).toEqual([`${lampKey} a lamp`, `${doorKey} `]);
  });
});
