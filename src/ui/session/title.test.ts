import { expect, it } from 'vitest';
import type { Memory } from '../../core/record/memory.ts';
import type { Place } from '../../core/record/place.ts';
import type { Hit } from '../../core/results/response.ts';
import { de } from '../strings/de.ts';
import { en } from '../strings/en.ts';
import { originOf, placeWords, titleOf } from './title.ts';

const memory = (more: Partial<Memory>): Memory => ({
  id: 'a',
  text: 'text',
  tags: [],
  type: 'note',
  confidence: 0.5,
  metadata: {},
  createdAt: 0,
  updatedAt: 0,
  lastAccessedAt: 0,
  accessCount: 0,
  contentHash: '',
  ...more,
});
const hit = (place?: Place): Hit => ({ ...(place && { place }) }) as Hit;

it.each<[string, Memory, Hit | null, string | undefined]>([
  ['page of a hit', memory({}), hit({ kind: 'page', number: 7, of: 40 }), 'PDF · p. 7'],
  ['picture of a page', memory({}), hit({ kind: 'picture', number: 1, of: 1, page: 7 }), 'PDF · p. 7 · Picture'],
  ['page while browsing', memory({ metadata: { place: { kind: 'page', number: 2, of: 3 } } }), null, 'PDF · p. 2'],
  ['chapter', memory({}), hit({ kind: 'chapter', number: 3, heading: 'Ebb' }), 'Chapter 3'],
  ['heading', memory({ title: 'Tides' }), hit({ kind: 'heading', heading: 'Ebb' }), 'Ebb'],
  ['heading that is the title', memory({ title: 'Ebb' }), hit({ kind: 'heading', heading: 'Ebb' }), undefined],
  ['heading while browsing', memory({ text: '# Ebb\n\nWater' }), null, undefined],
  ['message', memory({ type: 'conversation' }), hit({ kind: 'message' }), undefined],
])('%s', (_, of, found, words) => {
  expect(placeWords(of, found, en)).toBe(words);
});

it('says "untitled" in the language of the element', () => {
  expect(placeWords(memory({}), hit({ kind: 'page', number: 7, of: 40 }), de)).toBe('PDF · S. 7');
});

it('folders of a file and the heading of the passage are one path', () => {
  const note = memory({ title: 'Roof', metadata: { path: 'House/Plans/roof.md' }, source: 'files', type: 'fact' });
  expect(originOf(note, hit({ kind: 'heading', heading: 'Slates' }), en)).toEqual([
    'House › Plans › Slates',
    'Fact',
    'files',
  ]);
  expect(originOf(memory({ source: 'user' }), null, en)).toEqual([]);
});

it.each<[string, Partial<Memory>, string[]]>([
  ['a message', { type: 'conversation', thread: 'trip 2024', role: 'user' }, ['trip 2024', 'Chat']],
  ['a note in a folder', { thread: 'garden', metadata: { path: 'House/roof.md' } }, ['House › garden']],
  ['a message with an id as its thread', { type: 'conversation', thread: 'thread-17' }, ['Chat']],
  ['an imported message', { type: 'conversation', thread: 'slack:my team', metadata: { app: 'slack' } }, ['Chat']],
  ['a message titled like its thread', { type: 'conversation', thread: 'garden', title: 'garden' }, ['Chat']],
])('names the thread of %s', (_, of, words) => {
  expect(originOf(memory(of), null, en)).toEqual(words);
});

it.each<[string, Partial<Memory>, string[]]>([
  [
    'an answer, by the program',
    { type: 'conversation', title: 'Trip', source: 'chatgpt', role: 'assistant' },
    ['Chat', 'ChatGPT'],
  ],
  ['a question, by the user', { type: 'conversation', title: 'Trip', source: 'claude', role: 'user' }, ['Chat', 'You']],
  ['a message of a group, by its sender', { type: 'conversation', title: 'Trip', source: 'Ann' }, ['Chat', 'Ann']],
  ['a mail, by its sender', { type: 'mail', title: 'Keys', source: 'import', owner: 'Ruth' }, ['Mail', 'Ruth']],
  ['a mail without a sender', { type: 'mail', title: 'Keys', source: 'import' }, ['Mail']],
  ['a note of another program', { source: 'keep' }, ['Google Keep']],
  ['a file', { source: 'import', metadata: { path: 'notes/a.md' } }, ['notes']],
  [
    'a page in an archive',
    { source: 'notion', metadata: { path: 'Export-3f2a.zip/Tasks/Paint' } },
    ['Tasks', 'Notion'],
  ],
])('names the author of %s', (_, of, words) => {
  expect(originOf(memory(of), null, en)).toEqual(words);
});

it('an untitled message has its author as its title, and only there', () => {
  const question = memory({ type: 'conversation', source: 'claude', role: 'user' });
  expect([titleOf(question, en), originOf(question, null, en)]).toEqual(['You', ['Chat']]);
  const answer = memory({ type: 'conversation', source: 'claude', role: 'assistant' });
  expect([titleOf(answer, de), originOf(answer, null, de)]).toEqual(['Claude', ['Chat']]);
});
