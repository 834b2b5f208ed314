/** What a device that syncs has stored, to compare devices with one another and with the server. Runs in pages too. */
import { toBase64 } from '../core/bytes/base64.ts';
import { canonicalJson } from '../core/record/json.ts';
import type { JsonValue, Memory } from '../core/record/memory.ts';
import { openRecord } from '../sync/format/record.ts';
import { deriveKeys, recordId } from '../sync/format/sync-keys.ts';
import { type KeptVersion, readVersion } from '../sync/merge/version.ts';
import type { ReplicationState } from '../sync/state/sync-state.ts';

export interface SyncedContent {
  /** JSON by id, with the conflict versions. */
  shown: { [id: string]: string };
  /** Encrypted, in base64, as this device last saw them. */
  records: { [id: string]: string };
  kept: number;
  pictures: number;
}

/** @param memories as a user sees them, without access counters */
export async function syncedContent(
  memories: readonly Pick<Memory, 'id' | 'images'>[],
  state: ReplicationState,
): Promise<SyncedContent> {
  const shown: SyncedContent['shown'] = {};
  let kept = 0;
  let pictures = 0;
  for (const memory of memories) {
    const versions = await keptVersions(state, memory.id);
    kept += versions.length;
    const images = memory.images?.map(({ data, ...about }) => ({ ...about, data: toBase64(new Uint8Array(data)) }));
    pictures += images?.length ?? 0;
    // The order of metadata keys doesn't matter.
    shown[memory.id] = canonicalJson([{ ...memory, ...(images && { images }) }, versions] as unknown as JsonValue);
  }
  const shadows = (await state.allShadows()).filter(({ kind, stamp, data }) => kind === 'memory' && stamp && data);
  return { shown, records: Object.fromEntries(shadows.map(({ id, data }) => [id, toBase64(data!)])), kept, pictures };
}

export async function keptVersions(state: ReplicationState, memory: string): Promise<readonly KeptVersion[]> {
  const known = await state.known();
  if (!known) return [];
  const keys = await deriveKeys(known.base, known.store, known.generation);
  const id = await recordId(keys, 'memory', memory);
  const [[pending], [shadow]] = [await state.pendingOf([id]), await state.shadows([id])];
  const data = pending?.draft ?? shadow?.data;
  if (!data) return [];
  const { clock, json } = await openRecord(keys, { id, generation: known.generation, data });
  return readVersion(clock, json).kept;
}
