/**
 * The platform's segmenters, each made when it is first asked for: for the first one of a process Chromium lists all its
 * locales, 9 to 27 ms that a start would spend before it reads anything. Pure but for that.
 */
type Granularity = 'grapheme' | 'word' | 'sentence';

const made: { [granularity in Granularity]?: Intl.Segmenter } = {};

export function segmenter(granularity: Granularity): Intl.Segmenter {
  made[granularity] ??= new Intl.Segmenter('und', { granularity });
  return made[granularity];
}
