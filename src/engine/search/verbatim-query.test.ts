import { afterEach, describe, expect, it, vi } from 'vitest';
import { closeFixtures, memory, searchFixture } from '../../testing/search-fixture.ts';

afterEach(closeFixtures);

const COMMANDS = [
  'tar -xzf backup.tgz -C /opt',
  'docker run -it --rm -v data:/data alpine sh',
  'ls -la /var/log',
  'rm -rf node_modules && npm ci',
  'SELECT id FROM orders WHERE paid AND NOT shipped',
];

async function askAmong(texts: readonly string[], query: string) {
  const notes = texts.map((text, at) => memory(`n${at}`, text));
  const { searcher } = await searchFixture(notes, { modelAllowed: false });
  const { hits, weak, understood } = await searcher.search(query);
  return { found: [...hits, ...weak].map(({ id }) => id), understood };
}

describe('a command copied from a note', () => {
  it.each([
    ['tar -xzf backup.tgz', 'n0'],
    ['Tar  -xzf backup.tgz', 'n0'],
    ['docker run -it --rm', 'n1'],
    ['ls -la', 'n2'],
    ['rm -rf node_modules', 'n3'],
    ['orders WHERE paid AND NOT shipped', 'n4'],
  ])('finds the note: %s', async (query, id) => {
    const { found, understood } = await askAmong(COMMANDS, query);
    expect(found[0]).toBe(id);
    expect(understood.excluded).toEqual([]);
    expect(understood.literal).not.toEqual([]);
  });

  it("is found even if it's longer than the longest phrase", async () => {
    const words = Array.from({ length: 60 }, (_, at) => `step${at}`).join(' ');
    const query = `${words} -zxf end`;
    expect((await askAmong([...COMMANDS, `${query} of it`], query)).found).toEqual(['n5']);
    expect((await askAmong([...COMMANDS, `${words} zxf end`], query)).found).toEqual([]);
  });
});

describe('operators stay operators', () => {
  it.each([
    ['apple pie -recipe', ['apple pie recipe', 'apple pie shop'], ['n1']],
    ['salt AND pepper', ['salt and pepper', 'salt'], ['n0']],
    ['farm +iron', ['an iron farm', 'a farm'], ['n0']],
    ['tar -xzf', ['tar', 'tar xzf'], ['n0']],
  ])('if no note contains the characters: %s', async (query, texts, expected) => {
    expect((await askAmong(texts, query)).found).toEqual(expected);
  });

  it('even if a note that contains them is hidden by filters', async () => {
    const { searcher } = await searchFixture([memory('a', 'ls -la', { type: 'draft' }), memory('b', 'ls la')]);
    const { hits, weak, understood } = await searcher.search('ls -la', { filters: { type: 'note' } });
    expect([...hits, ...weak]).toEqual([]);
    expect(understood.excluded).toEqual(['la']);
  });
});

it('hides a memory that changes its owner while texts are read', async () => {
  const shared = { owner: 'ann', privacy: 'direct' } as const;
  const { engine, searcher, table } = await searchFixture([memory('ann', COMMANDS[0]!, shared)], {
    modelAllowed: false,
  });
  vi.spyOn(engine.store, 'get').mockImplementationOnce(async () => {
    await engine.update('ann', { owner: 'bob' });
    return [memory('ann', COMMANDS[0]!, shared)];
  });
  const viewer = { id: 'ann', context: 'direct' } as const;
  const { hits, weak } = await searcher.rank('tar -xzf backup.tgz', { viewer });
  expect(table.row(table.ordinalOf('ann')!)?.owner).toBe('bob');
  expect([...hits, ...weak]).toEqual([]);
});
