import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { toBase64 } from '../../core/bytes/base64.ts';
import { toHex } from '../../core/bytes/hex.ts';
import type { Entry } from './entry.ts';
import {
  type KeysDocument,
  newDerivation,
  newMasterKey,
  newStoreId,
  proofOf,
  readKeysDocument,
  unwrapMaster,
  wrapMaster,
} from './keys-document.ts';
import { packPayload, paddedLength, unpackPayload } from './payload.ts';
import { openRecord, readRecordBody, recordBody, sealRecord } from './record.ts';
import { fromRecoveryKit, toRecoveryKit } from './recovery-kit.ts';
import { deriveKeys, toBaseKey } from './sync-keys.ts';

const STORE = '0123456789abcdef0123456789abcdef';
const master = Uint8Array.from({ length: 32 }, (_, at) => at);
const keysAt = async (generation = 1) => deriveKeys(await toBaseKey(master), STORE, generation);
const memory = (text: string, name = 'soup'): Entry => ({
  kind: 'memory',
  name,
  clock: '000000000001-0000-aaaaaaaaaaaaaaaa',
  json: { fields: { text } },
  tail: new Uint8Array(0),
});

describe('a payload', () => {
  it('decodes to the original, whatever its size', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 5_000 }), (content) => {
        expect(toHex(unpackPayload(packPayload(content)))).toBe(toHex(content));
      }),
    );
    const long = new TextEncoder().encode('the same words again and again. '.repeat(20_000));
    expect(packPayload(long).length).toBeLessThan(long.length / 50);
    expect(new TextDecoder().decode(unpackPayload(packPayload(long)))).toBe(new TextDecoder().decode(long));
  });

  it('is padded to one of a few lengths', () => {
    const lengths = new Set(Array.from({ length: 10_000 }, (_, at) => paddedLength(at)));
    expect(lengths.size).toBeLessThan(100);
    for (let length = 257; length < 10_000; length += 13) {
      expect(paddedLength(length)).toBeGreaterThanOrEqual(length);
      expect(paddedLength(length)).toBeLessThanOrEqual(Math.ceil(length * 1.12));
    }
  });

  it("that claims to be larger than a memory can be is rejected before it's inflated", () => {
    const bomb = packPayload(new Uint8Array(1_000_000));
    new DataView(bomb.buffer).setUint32(5, 0xf0000000, true);
    expect(() => unpackPayload(bomb)).toThrow(RangeError);
    new DataView(bomb.buffer).setUint32(5, 1_000, true);
    expect(() => unpackPayload(bomb)).toThrow();
  });
});

describe('a record', () => {
  it('has the same bytes for the same version, and other bytes for another', async () => {
    const keys = await keysAt();
    const [one, again, other] = await Promise.all(
      [memory('soup'), memory('soup'), memory('soap')].map((entry) => sealRecord(keys, entry)),
    );
    expect(again).toEqual(one);
    expect(toHex(other!.data, 0, 12)).not.toBe(toHex(one!.data, 0, 12));
    expect(await openRecord(keys, one!)).toEqual(memory('soup'));
  });

  it('is rejected if it was moved to another id, changed, or is from another generation', async () => {
    const keys = await keysAt();
    const sealed = await sealRecord(keys, memory('soup'));
    const elsewhere = await sealRecord(keys, memory('soup', 'bread'));
    await expect(openRecord(keys, { ...sealed, id: elsewhere.id })).rejects.toMatchObject({ reason: 'decryption' });
    const changed = { ...sealed, data: sealed.data.slice() };
    changed.data[40]! ^= 1;
    await expect(openRecord(keys, changed)).rejects.toMatchObject({ reason: 'decryption' });
    await expect(openRecord(await keysAt(2), sealed)).rejects.toMatchObject({ reason: 'decryption' });
  });

  it('contains no plaintext of id, text or clock', async () => {
    const sealed = await sealRecord(await keysAt(), memory('pumpkin'));
    const sent = JSON.stringify({ _id: sealed.id, ...recordBody(sealed) });
    for (const word of ['pumpkin', 'soup', 'aaaaaaaa', 'memory']) expect(sent).not.toContain(word);
    expect(readRecordBody(sealed.id, recordBody(sealed))).toEqual(sealed);
  });

  it("isn't read from a document of another program", () => {
    for (const body of [null, {}, { d: 'AAAA' }, { g: 1, d: 'A' }, { g: 1, d: 'AAAA' }, { g: '1', d: 'AAAA' }]) {
      expect(readRecordBody('x', body)).toBeNull();
    }
  });
});

describe('the keys document', () => {
  /** A valid document, except that the derivation is missing. */
  const unread = {
    format: 1,
    least: 1,
    store: STORE,
    generation: 1,
    wrapped: toBase64(new Uint8Array(60)),
    proof: toBase64(new Uint8Array(32)),
  };
  const make = async (passphrase: string, key = newMasterKey()): Promise<KeysDocument> => {
    const about = { format: 1, least: 1, store: newStoreId(), derivation: await newDerivation() };
    const wrapped = await wrapMaster(passphrase, key, about);
    const keys = await deriveKeys(await toBaseKey(key), about.store, 1);
    const unproven = { ...about, generation: 1, wrapped };
    return { ...unproven, proof: await proofOf(keys, unproven) };
  };

  it('unlocks the master key with the passphrase, in any Unicode form of its accents, and with no other', async () => {
    const key = newMasterKey();
    const document = readKeysDocument(JSON.parse(JSON.stringify(await make('caf\u00e9 noir', key))));
    expect(await unwrapMaster('cafe\u0301 noir', document)).toEqual(key);
    await expect(unwrapMaster('cafe noir', document)).rejects.toMatchObject({ reason: 'decryption' });
  });

  describe.each([
    ['memoryKiB', { name: 'argon2id', memoryKiB: 65_536, passes: 3, lanes: 1 }, 65_536, 262_144],
    ['passes', { name: 'argon2id', memoryKiB: 65_536, passes: 3, lanes: 1 }, 3, 10],
    ['lanes', { name: 'argon2id', memoryKiB: 65_536, passes: 3, lanes: 1 }, 1, 1],
    ['rounds', { name: 'pbkdf2-sha256', rounds: 600_000 }, 600_000, 5_000_000],
  ] as const)('whose derivation has %s', (field, derivation, least, most) => {
    const salt = toBase64(new Uint8Array(16));
    const reading = (value: unknown) => () =>
      readKeysDocument({ ...unread, derivation: { ...derivation, salt, [field]: value } });

    it(`from ${least} to ${most} is read`, () => {
      for (const value of [least, most]) expect(reading(value)).not.toThrow();
    });

    it.each([least - 1, most + 1, least + 0.5, String(least), undefined])('%s is rejected', (value) => {
      expect(reading(value)).toThrow(/out of range/);
    });
  });

  it('is rejected if it asks for an unknown derivation, a short salt, or a newer format', () => {
    const salt = toBase64(new Uint8Array(16));
    const derivations = [
      { name: 'md5', salt },
      { name: 'pbkdf2-sha256', rounds: 600_000, salt: toBase64(new Uint8Array(15)) },
    ];
    for (const derivation of derivations) {
      expect(() => readKeysDocument({ ...unread, derivation })).toThrow(/out of range/);
    }
    expect(() => readKeysDocument({ ...unread, least: 2 })).toThrow(/newer program/);
  });

  it('uses PBKDF2 where a policy refuses WebAssembly, and opens with the passphrase', async () => {
    const refuse = async () => {
      throw new WebAssembly.CompileError('refused by the content security policy');
    };
    const key = newMasterKey();
    const { CompileError } = WebAssembly;
    vi.stubGlobal('WebAssembly', { CompileError, compile: refuse, instantiate: refuse });
    try {
      const document = readKeysDocument(JSON.parse(JSON.stringify(await make('six words', key))));
      expect(document.derivation).toMatchObject({ name: 'pbkdf2-sha256', rounds: 600_000 });
      expect(await unwrapMaster('six words', document)).toEqual(key);
      await expect(unwrapMaster('six swords', document)).rejects.toMatchObject({ reason: 'decryption' });
    } finally {
      vi.unstubAllGlobals();
    }
  });
});

it('writes the master key as 24 words, which are read back in any case and spacing', () => {
  const kit = toRecoveryKit(master);
  expect(kit.split('\n')).toHaveLength(6);
  expect(fromRecoveryKit(kit.toUpperCase().replaceAll('\n', '   '))).toEqual(master);
  expect(() => fromRecoveryKit(kit.replace(/[a-z]+/, 'zebra'))).toThrow(/recovery kit/);
});
