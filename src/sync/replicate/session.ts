import { HybridSearchError } from '../../core/errors.ts';
import type { Remote } from '../../protocol/rpc.ts';
import type { SyncConfiguration, SyncRefusal, SyncStore } from '../../protocol/sync-api.ts';
import type { Entry } from '../format/entry.ts';
import { readKeysDocument } from '../format/keys-document.ts';
import { openRecord, readRecordBody, type SealedRecord } from '../format/record.ts';
import { type RecordKind, recordId, type SyncKeys } from '../format/sync-keys.ts';
import { laterClock, nextClock } from '../merge/clock.ts';
import { readVersion, type Version } from '../merge/version.ts';
import type { Commit, KnownServer, ReplicationState, Shadow } from '../state/sync-state.ts';
import { SyncError } from '../sync-error.ts';
import type { Transport } from '../transport/transport.ts';
import { isMessage, type Typed } from './messages.ts';

/** This device has to connect again, because of a new passphrase, a new generation or another database. */
export class KeysChanged extends Error {}

/** One record isn't enough: a page's rows may come in any order, and the server may have lost only the newest. */
const WITNESSES = 8;

/** How long to wait before sending again what the server hasn't answered. */
export const RETRY_UNANSWERED_MS = 15 * 60_000;

/** If more records can't be read, the stored position stays where it is, and the next start reads them all again. */
const MAX_UNREADABLE = 100;

export interface SessionParts {
  readonly transport: Transport;
  readonly state: ReplicationState;
  readonly store: Remote<SyncStore>;
  readonly settings: SyncConfiguration;
  readonly keys: SyncKeys;
  readonly known: KnownServer;
  onProgress(): void;
  /** Pauses embedding, because another device's vectors may arrive. */
  hold(): Promise<void>;
}

export class ReplicationSession {
  readonly transport: Transport;
  readonly state: ReplicationState;
  readonly store: Remote<SyncStore>;
  readonly settings: SyncConfiguration;
  readonly keys: SyncKeys;
  readonly onProgress: () => void;
  readonly hold: () => Promise<void>;
  readonly unreadable = new Set<string>();
  /** Records and (by hash) files that aren't sent for now. If it isn't the server that refuses them, the value is null. */
  readonly refused = new Map<string, SyncRefusal | null>();
  #retryAt = Number.POSITIVE_INFINITY;
  /** Set at the start, and when pieces of pictures arrive, because an unreadable record may have lacked one. */
  triesUnreadable: boolean;
  /** Arrival times of memories whose vectors may still arrive. */
  readonly awaited = new Map<string, number>();
  /** Set at the start, and when pieces or memories with a file arrive. */
  checksFiles = true;
  /** Hashes of files that haven't been checked yet. */
  filesLeft: string[] = [];
  /** Hashes of files that the server has, or that can't be sent from here. */
  readonly sentFiles = new Set<string>();
  /** Hashes of files that couldn't be fetched, for example because there's no room. */
  readonly skippedFiles = new Set<string>();
  pulled = 0;
  pushed = 0;
  rolledBack = false;
  /** Set once this device's disk has no room for vectors. */
  full: HybridSearchError | null = null;
  /** Null until the first pull is complete, and if everything has to be compared. */
  position: string | null;
  #known: KnownServer;

  constructor(parts: SessionParts) {
    this.transport = parts.transport;
    this.state = parts.state;
    this.store = parts.store;
    this.settings = parts.settings;
    this.keys = parts.keys;
    this.onProgress = parts.onProgress;
    this.hold = parts.hold;
    this.#known = parts.known;
    this.position = parts.known.position;
    for (const id of parts.known.unreadable ?? []) this.unreadable.add(id);
    this.triesUnreadable = this.unreadable.size > 0;
  }

  get known(): KnownServer {
    return this.#known;
  }

  refuse(key: string, refusal: SyncRefusal): void {
    this.refused.set(key, refusal);
    if (refusal.reason === 'unanswered') this.#retryAt = performance.now() + RETRY_UNANSWERED_MS;
  }

  /** Whatever was refused can be sent again. */
  forgetRefusals(): void {
    this.refused.clear();
    this.checksFiles = true;
  }

  retryUnanswered(): void {
    if (performance.now() < this.#retryAt) return;
    this.#retryAt = Number.POSITIVE_INFINITY;
    for (const [key, refusal] of this.refused) if (refusal?.reason === 'unanswered') this.refused.delete(key);
    this.checksFiles = true;
  }

  tick(): string {
    const { clock: last, device } = this.#known;
    const clock = nextClock(last, Date.now(), this.transport.serverNow(), device);
    this.#known = { ...this.#known, clock };
    return clock;
  }

  see(clock: string): void {
    this.#known = { ...this.#known, clock: laterClock(this.#known.clock, clock) };
  }

  async commit({ known, ...changes }: Omit<Commit, 'known'> & { known?: Partial<KnownServer> }): Promise<void> {
    const next = { ...this.#known, ...known };
    await this.state.commit({ ...changes, known: next });
    // The clock may have advanced in the meantime.
    this.#known = { ...next, clock: this.#known.clock };
  }

  /** The last of `records` come first, because the server has them now. */
  witnesses(records: readonly { id: string }[]): readonly string[] {
    const last = records.slice(-WITNESSES).map(({ id }) => id);
    return [...new Set([...last, ...this.#known.witnesses])].slice(0, WITNESSES);
  }

  get #isComplete(): boolean {
    return this.unreadable.size <= MAX_UNREADABLE && !this.full;
  }

  /** The position is stored only if nothing before it is missing; otherwise it's kept for this session only. */
  async moveTo(position: string, known: Partial<KnownServer> = {}): Promise<void> {
    await this.keepProgress({ ...known, position });
    this.position = position;
  }

  /** Call it only once everything up to there is stored, except for the records in `unreadable`. */
  async keepProgress(known: Partial<KnownServer>): Promise<void> {
    if (this.#isComplete) await this.commit({ known: { ...known, unreadable: [...this.unreadable] } });
  }

  /** @throws KeysChanged; SyncError if the keys belong to another set of records. */
  checkKeys(body: unknown): void {
    const { store, generation, wrapped } = readKeysDocument(body);
    if (store !== this.keys.store) throw new SyncError('identity', 'The address has a different set of records');
    if (generation !== this.keys.generation || wrapped !== this.#known.wrapped) throw new KeysChanged();
  }

  idOf(kind: RecordKind, name: string): Promise<string> {
    return recordId(this.keys, kind, name);
  }

  idsOf(kind: RecordKind, names: readonly string[]): Promise<string[]> {
    return Promise.all(names.map((name) => this.idOf(kind, name)));
  }

  open(record: SealedRecord): Promise<Entry> {
    return openRecord(this.keys, record);
  }

  openBody(id: string, body: unknown): Promise<Entry | null> {
    const record = readRecordBody(id, body);
    return record ? this.open(record) : Promise.resolve(null);
  }

  async versionOf(
    id: string,
    data: Uint8Array<ArrayBuffer> | null | undefined,
  ): Promise<{ name: string; version: Version } | null> {
    if (!data) return null;
    const { name, clock, json } = await this.open({ id, generation: this.keys.generation, data });
    return { name, version: readVersion(clock, json) };
  }

  syncs(memory: Typed): boolean {
    return this.settings.messages || !isMessage(memory);
  }

  /** Whether a memory has expired here. The server's record must stay, because each device expires it separately. */
  hasExpired({ expiresAt }: Pick<Shadow, 'expiresAt'>): boolean {
    return expiresAt !== undefined && expiresAt <= Date.now();
  }
}

export function isInvalid(error: unknown): boolean {
  return error instanceof RangeError || (error instanceof HybridSearchError && error.code === 'invalid-memory');
}

/** A server that doesn't say its name counts as the known one: a proxy may have answered that request. */
export function isSamePlace(
  known: KnownServer,
  { server, database }: Pick<KnownServer, 'server' | 'database'>,
): boolean {
  const isUnnamed = server === '' || known.server === '';
  return database === known.database && (isUnnamed || server === known.server);
}
