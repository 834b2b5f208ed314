import { describe, expect, test } from 'vitest';
import { clipping, KINDLE_CLIPPINGS, KINDLE_LINES } from '../../../testing/kindle-clippings.ts';
import { SLACK_DAY_FILE, slackExport } from '../../../testing/slack-export.ts';
import { contentHash } from '../../record/content-hash.ts';
import type { MemoryInput } from '../../record/memory.ts';
import { checkMemory } from '../../record/validate-memory.ts';
import { createReader, detectFormat, type TextFormat } from '../format.ts';
import type { ImportOrigin } from '../report.ts';
import { createSlackIndex } from '../slack-index.ts';
import { indexSlackList } from './slack.ts';

function read(path: string, text: string, more: Partial<ImportOrigin> = {}) {
  const format = detectFormat(path, new TextEncoder().encode(text)) as TextFormat;
  const reader = createReader(format, { path, hash: contentHash, split: false, ...more });
  const inputs: MemoryInput[] = [];
  const problems: [number, string][] = [];
  for (const row of [...reader.push(text), ...reader.end()]) {
    if ('input' in row) inputs.push(row.input);
    else if ('code' in row) problems.push([row.line, row.code]);
  }
  for (const input of inputs) checkMemory(input);
  return { format, inputs, problems };
}

describe('Kindle', () => {
  test.each(Object.entries(KINDLE_LINES))('%s: place, date and kind', (_, line) => {
    const { format, inputs, problems } = read(
      'My Clippings.txt',
      clipping('三体 / Marsh (Lore) (Reed, Rosa)', line, 'Words\r\nof it'),
    );
    expect([format, problems]).toEqual(['kindle', []]);
    expect(inputs).toMatchObject([
      {
        title: '三体 / Marsh (Lore)',
        text: 'Words\nof it',
        type: 'highlight',
        source: 'kindle',
        createdAt: new Date(2019, 8, 30, 18, 0, 39).getTime(),
        metadata: { author: 'Reed, Rosa', page: '7', location: '114-116' },
      },
    ]);
  });

  test('notes are imported, bookmarks are not, and a longer highlight replaces the shorter one', () => {
    const { inputs, problems } = read('My Clippings.txt', KINDLE_CLIPPINGS);
    expect(problems).toEqual([]);
    expect(inputs.map(({ type, text }) => [type, text])).toEqual([
      ['highlight', 'Herons wait, eels hurry.'],
      ['note', 'Like me'],
    ]);
    expect(new Set(inputs.map(({ thread }) => thread)).size).toBe(1);
  });

  test('different highlights at the same place all stay, and keep their ids when one is extended', () => {
    const [onPage, atLocation] = ['page 7', 'Location 120-121'].map(
      (place) => (words: string) =>
        clipping('Marsh Lore', `- Your Highlight on ${place} | Added on Monday, September 30, 2019 6:00:39 PM`, words),
    );
    for (const at of [onPage!, atLocation!]) {
      const file = at('Herons wait.') + at('Eels hurry,') + at('Reeds bend.');
      const { inputs } = read('My Clippings.txt', file);
      expect(inputs.map(({ text }) => text)).toEqual(['Herons wait.', 'Eels hurry,', 'Reeds bend.']);
      const again = read('My Clippings.txt', file + at('Eels hurry, and otters play.')).inputs;
      expect(again.map(({ text }) => text)).toEqual(['Herons wait.', 'Eels hurry, and otters play.', 'Reeds bend.']);
      const ids = inputs.map(({ id }) => id);
      expect(new Set(ids).size).toBe(3);
      expect(again.map(({ id }) => id)).toEqual(ids);
    }
  });

  test('text that is no clipping is reported with its line', () => {
    const { inputs, problems } = read('c.txt', `${KINDLE_CLIPPINGS}no clipping\r\nat all\r\n==========\r\n`);
    expect(inputs).toHaveLength(2);
    expect(problems).toEqual([[21, 'unsupported-format']]);
  });

  test('a note with a line of equals signs stays a note', () => {
    expect(read('a.txt', 'Title\nwords 7\n\n==========\nmore').format).toBe('text');
  });
});

describe('Slack', () => {
  const index = createSlackIndex();
  for (const [path, text] of Object.entries(slackExport())) if (!path.includes('/')) indexSlackList(index, path, text);

  test('messages with names, threads, mentions and links', () => {
    const { format, inputs, problems } = read('walls/2021-05-06.json', JSON.stringify(SLACK_DAY_FILE), {
      slack: index,
    });
    expect([format, problems]).toEqual(['slack', []]);
    expect(inputs).toMatchObject([
      {
        title: '#walls',
        text: 'The <old> wall by [the harbour](https://walls.example/x?a=1&b=2), @Ben Marsh? See #tides.',
        type: 'conversation',
        source: 'Ann',
        owner: 'Ann',
        session: 'slack:C1',
        thread: 'slack:C1:1620284889.000200',
        links: ['https://walls.example/x?a=1&b=2'],
        createdAt: 1_620_284_889_000,
        metadata: { mentions: ['Ben Marsh'], reactions: ['eyes'] },
      },
      {
        text: 'Dug in 1821. @here',
        source: 'Ben Marsh',
        thread: 'slack:C1:1620284889.000200',
        updatedAt: 1_620_285_000_000,
        metadata: { files: ['Wall plan'] },
      },
      {
        text: 'Flood\nHigh water at six',
        source: 'Tide Bot',
        session: 'slack:C1',
        thread: 'slack:C1',
        links: ['https://tides.example/'],
      },
    ]);
  });

  test('direct messages are named after both people', () => {
    const text = slackExport()['D1/2021-05-07.json']!;
    expect(read('D1/2021-05-07.json', text, { slack: index }).inputs).toMatchObject([
      { title: '@Ann, @Ben Marsh', text: 'Between us', session: 'slack:D1' },
    ]);
  });

  test('a file of a single day takes the names from its messages', () => {
    const { format, inputs } = read('walls/2021-05-06.json', JSON.stringify(SLACK_DAY_FILE));
    expect(format).toBe('slack');
    expect(inputs.map(({ source, title }) => [source, title])).toEqual([
      ['Ann', '#walls'],
      ['U2', '#walls'],
      ['Tide Bot', '#walls'],
    ]);
  });
});
