/**
 * Runs `src/testing/sync-convergence.ts` with real devices: browser profiles that use the built client. That file
 * chooses the operations and compares the results.
 */
import { join } from 'node:path';
import type { Memory, MemoryInput } from '../../src/core/record/memory.ts';
import type { ConvergingDevice, Outcome } from '../../src/testing/converging-device.ts';
import { CouchDouble } from '../../src/testing/couch-double.ts';
import { seededRandom } from '../../src/testing/seeded-random.ts';
import { type ConvergenceResult, converge } from '../../src/testing/sync-convergence.ts';
import type { Scenario } from '../../src/testing/sync-scenarios.ts';
import { temporaryProfile } from '../store/harness.ts';
import type { ClientSite } from './client-site.ts';
import { type ChromiumSession, type ChromiumTab, chromium, crashTab } from './engines.ts';
import type { Outcome as CallOutcome } from './page-driver.ts';

const NAME = 'synced';
const PASSPHRASE = 'crane amber lantern violet harbor stone';
const KILLS = ['crash', 'crash', 'close', 'browser', 'engine', 'sync'] as const;

export interface ProfilesResult extends ConvergenceResult {
  killed: { [what: string]: number };
}

export async function syncProfiles(options: {
  site: ClientSite;
  scenario: Scenario;
  operations: number;
  seed: number;
  onStep?: (step: number) => void;
}): Promise<ProfilesResult> {
  const { site, scenario, operations, seed, onStep } = options;
  const random = seededRandom(seed);
  const couch = await CouchDouble.start(random);
  const profiles = temporaryProfile();
  const killed: ProfilesResult['killed'] = {};
  const start = async (at: number, from: ConvergingDevice | undefined): Promise<ConvergingDevice> => {
    if (from) return (from as ProfileDevice).again();
    const place = { url: couch.url, passphrase: PASSPHRASE, device: `profile ${at + 1}` };
    const onKill = (what: (typeof KILLS)[number]): void => {
      killed[what] = (killed[what] ?? 0) + 1;
    };
    const device = new ProfileDevice(join(profiles.path, `${at}`), site, place, random, onKill);
    return device.again();
  };
  try {
    const result = await converge({
      url: couch.url,
      couch,
      scenario,
      operations,
      seed,
      start,
      ...(onStep && { onStep }),
    });
    return { ...result, killed };
  } finally {
    await couch.close();
    profiles.remove();
  }
}

interface Place {
  url: string;
  passphrase: string;
  device: string;
}

class ProfileDevice implements ConvergingDevice {
  readonly #profile: string;
  readonly #site: ClientSite;
  readonly #place: Place;
  readonly #random: () => number;
  readonly #onKill: (what: (typeof KILLS)[number]) => void;
  #session: ChromiumSession | undefined;
  #tab: ChromiumTab | undefined;
  #isFirst = true;
  #isDying = false;
  #isSyncing = false;

  constructor(
    profile: string,
    site: ClientSite,
    place: Place,
    random: () => number,
    onKill: (what: (typeof KILLS)[number]) => void,
  ) {
    this.#profile = profile;
    this.#site = site;
    this.#place = place;
    this.#random = random;
    this.#onKill = onKill;
  }

  async again(): Promise<this> {
    this.#session ??= await chromium()(this.#profile, this.#site, 0);
    if (!this.#tab) {
      this.#tab = await this.#session.open();
      await this.#tab.run('open', { name: NAME, modelLoad: 'manual' });
    }
    if (!this.#isSyncing) await this.#tab.run('startSync', this.#place, this.#isFirst);
    this.#isSyncing = true;
    this.#isFirst = false;
    this.#isDying = false;
    return this;
  }

  get #running(): ChromiumTab {
    if (!this.#tab) throw new Error('The tab was killed');
    return this.#tab;
  }

  async read(id: string): Promise<Memory | undefined> {
    const answer = await this.#call('getMany', [[id]]);
    return (answer && 'value' in answer ? (answer.value as (Memory | null)[])[0] : undefined) ?? undefined;
  }

  async add(input: MemoryInput): Promise<Outcome> {
    return outcomeOf(await this.#call('add', [input]));
  }

  async update(current: Memory, patch: object): Promise<Outcome> {
    return outcomeOf(await this.#call('update', [current.id, patch, { ifUnchanged: current }]));
  }

  async remove(id: string): ReturnType<ConvergingDevice['remove']> {
    const removed = await this.#running.run('removeSynced', id);
    return { outcome: removed === null ? 'refused' : 'done', removed: removed ?? '' };
  }

  async discard(id: string, before: (versions: string) => void): Promise<void> {
    const versions = await this.#running.run('listVersions', id);
    if (versions === null) return;
    before(versions);
    await this.#running.run('dropVersions', id);
  }

  /** The client wakes sync after each change. */
  wake(): void {}

  async resume(): Promise<void> {
    await this.#running.run('resumeSync');
  }

  async offline(): Promise<void> {
    await this.#running.run('syncOffline');
  }

  async idle(): Promise<void> {
    await this.#running.run('syncIdle');
  }

  async kill(): Promise<void> {
    const what = KILLS[Math.floor(this.#random() * KILLS.length)]!;
    this.#isDying = true;
    await this.#end(what);
    this.#onKill(what);
  }

  async #end(what: (typeof KILLS)[number]): Promise<void> {
    const tab = this.#running;
    // After its engine was replaced, sync continues by itself.
    this.#isSyncing = what === 'engine';
    if (what === 'engine' || what === 'sync') {
      await tab.run('endWorker', what, false);
      return;
    }
    this.#tab = undefined;
    if (what === 'crash') return await crashTab(tab);
    if (what === 'close') return await tab.page.close();
    await this.#session!.kill();
    this.#session = undefined;
  }

  async stop(): Promise<void> {}

  async close(): Promise<void> {
    await this.#session?.close();
  }

  content(): ReturnType<ConvergingDevice['content']> {
    return this.#running.run('syncContent');
  }

  async #call(method: string, args: readonly unknown[]): Promise<CallOutcome | null> {
    const tab = this.#tab;
    try {
      const answer = tab ? await tab.run('call', method, args) : null;
      return answer && 'code' in answer && answer.code === 'worker-died' && this.#isDying ? null : answer;
    } catch (error) {
      if (this.#isDying) return null;
      throw error;
    }
  }
}

function outcomeOf(answer: CallOutcome | null): Outcome {
  if (answer === null) return 'unknown';
  if (!('code' in answer)) return 'done';
  if (answer.code === 'conflict' || answer.code === 'not-found') return 'refused';
  throw new Error(`${answer.code}: ${answer.message}`);
}
