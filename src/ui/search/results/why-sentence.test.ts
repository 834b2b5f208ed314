import { describe, expect, it } from 'vitest';
import type { Hit } from '../../../core/results/response.ts';
import { loadLanguage } from '../../strings/words.ts';
import { whySentence } from './why-panel.ts';

const HIT = {
  memory: { title: 'Iron farm', text: 'A golem.', tags: [] },
  highlights: [
    { field: 'title', start: 0, end: 4, kind: 'keyword' },
    { field: 'text', start: 2, end: 7, kind: 'keyword' },
  ],
  label: 'strong',
  scores: { tagMatches: [] },
} as unknown as Hit;

describe('whySentence', () => {
  it.each([
    ['en', 'It contains the words “Iron” and “golem”. It doesn’t mention “bread”.'],
    ['de', /„Iron“ und „golem“\. .*„bread“/],
    ['es', 'Contiene «Iron» y «golem». No menciona «bread».'],
    ['fr', 'Elle contient «\u00a0Iron\u00a0» et «\u00a0golem\u00a0». Elle ne mentionne pas «\u00a0bread\u00a0».'],
    ['zh', '包含词语“Iron”和“golem”。没有提到“bread”。'],
    ['ar', /«\u2068Iron\u2069» و«\u2068golem\u2069»/],
  ])('quotes and joins as %s does', async (language, sentence) => {
    const said = whySentence(HIT, ['iron', 'golem', 'bread'], await loadLanguage(language));
    if (typeof sentence === 'string') expect(said).toBe(sentence);
    else expect(said).toMatch(sentence);
  });
});
