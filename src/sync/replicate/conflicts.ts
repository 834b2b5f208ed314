import { HybridSearchError } from '../../core/errors.ts';
import { contentHash } from '../../core/record/content-hash.ts';
import { canonicalJson } from '../../core/record/json.ts';
import { stampOf } from '../../core/record/stamp.ts';
import type { SyncConflict } from '../../protocol/sync-api.ts';
import { wallTimeOf } from '../merge/clock.ts';
import { newestKept } from '../merge/merge.ts';
import { seenBy } from '../merge/seen.ts';
import type { KeptVersion, Version } from '../merge/version.ts';
import { picturesOf, toFields, toMemory } from './fields.ts';
import { sendBlobs } from './kept-files.ts';
import { fetchPictures } from './pictures.ts';
import type { ReplicationSession } from './session.ts';
import { sealed } from './take-memories.ts';

interface Found {
  id: string;
  version: Version | undefined;
  kept: readonly KeptVersion[];
  /** Stamp and clock of the version that waits to be sent, or else of the server's. */
  noted: { stamp: string | null; clock: string } | undefined;
}

async function keptOf(session: ReplicationSession, memory: string): Promise<Found> {
  const id = await session.idOf('memory', memory);
  const [[pending], [shadow]] = [await session.state.pendingOf([id]), await session.state.shadows([id])];
  const found = await session.versionOf(id, pending?.draft ?? shadow?.data);
  return { id, version: found?.version, kept: found?.version.kept ?? [], noted: pending ?? shadow };
}

export async function conflictsOf(session: ReplicationSession, memory: string): Promise<SyncConflict[]> {
  const { kept } = await keptOf(session, memory);
  const [local] = await session.store.call('stamps', [[memory]]);
  const current = local?.stamp ?? '';
  return kept.map((version) => {
    const {
      images: _,
      contentHash: __,
      lastAccessedAt,
      accessCount,
      ...shown
    } = toMemory(memory, version.fields, []).memory;
    return { version: nameOf(version), writtenAt: wallTimeOf(version.clock), current, memory: shown };
  });
}

/** Keeps versions that `seen` doesn't name, because they arrived after the user read the list. */
export async function resolveConflict(
  session: ReplicationSession,
  memory: string,
  version: string | null,
  seen: readonly string[],
): Promise<void> {
  const { id, version: former, kept, noted } = await keptOf(session, memory);
  const chosen = kept.find((each) => nameOf(each) === version);
  if (version !== null && !chosen) throw new HybridSearchError('not-found', version, { path: 'version' });
  const [local] = await session.store.call('read', [[memory]]);
  if (!local) throw new HybridSearchError('not-found', memory, { path: 'id' });
  const left = kept.filter((each) => each !== chosen && !seen.includes(nameOf(each)));
  const stamp = stampOf(local);
  let shown = local;
  if (chosen) {
    const images = await fetchPictures(session, picturesOf(chosen.fields), local.images);
    const { memory: restored, input } = toMemory(memory, chosen.fields, images);
    // An earlier attempt may have been interrupted after it wrote the chosen version.
    if (!seen.includes(stamp) && stamp !== stampOf(restored)) {
      if (await sendBlobs(session, local))
        throw new HybridSearchError('conflict', 'the server refuses its picture', { path: 'id' });
      const clock = noted?.stamp === stamp ? noted.clock : session.tick();
      left.push({ clock, fields: await toFields(local, former?.fields ?? null) });
    }
    // In this order, a device that stops in between has an ordinary edit and keeps the conflict versions.
    const [isWritten] = await session.store.call('apply', [[{ id: memory, expected: stamp, next: input }]]);
    if (!isWritten) throw new HybridSearchError('conflict', 'it was changed meanwhile; read it again', { path: 'id' });
    shown = restored;
  }
  await sendBlobs(session, shown);
  const clock = session.tick();
  const fields = await toFields(shown, chosen?.fields ?? null);
  const { data } = await sealed(session, memory, {
    clock,
    seen: seenBy(clock, former),
    fields,
    removed: null,
    kept: newestKept(left),
  });
  await session.commit({ pending: [{ id, memory, clock, draft: data, isApplied: true, stamp: stampOf(shown) }] });
}

const nameOf = ({ clock, fields }: KeptVersion): string => `${clock}/${contentHash(canonicalJson(fields)).slice(0, 8)}`;
