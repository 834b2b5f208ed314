import { inWorker, launch, openPage, serveHarness, temporaryProfile } from './harness.ts';

export interface OpeningsResult {
  openings: number;
  acknowledged: number;
  /** Nothing is damaged, so any event except `ok` is a false alarm. */
  events: { [event: string]: number };
  wrong: string[];
}

/** @param options of the 1 to 4 `writers`, only the first one purges */
export async function openings(options: { openings: number; writers: number }): Promise<OpeningsResult> {
  const site = await serveHarness();
  const profile = temporaryProfile();
  const running = await launch(profile.path);
  const result: OpeningsResult = { openings: 0, acknowledged: 0, events: {}, wrong: [] };
  const count = (event: string): void => {
    result.events[event] = (result.events[event] ?? 0) + 1;
  };
  try {
    const writers = await Promise.all(Array.from({ length: options.writers }, () => openPage(running, site)));
    for (const [tab, page] of writers.entries()) {
      await inWorker(
        page,
        async (kit, tab) => {
          const store = kit.createDurableStore('a');
          await store.open();
          const told: string[] = [];
          store.events.on('recovery', (report) => told.push(report.event));
          const model: { [id: string]: string | null } = {};
          kit.state.stop = false;
          kit.state.done = (async () => {
            let writes = 0;
            for (; !kit.state.stop; writes++) {
              if (tab === 0 && writes % 60 === 59) await store.purge();
              const ids = [`t${tab}-${writes % 50}`, `t${tab}-${(writes * 7 + 3) % 50}`];
              const [put, gone] = ids as [string, string];
              const text = `${writes} ${crypto.randomUUID()}`;
              if (put === gone) continue;
              await kit.writeDecisions(store, [put, gone], () => [kit.memory(put, text), null]);
              model[put] = text;
              model[gone] = null;
            }
            const all = await kit.all(store);
            const wrong = Object.keys(model).filter((id) => (all[id] ?? null) !== model[id]);
            return { writes, told, wrong };
          })();
        },
        tab,
      );
    }
    const opener = await openPage(running, site);
    while (result.openings < options.openings) {
      const seen = await inWorker(opener, async (kit) => {
        const store = kit.createDurableStore('a');
        const { event } = await store.open();
        const before = (await store.state()).seq;
        const listed = Object.keys(await kit.all(store)).length;
        const { seq, count } = await store.state();
        await store.close();
        return { event, listed, count, quiet: before === seq };
      });
      result.openings++;
      count(seen.event);
      if (seen.quiet && seen.listed !== seen.count) result.wrong.push(`opening: ${seen.listed} of ${seen.count}`);
    }
    for (const page of writers) {
      const { writes, told, wrong } = await inWorker(page, async (kit) => {
        kit.state.stop = true;
        return (await kit.state.done) as { writes: number; told: string[]; wrong: string[] };
      });
      result.acknowledged += writes;
      result.wrong.push(...wrong);
      for (const event of told) count(event);
    }
  } finally {
    await running.close();
    site.close();
    profile.remove();
  }
  return result;
}
