/**
 * Three devices write at random while connections break, devices are killed and the server misbehaves. At the end, all
 * devices must have the same bytes. Every acknowledged edit must be shown, merged, or kept as a conflict version,
 * unless a device that had seen the edit replaced it.
 */
import { toBase64 } from '../core/bytes/base64.ts';
import { isHybridSearchError } from '../core/errors.ts';
import { canonicalJson } from '../core/record/json.ts';
import type { JsonValue } from '../core/record/memory.ts';
import { createFolderTransport } from '../sync/folder/folder-transport.ts';
import { conflictsOf, resolveConflict } from '../sync/replicate/conflicts.ts';
import { type CouchDouble, FAULTS, type Fault, type ServerBehaviour } from './couch-double.ts';
import { seededRandom } from './seeded-random.ts';
import { SyncDevice } from './sync-device.ts';
import type { FolderSyncProgram } from './synced-folders.ts';

const REFUSING: readonly Fault[] = ['unauthorized', 'html', 'disk-full'];
const PASSING = FAULTS.filter((fault) => !REFUSING.includes(fault));

export interface Scenario {
  name: string;
  behaviour: Partial<ServerBehaviour>;
  /** From time to time, the server is reset to an old backup. */
  restores?: boolean;
  /** From time to time, a record gets a conflicting revision, as in a cluster. */
  branches?: boolean;
  foreign?: boolean;
}

export const SCENARIOS: readonly Scenario[] = [
  { name: 'calm', behaviour: {} },
  { name: 'wild sequences', behaviour: { wildSequences: true } },
  { name: 'small bodies', behaviour: { maxBytes: 2_000 } },
  { name: 'passing faults', behaviour: { faults: PASSING, percent: 15, wildSequences: true } },
  { name: 'refusals', behaviour: { faults: FAULTS, percent: 10 } },
  { name: 'cluster and strangers', behaviour: { wildSequences: true }, branches: true, foreign: true },
  { name: 'old backups', behaviour: { wildSequences: true }, restores: true },
];

export interface ConvergenceOptions {
  /** Empty if the devices sync through folders. */
  url: string;
  /** The `CouchDouble` at `url`, if it's one. The run sets its scenario, and compares its content with the devices'. */
  couch?: CouchDouble;
  folders?: FolderSyncProgram;
  scenario: Scenario;
  operations: number;
  seed: number;
  onStep?: (step: number) => void;
}

export interface ConvergenceResult {
  scenario: string;
  operations: number;
  edits: number;
  removals: number;
  kills: number;
  drops: number;
  restores: number;
  requests: number;
  /** Records that were sent again although they had already arrived: in total, and the most in one request. */
  resent: number;
  mostResent: number;
  kept: number;
  memories: number;
  faults: string[];
}

/** There's one memory for this many operations, so a few memories get many edits each. */
const OPERATIONS_A_MEMORY = 40;
/** Fewer than above: folders stay different for longer, and a memory keeps at most 16 conflict versions. */
const OPERATIONS_A_MEMORY_IN_FOLDERS = 10;
export const DEVICES = 3;
/** Devices still have to fetch each other's last changes. With folders, they also have to merge each other's merges. */
const LAST_ROUNDS = 8;
/** Shorter than a round of sync, so that operations overlap in every way. */
const LONGEST_PAUSE_MS = 12;

export async function converge(options: ConvergenceOptions): Promise<ConvergenceResult> {
  const run = new Run(options);
  try {
    return await run.toEnd();
  } finally {
    await run.close();
  }
}

class Run {
  readonly #options: ConvergenceOptions;
  readonly #random: () => number;
  readonly #devices: SyncDevice[] = [];
  readonly #ledger = new Ledger();
  readonly #counts = { edits: 0, removals: 0, kills: 0, drops: 0, restores: 0 };
  #restore: (() => void) | undefined;

  constructor(options: ConvergenceOptions) {
    this.#options = options;
    this.#random = seededRandom(options.seed);
  }

  async toEnd(): Promise<ConvergenceResult> {
    const { couch, scenario, operations, onStep } = this.#options;
    const first = await this.#start(0);
    await first.replicator.idle();
    this.#options.folders?.finish();
    for (let at = 1; at < DEVICES; at++) await this.#start(at);
    if (couch) couch.behaviour = { ...couch.behaviour, ...scenario.behaviour };
    for (let step = 0; step < operations; step++) {
      await this.#operate(step);
      await this.#disturb();
      onStep?.(step);
    }
    if (couch) couch.behaviour = { ...couch.behaviour, faults: [] };
    await this.#settle();
    // Devices that aren't stopped would continue to read their folders.
    for (const device of this.#devices) await device.stop();
    return this.#result();
  }

  async close(): Promise<void> {
    for (const device of this.#devices) await device.close();
  }

  async #start(at: number): Promise<SyncDevice> {
    const from = this.#devices[at];
    const isKnown = (await from?.state.known()) !== undefined;
    const folder = this.#options.folders?.copies[at]?.handle;
    const device = await SyncDevice.start({
      url: this.#options.url,
      retryMs: 5,
      ...(folder && { transport: (id: string) => createFolderTransport(folder, { device: id, lookEveryMs: 5 }) }),
      ...(from && { from }),
      ...(from && !isKnown && { passphrase: 'six words' }),
    });
    this.#devices[at] = device;
    return device;
  }

  #pick(count: number): number {
    return Math.floor(this.#random() * count);
  }

  async #operate(step: number): Promise<void> {
    const device = this.#devices[this.#pick(DEVICES)]!;
    const { folders, operations } = this.#options;
    const each = folders ? OPERATIONS_A_MEMORY_IN_FOLDERS : OPERATIONS_A_MEMORY;
    const memory = `m${this.#pick(Math.max(4, Math.ceil(operations / each)))}`;
    const chance = this.#random();
    if (chance < 0.1) await this.#remove(device, memory);
    else if (chance < 0.13) this.#discardVersions(device, memory);
    else await this.#edit(device, memory, step);
    if (this.#random() < 0.3) device.replicator.wake();
    await new Promise((resolve) => setTimeout(resolve, this.#random() * LONGEST_PAUSE_MS));
  }

  /** Edits a memory. Each edit adds a unique word. */
  async #edit(device: SyncDevice, id: string, step: number): Promise<void> {
    const word = `w${step}`;
    const [current] = await device.engine.call('getMany', [[id], {}]);
    if (!current) {
      const text = Array.from({ length: 1 + this.#pick(4) }, (_, line) => `${line} ${word}x${line}\n`).join('');
      const input = { id, text, title: `${word}xt`, tags: [`t${step % 3}`] };
      const isAdded = await device.engine.call('add', [input]).then(
        () => true,
        (error: unknown) => {
          if (isHybridSearchError(error, 'conflict')) return false;
          throw error;
        },
      );
      if (isAdded) this.#wrote(id, wordsOf(JSON.stringify(input)), []);
      return;
    }
    const lines = current.text.split(/(?<=\n)/);
    const at = this.#pick(lines.length);
    const kind = this.#pick(5);
    const patches = [
      { text: `${word}\n` },
      { text: lines.map((line, on) => (on === at ? `${at} ${word}\n` : line)).join('') },
      { text: `${current.text}${lines.length} ${word}\n` },
      { title: word },
      { metadata: { ...current.metadata, [`k${step % 2}`]: word } },
    ];
    const patch = { ...patches[kind]!, tags: this.#random() < 0.5 ? [`t${step % 5}`] : [...(current.tags ?? [])] };
    const isWritten = await device.engine.call('update', [id, patch, { ifUnchanged: current }]).then(
      () => true,
      (error: unknown) => {
        if (isHybridSearchError(error, 'conflict') || isHybridSearchError(error, 'not-found')) return false;
        throw error;
      },
    );
    if (!isWritten) return;
    const [before, after] = [current, { ...current, ...patch }].map((memory) => wordsOf(JSON.stringify(memory)));
    this.#wrote(
      id,
      [word],
      before!.filter((each) => !after!.includes(each)),
    );
  }

  #wrote(id: string, words: readonly string[], replaced: readonly string[]): void {
    this.#counts.edits++;
    this.#ledger.write(id, words);
    this.#ledger.replace(id, replaced);
  }

  async #remove(device: SyncDevice, id: string): Promise<void> {
    const unchangedSince = await device.engine.call('position', []);
    const [current] = await device.engine.call('getMany', [[id], {}]);
    if (!current) return;
    const kept = await device.keptOf(id);
    const isRemoved = (await device.engine.call('removeMany', [[id], { unchangedSince }])) > 0;
    if (!isRemoved) return;
    this.#counts.removals++;
    this.#ledger.replace(id, wordsOf(JSON.stringify([current, kept])));
  }

  /** Discards the conflict versions, as a user would. */
  #discardVersions(device: SyncDevice, id: string): void {
    const job = device.replicator.withSession(async (session) => {
      const words = wordsOf(JSON.stringify(await device.keptOf(id)));
      const [current] = await device.engine.call('getMany', [[id], {}]);
      if (!current) return;
      this.#ledger.replace(id, words);
      const seen = await conflictsOf(session, id);
      await resolveConflict(
        session,
        id,
        null,
        seen.map(({ version }) => version),
      );
    });
    job.catch(() => {});
  }

  async #disturb(): Promise<void> {
    const { couch, folders, scenario } = this.#options;
    while (folders && this.#random() < 0.6) folders.step();
    for (const { replicator } of this.#devices) if (replicator.state.stage === 'refused') replicator.resume();
    const chance = this.#random();
    if (chance < 0.02) {
      const at = this.#pick(DEVICES);
      this.#devices[at]!.kill();
      this.#counts.kills++;
      await this.#start(at);
    }
    if (!couch) return;
    if (chance > 0.97) {
      couch.dropConnections();
      this.#counts.drops++;
    }
    if (scenario.restores && this.#random() < 0.03) {
      if (this.#restore) {
        await this.#restoreBackup(this.#restore);
        this.#restore = undefined;
      } else this.#restore = couch.backUp();
    }
    if (scenario.foreign && this.#random() < 0.02) couch.overwrite(`_design/v${this.#pick(3)}`, { views: {} });
    if (scenario.foreign && this.#random() < 0.02)
      couch.overwrite(`shopping-${this.#pick(9)}`, { eggs: this.#pick(9) });
    if (scenario.branches && this.#random() < 0.02) {
      const records = couch.documents().filter(({ id }) => /^[0-9a-f]{32}$/.test(id));
      const { id, body } = records[this.#pick(records.length)]!;
      couch.branch(id, body);
    }
  }

  /** Restores a backup once all devices have noticed that the server is gone. */
  async #restoreBackup(restore: () => void): Promise<void> {
    const couch = this.#options.couch!;
    couch.isDown = true;
    couch.dropConnections();
    for (const { replicator } of this.#devices) {
      while (replicator.state.stage !== 'offline') {
        replicator.wake();
        await new Promise((resolve) => setTimeout(resolve, 1));
      }
    }
    restore();
    couch.isDown = false;
    this.#counts.restores++;
  }

  async #settle(): Promise<void> {
    for (let round = 0; round < LAST_ROUNDS; round++) {
      this.#options.folders?.finish();
      for (const { replicator } of this.#devices) {
        if (replicator.state.stage === 'refused') replicator.resume();
        await replicator.idle();
      }
    }
  }

  async #result(): Promise<ConvergenceResult> {
    const { couch, scenario, operations } = this.#options;
    const [first, ...others] = await Promise.all(this.#devices.map(wholeOf));
    const faults: string[] = [];
    others.forEach((other, at) => {
      for (const difference of differences(first!.shown, other.shown))
        faults.push(`devices 1 and ${at + 2}: ${difference}`);
    });
    if (couch) {
      const server = new Map(couch.documents().map(({ id, body }) => [id, String(body.d)]));
      for (const [at, { records }] of [first!, ...others].entries()) {
        for (const [id, data] of records) {
          if (server.get(id) !== data) faults.push(`device ${at + 1} and the server have other bytes of ${id}`);
        }
      }
    }
    others.forEach((other, at) => {
      for (const id of this.#options.folders ? differingIds(first!.records, other.records) : []) {
        faults.push(`devices 1 and ${at + 2} have other bytes of ${id}`);
      }
    });
    for (const { replicator } of this.#devices) {
      const { stage, pending, unreadable, detail, message, rolledBack = false } = replicator.state;
      const isFalseAlarm = rolledBack && this.#options.folders !== undefined;
      if (stage !== 'live' || pending > 0 || unreadable || isFalseAlarm) {
        faults.push(`ended ${JSON.stringify({ stage, pending, unreadable, detail, message, rolledBack })}`);
      }
    }
    faults.push(...this.#ledger.missing(first!.shown));
    const resent = couch?.resent ?? [];
    return {
      scenario: scenario.name,
      operations,
      ...this.#counts,
      requests: couch?.requests.length ?? 0,
      resent: resent.reduce((sum, each) => sum + each, 0),
      mostResent: Math.max(0, ...resent),
      kept: first!.kept,
      memories: first!.shown.size,
      faults,
    };
  }
}

/** Tracks the unique words of each memory's edits until another edit replaces them. */
class Ledger {
  readonly #standing = new Map<string, Set<string>>();

  write(id: string, words: readonly string[]): void {
    this.#standing.set(id, new Set([...(this.#standing.get(id) ?? []), ...words]));
  }

  replace(id: string, words: readonly string[]): void {
    for (const word of words) this.#standing.get(id)?.delete(word);
  }

  missing(shown: ReadonlyMap<string, string>): string[] {
    return [...this.#standing].flatMap(([id, words]) => {
      const there = new Set(wordsOf(shown.get(id) ?? ''));
      return [...words].filter((word) => !there.has(word)).map((word) => `the edit ${word} of ${id} is missing`);
    });
  }
}

const wordsOf = (text: string): string[] => text.match(/\bw\d+(x\w)?\b/g) ?? [];

interface Whole {
  /** Memories with their conflict versions, as JSON by id. */
  shown: Map<string, string>;
  /** The server's encrypted records, as this device last saw them. */
  records: Map<string, string>;
  kept: number;
}

async function wholeOf(device: SyncDevice): Promise<Whole> {
  const shown = new Map<string, string>();
  let kept = 0;
  for (const memory of (await device.contents()) as { id: string }[]) {
    const versions = await device.keptOf(memory.id);
    kept += versions.length;
    // The order of metadata keys doesn't matter.
    shown.set(memory.id, canonicalJson([memory, versions] as unknown as JsonValue));
  }
  const shadows = (await device.state.allShadows()).filter(
    ({ kind, stamp, data }) => kind === 'memory' && stamp && data,
  );
  return { shown, records: new Map(shadows.map(({ id, data }) => [id, toBase64(data!)])), kept };
}

function differences(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): string[] {
  return differingIds(one, other).map((id) => `${one.get(id)} is not ${other.get(id)}`);
}

function differingIds(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): string[] {
  return [...new Set([...one.keys(), ...other.keys()])].filter((id) => one.get(id) !== other.get(id));
}
