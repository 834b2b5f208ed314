import { expect, test } from 'vitest';
import type { JsonObject } from './memory.ts';
import { placeOf } from './place.ts';

const memory = (text: string, metadata: JsonObject = {}, type = 'note') => ({ text, metadata, type });
const picture = (words: string) => ({
  data: new ArrayBuffer(1),
  mimeType: 'image/png',
  alt: '',
  words: { text: words, model: 'm' },
});
const NOTE = '# Garden\n\nBeans.\n\n## Tools ##\n\nA spade.\n';

test.each([
  ['before any heading', memory(`Text\n${NOTE}`), 0, null],
  ['on a heading', memory(NOTE), 0, { kind: 'heading', heading: 'Garden' }],
  ['under one', memory(NOTE), NOTE.indexOf('Beans'), { kind: 'heading', heading: 'Garden' }],
  ['under a later one', memory(NOTE), NOTE.indexOf('spade'), { kind: 'heading', heading: 'Tools' }],
  ['in a message', memory('# Hi', {}, 'conversation'), 0, { kind: 'message' }],
  ['a page', memory(NOTE, { place: { kind: 'page', number: 7, of: 9 } }), 0, { kind: 'page', number: 7, of: 9 }],
  [
    'a page under an outline',
    memory(NOTE, { place: { kind: 'page', number: 7, of: 9, heading: 'Ebb' } }),
    0,
    { kind: 'page', number: 7, of: 9, heading: 'Ebb' },
  ],
  [
    'a picture of a page',
    { ...memory('7 / 9', { place: { kind: 'page', number: 7, of: 9 } }), images: [picture('Dredging begins')] },
    '7 / 9\n\nDredging'.length,
    { kind: 'picture', number: 1, of: 1, page: 7 },
  ],
  ['a chapter', memory('x', { place: { kind: 'chapter', number: 2 } }), 0, { kind: 'chapter', number: 2 }],
  ['no place of ours', memory('x', { place: { kind: 'page', number: 'seven', of: 9 } }), 0, null],
  ['a place of a person', memory('x', { place: 'Berlin' }), 0, null],
  ['a heading too far above', memory(`# Far\n${'word '.repeat(8_000)}`), 30_000, null],
])('%s', (_, note, start, place) => {
  expect(placeOf(note, start)).toEqual(place);
});
