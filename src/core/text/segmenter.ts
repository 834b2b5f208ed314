/**
 * The platform's segmenters, each created when first needed. For the first one of a process, Chromium lists all its
 * locales, which takes 9 to 27 ms of a start. Otherwise pure.
 */
type Granularity = 'grapheme' | 'word' | 'sentence';

const made: { [granularity in Granularity]?: Intl.Segmenter } = {};

export function segmenter(granularity: Granularity): Intl.Segmenter {
  made[granularity] ??= new Intl.Segmenter('und', { granularity });
  return made[granularity];
}
