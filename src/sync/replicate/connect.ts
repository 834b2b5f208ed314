import {
  KEYS_ID,
  type KeysDocument,
  keysBody,
  newDerivation,
  newMasterKey,
  newStoreId,
  proofOf,
  readKeysDocument,
  unwrapMaster,
  wrapMaster,
} from '../format/keys-document.ts';
import { fromRecoveryKit } from '../format/recovery-kit.ts';
import { type BaseKey, deriveKeys, FORMAT, isRecordId, type SyncKeys, toBaseKey } from '../format/sync-keys.ts';
import type { KnownServer } from '../state/sync-state.ts';
import { SyncError } from '../sync-error.ts';
import { STARTED_AGAIN } from './pull.ts';
import { isSamePlace, ReplicationSession, type SessionParts } from './session.ts';

export interface ConnectParts extends Omit<SessionParts, 'keys' | 'known'> {
  readonly device: string;
}

interface Opened {
  document: KeysDocument;
  base: BaseKey;
  keys: SyncKeys;
}

/** @param accepts `any` adopts a generation that another device started */
export async function connect(parts: ConnectParts, accepts: 'same' | 'any' = 'same'): Promise<ReplicationSession> {
  const { transport, state } = parts;
  const known = await state.known();
  const place = await transport.identity();
  const document = await readKeys(parts);
  if (!document && known) throw new SyncError('identity', 'The database has lost what this device sent');
  if (document && known && document.store !== known.store) {
    throw new SyncError('identity', 'The address now has a different set of records');
  }
  if (document && known && accepts === 'same' && document.generation !== known.generation) {
    throw new SyncError('identity', STARTED_AGAIN);
  }
  const opened = document ? await openKeys(parts, document, known) : await mintKeys(parts);
  const isKnownPlace = known !== undefined && isSamePlace(known, place);
  const isSameLife = known?.generation === opened.document.generation;
  if (known && !isSameLife) await state.forget();
  const next: KnownServer = {
    device: known?.device ?? parts.device,
    store: opened.document.store,
    generation: opened.document.generation,
    wrapped: opened.document.wrapped,
    base: opened.base,
    server: place.server || (known?.server ?? ''),
    database: place.database,
    position: isKnownPlace && isSameLife ? known.position : null,
    first: isKnownPlace && isSameLife ? known.first : null,
    log: isSameLife ? known.log : null,
    messages: isSameLife && known.messages === true && parts.settings.messages,
    clock: known?.clock,
    witnesses: isSameLife ? known.witnesses : [],
    mark: isSameLife ? known.mark : null,
    unreadable: isSameLife ? (known.unreadable ?? []) : [],
  };
  const session = new ReplicationSession({ ...parts, keys: opened.keys, known: next });
  await session.commit({});
  return session;
}

export async function readKeys({ transport }: Pick<ConnectParts, 'transport'>): Promise<KeysDocument | null> {
  const { documents } = await transport.all({ ids: [KEYS_ID] });
  const found = documents.find(({ deleted }) => !deleted);
  return found ? readKeysDocument(found.body) : null;
}

async function openKeys(
  { settings }: ConnectParts,
  document: KeysDocument,
  known: KnownServer | undefined,
): Promise<Opened> {
  const { passphrase, recoveryKit } = settings;
  const isKnown = known?.wrapped === document.wrapped;
  if (recoveryKit === undefined && passphrase === undefined && !isKnown) {
    throw new SyncError(
      'decryption',
      known ? 'The passphrase was changed on another device: enter the new one' : 'A passphrase is required',
    );
  }
  const base = await baseOf(settings, document, known);
  const keys = await deriveKeys(base, document.store, document.generation);
  if ((await proofOf(keys, document)) !== document.proof) {
    throw new SyncError('decryption', 'The keys document wasn’t written with the key');
  }
  return { document, base, keys };
}

async function baseOf(
  { passphrase, recoveryKit }: ConnectParts['settings'],
  document: KeysDocument,
  known: KnownServer | undefined,
): Promise<BaseKey> {
  if (recoveryKit !== undefined) return toBaseKey(fromRecoveryKit(recoveryKit));
  if (passphrase !== undefined) return toBaseKey(await unwrapMaster(passphrase, document));
  return known!.base;
}

/** No device could read existing records with a new key, so there must be none. */
async function mintKeys(parts: ConnectParts): Promise<Opened> {
  const { transport, settings } = parts;
  for (let after: string | null = null, hasMore = true; hasMore; ) {
    const page = await transport.all({ after });
    if (page.documents.some(({ id }) => isRecordId(id))) {
      throw new SyncError('identity', 'The database has records but no keys document');
    }
    after = page.documents.at(-1)?.id ?? after;
    hasMore = page.hasMore;
  }
  if (settings.passphrase === undefined) throw new SyncError('decryption', 'A passphrase is required');
  const master = newMasterKey();
  const about = { format: FORMAT, least: FORMAT, store: newStoreId(), derivation: await newDerivation() };
  const base = await toBaseKey(master);
  const keys = await deriveKeys(base, about.store, 1);
  const unproven = { ...about, generation: 1, wrapped: await wrapMaster(settings.passphrase, master, about) };
  master.fill(0);
  const document = { ...unproven, proof: await proofOf(keys, unproven) };
  const put = { id: KEYS_ID, revision: null, deleted: false, body: keysBody(document) };
  const [result] = await transport.put([put]);
  if (typeof result === 'object') return { document, base, keys };
  if (result !== 'conflict')
    throw new SyncError('authentication', 'The server refuses the keys document: allow writes');
  // Another device was faster.
  return openKeys(parts, (await readKeys(parts))!, undefined);
}

/** Records aren't encrypted again. */
export async function changePassphrase(session: ReplicationSession, current: string, next: string): Promise<void> {
  const { transport } = session;
  const { documents } = await transport.all({ ids: [KEYS_ID] });
  const [found] = documents;
  if (!found) throw new SyncError('identity', 'The database has no keys document');
  const document = readKeysDocument(found.body);
  const master = await unwrapMaster(current, document);
  const about = { ...document, derivation: await newDerivation() };
  const unproven = { ...about, wrapped: await wrapMaster(next, master, about) };
  master.fill(0);
  const body = keysBody({ ...unproven, proof: await proofOf(session.keys, unproven) });
  const [result] = await transport.put([{ id: KEYS_ID, revision: found.revision, deleted: false, body }]);
  if (result === 'conflict')
    throw new SyncError('identity', 'Another device has just changed the keys: turn sync on again');
  if (typeof result === 'string')
    throw new SyncError('authentication', 'The server refuses the keys document: allow writes');
  await session.commit({ known: { wrapped: unproven.wrapped } });
}

export async function startAgain(session: ReplicationSession): Promise<void> {
  const { transport, state, known } = session;
  const { documents } = await transport.all({ ids: [KEYS_ID] });
  const [found] = documents;
  if (!found) throw new SyncError('identity', 'The database has no keys document');
  const { proof: _, ...document } = readKeysDocument(found.body);
  const unproven = { ...document, generation: document.generation + 1 };
  const keys = await deriveKeys(known.base, unproven.store, unproven.generation);
  const body = keysBody({ ...unproven, proof: await proofOf(keys, unproven) });
  await transport.newGeneration({ id: KEYS_ID, revision: found.revision, deleted: false, body });
  await state.forget();
  const { generation } = unproven;
  const nothing = { position: null, first: null, log: null, witnesses: [], mark: null, unreadable: [] };
  await session.commit({ known: { generation, ...nothing } });
}
