/** Tests that the format stays as docs/SYNC-FORMAT.md describes it, because other programs may rely on that. */
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { CouchDouble } from '../../testing/couch-double.ts';
import { SyncDevice } from '../../testing/sync-device.ts';
import type { Entry } from './entry.ts';
import { proofOf, readKeysDocument, unwrapMaster, wrapMaster } from './keys-document.ts';
import { openRecord, readRecordBody, recordBody, sealRecord } from './record.ts';
import { toRecoveryKit } from './recovery-kit.ts';
import { deriveKeys, toBaseKey } from './sync-keys.ts';

interface Golden {
  master: string;
  passphrase: string;
  recoveryKit: string[];
  wrappingIv: string;
  keys: { store: string; generation: number; wrapped: string; proof: string };
  records: {
    about: string;
    entry: Omit<Entry, 'tail'> & { tail: string };
    /** How often the tail repeats `entry.tail`. Default: once. */
    times?: number;
    id: string;
    body: { g: number; d: string };
  }[];
}

const bytesFromHex = (text: string): Uint8Array<ArrayBuffer> => Uint8Array.from(Buffer.from(text, 'hex'));
const root = join(import.meta.dirname, '..', '..', '..');
const golden = JSON.parse(readFileSync(join(root, 'docs', 'sync', 'vectors.json'), 'utf8')) as Golden;
const master = bytesFromHex(golden.master);
const tailOf = ({ entry, times = 1 }: Golden['records'][number]): string => entry.tail.repeat(times);
const keys = async () => deriveKeys(await toBaseKey(master), golden.keys.store, golden.keys.generation);

describe('golden vectors', () => {
  it.each(golden.records.map((record) => [record.about, record] as const))('%s', async (_, record) => {
    const { entry, id, body } = record;
    const whole: Entry = { ...entry, tail: bytesFromHex(tailOf(record)) };
    const sealed = await sealRecord(await keys(), whole);
    expect([sealed.id, recordBody(sealed)]).toEqual([id, body]);
    expect(await openRecord(await keys(), readRecordBody(id, body)!)).toEqual(whole);
  });

  it('the keys document and the recovery kit', async () => {
    const document = readKeysDocument(golden.keys);
    expect(await unwrapMaster(golden.passphrase, document)).toEqual(master);
    const wrapped = await wrapMaster(golden.passphrase, master, document, bytesFromHex(golden.wrappingIv));
    expect([wrapped, await proofOf(await keys(), document)]).toEqual([golden.keys.wrapped, golden.keys.proof]);
    expect(toRecoveryKit(master).split('\n')).toEqual(golden.recoveryKit);
  });
});

describe('the independent reader', () => {
  const script = join(root, 'scripts', 'sync-reader.mjs');
  const read = async (rows: unknown, passphrase: string) => {
    const folder = mkdtempSync(join(tmpdir(), 'sync-reader-'));
    writeFileSync(join(folder, 'dump.json'), JSON.stringify({ rows }));
    try {
      const env = { ...process.env, PASSPHRASE: passphrase };
      const { stdout } = await promisify(execFile)(process.execPath, [script, join(folder, 'dump.json')], { env });
      const lines = stdout.trimEnd().split('\n');
      return lines.map(
        (line) => JSON.parse(line) as { id: string; kind: string; name: string; json: object; tail: string },
      );
    } finally {
      rmSync(folder, { recursive: true });
    }
  };

  it('is short and imports nothing of the library', () => {
    const text = readFileSync(script, 'utf8');
    expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(80);
    const imports = [...text.matchAll(/from '([^']+)'/g)].map(([, name]) => name);
    expect(imports.filter((name) => !name!.startsWith('node:'))).toEqual(['hash-wasm']);
  });

  it('opens the golden vectors', async () => {
    const docs = golden.records.map(({ id, body }) => ({ doc: { _id: id, ...body } }));
    const entries = await read([{ doc: { _id: 'keys', ...golden.keys } }, ...docs], golden.passphrase);
    const expected = golden.records.map((record) => ({ ...record.entry, tail: tailOf(record) }));
    expect(entries.map(({ id: _, ...entry }) => entry)).toEqual(expected);
    const menu = entries.find(({ name }) => name === 'menu')!.json as { fields: { metadata: { file: string } } };
    const hash = menu.fields.metadata.file;
    const pieces = [0, 1].map((at) => entries.find(({ name }) => name === `${hash}/${at}`)!.tail);
    const file = bytesFromHex(pieces.join(''));
    expect(createHash('sha256').update(file).digest('hex')).toBe(hash);
  });

  it('decrypts what devices have sent with the passphrase alone', async () => {
    const couch = await CouchDouble.start();
    const device = await SyncDevice.start({ url: couch.url, messages: true });
    await device.put({ id: 'a', text: 'Crème brûlée '.repeat(100), tags: ['sweet'] }, { id: 'b', text: 'Soup' });
    const message = { text: 'Is it open?', type: 'conversation', role: 'user', session: 'visit' } as const;
    await device.put({ ...message, id: 'm' });
    await device.replicator.idle();
    const rows = couch.documents().map(({ id, body }) => ({ doc: { _id: id, ...body } }));
    await device.close();
    await couch.close();
    const memories = (await read(rows, 'six words')).filter(({ kind }) => kind === 'memory');
    const fields = new Map(memories.map(({ name, json }) => [name, (json as { fields: object }).fields]));
    expect([...fields.keys()].sort()).toEqual(['a', 'b', 'm']);
    expect(fields.get('a')).toMatchObject({ text: 'Crème brûlée '.repeat(100) });
    expect(fields.get('b')).toMatchObject({ text: 'Soup' });
    expect(fields.get('m')).toMatchObject({ ...message, expires: true });
    await expect(read(rows, 'seven words')).rejects.toThrow(/passphrase is wrong/);
  });
});
