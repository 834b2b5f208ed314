import { expect, test } from '../fixtures.ts';

test('when two tabs update a memory at once, one is stored and the other gets it in its conflict', async ({
  openClient,
}) => {
  const options = { name: 'compare-and-set', modes: ['keyword' as const] };
  const pages = [await openClient(options), await openClient(options)];
  await pages[0]!.evaluate(() => window.client.add({ id: 'note', text: 'as read' }));
  for (let round = 0; round < 10; round++) {
    const outcomes = await Promise.all(
      pages.map((page, tab) =>
        page.evaluate(
          async ([text, tabs, gateName]) => {
            const read = (await window.client.get('note'))!;
            const gate = new BroadcastChannel(gateName);
            const there = new Set([text]);
            await new Promise<void>((resolve) => {
              const look = () => there.size === tabs && resolve();
              gate.onmessage = ({ data }) => {
                if (!there.has(data)) gate.postMessage(text);
                there.add(data);
                look();
              };
              gate.postMessage(text);
              look();
            });
            try {
              const stored = await window.client.update('note', { text }, { ifUnchanged: read });
              return { won: stored.text };
            } catch (error) {
              const { code, current } = error as { code?: string; current?: { text: string } };
              return { code, current: current?.text };
            } finally {
              gate.close();
            }
          },
          [`round ${round} of tab ${tab}`, pages.length, `gate ${round}`] as const,
        ),
      ),
    );
    const won = outcomes.flatMap((outcome) => ('won' in outcome ? [outcome.won] : []));
    expect(won).toHaveLength(1);
    expect(outcomes).toContainEqual({ code: 'conflict', current: won[0] });
    for (const page of pages) expect((await page.evaluate(() => window.client.get('note')))?.text).toBe(won[0]);
  }
  const refused = await pages[0]!.evaluate(() =>
    window.client
      .update('note', { text: 'x' }, { ifUnchanged: { contentHash: 'no time' } as never })
      .catch(({ code, path }) => ({ code, path })),
  );
  expect(refused).toEqual({ code: 'invalid-option', path: 'ifUnchanged' });
});
