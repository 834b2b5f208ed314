/**
 * Three devices write at random while connections break, devices are killed and the server misbehaves. At the end, all
 * devices must have the same bytes. Every acknowledged edit must be shown, merged, or kept as a conflict version,
 * unless a device that had seen the edit replaced it.
 */
import type { MemoryImage, MemoryPatch } from '../core/record/memory.ts';
import { createFolderTransport } from '../sync/folder/folder-transport.ts';
import { absentIn, faultsBetween, faultsIn, needlessIn, withoutVectors } from './convergence-faults.ts';
import { type ConvergingDevice, NodeDevice } from './converging-device.ts';
import type { CouchDouble } from './couch-double.ts';
import { EditLedger, wordsOf } from './edit-ledger.ts';
import { MemoryOrigin } from './memory-origin.ts';
import { OwnedMemories } from './owned-memories.ts';
import { seededRandom } from './seeded-random.ts';
import type { Scenario } from './sync-scenarios.ts';
import type { FolderSyncProgram } from './synced-folders.ts';

export interface ConvergenceOptions {
  /** Empty if the devices sync through folders. */
  url: string;
  /** The run sets its scenario, and compares its content with the devices'. */
  couch?: CouchDouble;
  folders?: FolderSyncProgram;
  scenario: Scenario;
  operations: number;
  seed: number;
  /** Default: devices in Node. */
  start?: (at: number, from: ConvergingDevice | undefined) => Promise<ConvergingDevice>;
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
  branches: number;
  strangers: number;
  requests: number;
  /** Records that had already arrived: in total, and the most in one request. */
  resent: number;
  mostResent: number;
  /** Acknowledged writes of messages, of documents with a kept file, and of memories with pictures. */
  written: { messages: number; documents: number; pictures: number };
  /** From here on: what's there at the end. */
  kept: number;
  memories: number;
  pictures: number;
  messages: number;
  /** Kept files of documents. */
  files: number;
  /** Memories without vectors, on all devices. */
  withoutVectors: number;
  faults: string[];
}

/** A few memories get many edits each. */
const OPERATIONS_A_MEMORY = 40;
/** Fewer than above: folders stay different for longer, and a memory keeps at most 16 conflict versions. */
const OPERATIONS_A_MEMORY_IN_FOLDERS = 10;
export const DEVICES = 3;
/** Devices still have to fetch each other's last changes, and with folders merge each other's merges. */
const LAST_ROUNDS = 8;
/** How long a device waits for other devices' vectors. The product waits longer. */
const AWAIT_VECTORS_MS = 50;
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
  readonly #devices: ConvergingDevice[] = [];
  readonly #ledger = new EditLedger();
  readonly #owned = new OwnedMemories((count) => this.#pick(count));
  readonly #counts = { edits: 0, removals: 0, kills: 0, drops: 0, restores: 0, branches: 0, strangers: 0 };
  #withPictures = 0;
  #restore: (() => void) | undefined;
  #restoreGlobals = (): void => {};

  constructor(options: ConvergenceOptions) {
    this.#options = options;
    this.#random = seededRandom(options.seed);
    // Devices in Node have no files otherwise.
    if (!options.start) this.#restoreGlobals = new MemoryOrigin(options.seed).install();
  }

  async toEnd(): Promise<ConvergenceResult> {
    const { couch, scenario, operations, onStep } = this.#options;
    await this.#start(0);
    await this.#devices[0]!.idle();
    this.#options.folders?.finish();
    for (let at = 1; at < DEVICES; at++) await this.#start(at);
    if (couch) couch.behaviour = { ...couch.behaviour, ...scenario.behaviour };
    for (let step = 0; step < operations; step++) {
      await this.#operate(step);
      await this.#disturb(step);
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
    this.#restoreGlobals();
  }

  async #start(at: number): Promise<void> {
    const { start = (_: number, from: ConvergingDevice | undefined) => this.#startInNode(at, from) } = this.#options;
    this.#devices[at] = await start(at, this.#devices[at]);
  }

  #startInNode(at: number, from: ConvergingDevice | undefined): Promise<ConvergingDevice> {
    const { url, folders } = this.#options;
    const folder = folders?.copies[at]?.handle;
    const transport = folder && ((device: string) => createFolderTransport(folder, { device, lookEveryMs: 5 }));
    return NodeDevice.start(
      {
        url,
        name: `device-${at}`,
        messages: true,
        retryMs: 5,
        awaitVectorsMs: AWAIT_VECTORS_MS,
        ...(transport && { transport }),
      },
      from as NodeDevice | undefined,
    );
  }

  #pick(count: number): number {
    return Math.floor(this.#random() * count);
  }

  #pickMemory(): string {
    const { folders, operations } = this.#options;
    const each = folders ? OPERATIONS_A_MEMORY_IN_FOLDERS : OPERATIONS_A_MEMORY;
    return `m${this.#pick(Math.max(4, Math.ceil(operations / each)))}`;
  }

  async #operate(step: number): Promise<void> {
    const owner = this.#pick(DEVICES);
    const device = this.#devices[owner]!;
    const memory = this.#pickMemory();
    const chance = this.#random();
    if (chance > 0.85 || this.#isAt(step, 1 / 5) || this.#isAt(step, 2 / 5))
      await this.#owned.write(device, owner, step);
    else if (chance < 0.1) await this.#remove(device, memory);
    else if (chance < 0.13) await device.discard(memory, (versions) => this.#ledger.replace(memory, wordsOf(versions)));
    else await this.#edit(device, memory, step);
    if (this.#random() < 0.3) device.wake();
    await new Promise((resolve) => setTimeout(resolve, this.#random() * LONGEST_PAUSE_MS));
  }

  /** Each edit adds a unique word. */
  async #edit(device: ConvergingDevice, id: string, step: number): Promise<void> {
    const word = `w${step}`;
    const current = await device.read(id);
    if (!current) {
      const text = Array.from({ length: 1 + this.#pick(4) }, (_, line) => `${line} ${word}x${line}\n`).join('');
      const input = { id, text, title: `${word}xt`, tags: [`t${step % 3}`], images: this.#pictures() };
      if ((await device.add(input)) === 'done') this.#wrote(id, input, wordsOf(JSON.stringify(input)), []);
      return;
    }
    const lines = current.text.split(/(?<=\n)/);
    const at = this.#pick(lines.length);
    const kind = this.#pick(6);
    const patches = [
      { text: `${word}\n` },
      { text: lines.map((line, on) => (on === at ? `${at} ${word}\n` : line)).join('') },
      { text: `${current.text}${lines.length} ${word}\n` },
      { title: word },
      { metadata: { ...current.metadata, [`k${step % 2}`]: word } },
      { images: this.#pictures(), title: word },
    ];
    const patch = { ...patches[kind]!, tags: this.#random() < 0.5 ? [`t${step % 5}`] : [...(current.tags ?? [])] };
    const outcome = await device.update(current, patch);
    if (outcome === 'refused') return;
    const [before, after] = [current, { ...current, ...patch }].map((memory) => wordsOf(JSON.stringify(memory)));
    const replaced = before!.filter((each) => !after!.includes(each));
    if (outcome === 'done') this.#wrote(id, patch, [word], replaced);
    else this.#ledger.replace(id, replaced);
  }

  /** Small ones, because one scenario's server refuses large bodies. */
  #pictures(): MemoryImage[] {
    // Calls to browser profiles are JSON, which can't contain pictures. And if a server's backup lacks a picture that
    // only a losing version has, no device can send it again.
    if (this.#options.start || this.#options.scenario.restores) return [];
    return Array.from({ length: this.#pick(3) }, () => {
      const bytes = Uint8Array.from({ length: 20 + this.#pick(500) }, () => this.#pick(256));
      return { data: bytes.buffer, mimeType: 'image/png', alt: '' };
    });
  }

  #wrote(id: string, { images }: MemoryPatch, words: readonly string[], replaced: readonly string[]): void {
    this.#counts.edits++;
    if (images?.length) this.#withPictures++;
    this.#ledger.write(id, words);
    this.#ledger.replace(id, replaced);
  }

  async #remove(device: ConvergingDevice, id: string): Promise<void> {
    const { outcome, removed } = await device.remove(id);
    if (outcome === 'unknown') this.#ledger.forgive(id);
    if (outcome !== 'done') return;
    this.#counts.removals++;
    this.#ledger.replace(id, wordsOf(removed));
  }

  async #disturb(step: number): Promise<void> {
    const { couch, folders } = this.#options;
    while (folders && this.#random() < 0.6) folders.step();
    for (const device of this.#devices) await device.resume();
    const chance = this.#random();
    if (chance < 0.02 || this.#isAt(step, 1 / 2)) await this.#kill(this.#pick(DEVICES));
    if (!couch) return;
    if (chance > 0.97 || this.#isAt(step, 1 / 4)) {
      couch.dropConnections();
      this.#counts.drops++;
    }
    await this.#disturbServer(couch, step);
  }

  /** Short runs have each disturbance too. */
  #isAt(step: number, share: number): boolean {
    return step === Math.floor(this.#options.operations * share);
  }

  async #kill(at: number): Promise<void> {
    const device = this.#devices[at]!;
    // A word that no step has.
    const word = this.#options.operations + this.#counts.kills++;
    await Promise.all([this.#edit(device, this.#pickMemory(), word), device.kill()]);
    await this.#start(at);
  }

  async #disturbServer(couch: CouchDouble, step: number): Promise<void> {
    const { scenario } = this.#options;
    const isDue = this.#random() < 0.03 || this.#isAt(step, 1 / 3) || this.#isAt(step, 2 / 3);
    if (scenario.restores && isDue) {
      if (this.#restore) {
        await this.#restoreBackup(this.#restore);
        this.#restore = undefined;
      } else this.#restore = couch.backUp();
    }
    if (scenario.foreign && isDue) {
      couch.overwrite(`_design/v${this.#pick(3)}`, { views: {} });
      couch.overwrite(`shopping-${this.#pick(9)}`, { eggs: this.#pick(9) });
      this.#counts.strangers++;
    }
    if (scenario.branches && isDue) {
      this.#counts.branches++;
      const records = couch.documents().filter(({ id }) => /^[0-9a-f]{32}$/.test(id));
      const { id, body } = records[this.#pick(records.length)]!;
      couch.branch(id, body);
    }
  }

  /** Waits until all devices have noticed that the server is gone. */
  async #restoreBackup(restore: () => void): Promise<void> {
    const couch = this.#options.couch!;
    couch.isDown = true;
    couch.dropConnections();
    for (const device of this.#devices) await device.offline();
    restore();
    couch.isDown = false;
    this.#counts.restores++;
  }

  async #settle(): Promise<void> {
    for (let round = 0; round < LAST_ROUNDS; round++) {
      this.#options.folders?.finish();
      for (const device of this.#devices) {
        await device.resume();
        await device.idle();
      }
    }
  }

  async #result(): Promise<ConvergenceResult> {
    const { couch, scenario, operations } = this.#options;
    const contents = await Promise.all(this.#devices.map((device) => device.content()));
    const [first] = contents;
    const resent = couch?.resent ?? [];
    return {
      scenario: scenario.name,
      operations,
      ...this.#counts,
      requests: couch?.requests.length ?? 0,
      resent: resent.reduce((sum, each) => sum + each, 0),
      mostResent: Math.max(0, ...resent),
      written: { ...this.#owned.written, pictures: this.#withPictures },
      kept: first!.kept,
      memories: Object.keys(first!.shown).length,
      pictures: first!.pictures,
      messages: Object.keys(first!.shown).filter((id) => id.startsWith('message')).length,
      files: Object.keys(first!.files ?? {}).length,
      withoutVectors: withoutVectors(contents),
      faults: [
        ...faultsBetween(contents, couch),
        ...contents.flatMap(({ state }) => faultsIn(state, this.#options.folders !== undefined)),
        ...this.#ledger.missing(first!.shown),
        ...this.#owned.faults(contents),
        ...needlessIn(couch, scenario),
        ...absentIn(couch, scenario, this.#counts),
      ],
    };
  }
}
