/** `stats()` of DESIGN M6, read from the parts of one engine. */
import { ARMS, type Arm } from '../core/options/options.ts';
import type { EmbedderStatus } from '../protocol/embedder-api.ts';
import type { ModelProgress, Stats } from '../protocol/engine-values.ts';
import type { Engine } from './engine-contract.ts';
import type { Latency } from './search/latency.ts';

const count = (into: { [key: string]: number }, key: string): void => {
  into[key] = (Object.hasOwn(into, key) ? into[key]! : 0) + 1;
};

export function modelProgress({ state, model, loadedBytes, totalBytes, error }: EmbedderStatus): ModelProgress {
  return { state, id: model, loadedBytes, totalBytes, ...(error === undefined ? {} : { error }) };
}

export async function statistics(engine: Engine, latency: Latency, lastBackup: number | null): Promise<Stats> {
  const byType: { [type: string]: number } = Object.create(null);
  const tags: { [tag: string]: number } = Object.create(null);
  for (const [, row] of engine.table.rows()) {
    count(byType, row.type);
    for (const tag of row.tags) count(tags, tag);
  }
  const progress = engine.queue.progress;
  const status = await engine.link.refresh();
  const switchedOn = engine.init.modes ?? ARMS;
  const semanticUp = engine.link.allowed && status.state !== 'failed';
  const available: Arm[] = switchedOn.filter((arm) => arm !== 'semantic' || semanticUp);
  return {
    memories: engine.table.liveCount,
    chunks: progress.total,
    byType: { ...byType },
    tags: { ...tags },
    embedded: engine.vectors.size,
    queued: progress.queued,
    paused: engine.queue.paused,
    model: {
      ...modelProgress(status),
      fingerprint: status.fingerprint,
      dims: status.dims,
      device: status.device,
      threads: status.threads,
    },
    runs: { documents: status.documentRuns ?? 0, queries: status.queryRuns ?? 0, cached: status.queryCacheHits ?? 0 },
    armsAvailable: available,
    indexed: { keyword: engine.keyword.size, semantic: engine.vectors.size },
    keywordIndex: engine.keywordOrigin,
    cache: engine.searcher.cache,
    latency: latency.summary(),
    storage: {
      ...(await engine.store.usage()),
      durability: engine.store.durability,
      event: engine.report.event,
      restored: engine.report.restored,
    },
    lastSeq: engine.appliedSeq,
    lastBackup,
  };
}
