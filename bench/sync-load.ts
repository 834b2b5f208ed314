/**
 * Simulates load on sync servers with the CouchDB transport over real HTTP. Each user has their own simulated server. A
 * device does what the replicator does in a round, but without an engine.
 */
import { recordBody, sealRecord } from '../src/sync/format/record.ts';
import { deriveKeys, type SyncKeys, toBaseKey } from '../src/sync/format/sync-keys.ts';
import { createCouchTransport } from '../src/sync/transport/couch.ts';
import type { OutgoingDocument, Transport } from '../src/sync/transport/transport.ts';
import { CouchDouble } from '../src/testing/couch-double.ts';

/** A memory of 300 characters, with the vectors of one passage. */
const TEXT = 'What a person notes in a day: a name, a number, a plan, and where it was said. '.repeat(4).slice(0, 300);
const DIMS = 384;
const CLOCK = '019355e5f400-0000-0123456789abcdef';

let keys: Promise<SyncKeys> | null = null;
const keysOnce = (): Promise<SyncKeys> =>
  (keys ??= toBaseKey(new Uint8Array(32).fill(7)).then((base) => deriveKeys(base, '0'.repeat(32), 1)));

export interface Note {
  memory: OutgoingDocument;
  vectors: OutgoingDocument;
}

export async function sealNote(name: string, version = 0): Promise<Note> {
  const sealed = async (kind: 'memory' | 'vectors', json: object, tail: Uint8Array<ArrayBuffer>) => {
    const record = await sealRecord(await keysOnce(), { kind, name, clock: CLOCK, json: json as never, tail });
    return { id: record.id, revision: null, deleted: false, body: recordBody(record) };
  };
  const fields = { text: `${version} ${TEXT}`, title: name, tags: ['a', 'b'], createdAt: 1, updatedAt: version };
  const chunks = [{ hash: '0123456789abcdef', start: 0, end: TEXT.length }];
  const vector = crypto.getRandomValues(new Uint8Array(DIMS));
  return {
    memory: await sealed('memory', { fields, seen: {} }, new Uint8Array(0)),
    vectors: await sealed('vectors', { contentHash: '0123456789abcdef', chunks }, vector),
  };
}

class LoadDevice {
  readonly #transport: Transport;
  #position: string;

  private constructor(transport: Transport, position: string) {
    this.#transport = transport;
    this.#position = position;
  }

  static async start(url: string): Promise<LoadDevice> {
    const transport = createCouchTransport(url, async () => []);
    return new LoadDevice(transport, (await transport.identity()).position);
  }

  async wait(): Promise<void> {
    await this.#transport.watch(this.#position, new AbortController().signal);
    await this.read();
  }

  async read(): Promise<void> {
    for (let hasMore = true; hasMore; ) {
      const page = await this.#transport.page(this.#position);
      this.#position = page.position;
      ({ hasMore } = page);
    }
  }

  async write({ memory, vectors }: Note): Promise<void> {
    await this.read();
    await this.#transport.put([memory]);
    await this.#transport.put([vectors]);
  }

  close(): void {
    this.#transport.close();
  }
}

export interface Load {
  people: number;
  devices: number;
  requests: number;
  bytes: number;
  records: number;
  seconds: number;
}

class Person {
  readonly couch: CouchDouble;
  readonly devices: readonly LoadDevice[];

  private constructor(couch: CouchDouble, devices: readonly LoadDevice[]) {
    this.couch = couch;
    this.devices = devices;
  }

  static async start(devices: number): Promise<Person> {
    const couch = await CouchDouble.start();
    couch.longestWait = 0;
    const started = await Promise.all(Array.from({ length: devices }, () => LoadDevice.start(couch.url)));
    couch.requests.length = 0;
    couch.sentBytes = 0;
    couch.answeredBytes = 0;
    return new Person(couch, started);
  }

  async close(): Promise<void> {
    for (const device of this.devices) device.close();
    await this.couch.close();
  }
}

const AT_ONCE = 10;

async function load(people: number, devices: number, act: (person: Person) => Promise<void>): Promise<Load> {
  const total: Load = { people, devices, requests: 0, bytes: 0, records: 0, seconds: 0 };
  // Users share nothing, so they don't have to be simulated at the same time.
  for (let from = 0; from < people; from += AT_ONCE) {
    const count = Math.min(AT_ONCE, people - from);
    const group = await Promise.all(Array.from({ length: count }, () => Person.start(devices / people)));
    const start = performance.now();
    await Promise.all(group.map(act));
    total.seconds += (performance.now() - start) / 1_000;
    for (const { couch } of group) {
      total.requests += couch.requests.length;
      total.bytes += couch.sentBytes + couch.answeredBytes;
      total.records += couch.documents().length;
    }
    for (const person of group) await person.close();
  }
  return total;
}

export const idleLoad = (people: number, devices: number, waits: number): Promise<Load> =>
  load(people, devices, async (person) => {
    for (let at = 0; at < waits; at++) await Promise.all(person.devices.map((device) => device.wait()));
  });

/** Writes notes one after the other, on alternating devices. The other devices are online and read each note. */
export const activeLoad = (people: number, devices: number, notes: readonly Note[]): Promise<Load> =>
  load(people, devices, async (person) => {
    for (const [at, note] of notes.entries()) {
      const writer = person.devices[at % person.devices.length]!;
      await writer.write(note);
      await Promise.all(person.devices.map((device) => device.wait()));
    }
  });
