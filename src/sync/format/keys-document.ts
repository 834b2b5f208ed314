/** The encrypted master key is in an ordinary document, because `_local/` ones aren't replicated to other servers. */
import { argon2id } from 'hash-wasm';
import { fromBase64, toBase64 } from '../../core/bytes/base64.ts';
import { toHex } from '../../core/bytes/hex.ts';
import { canonicalJson, isPlainObject } from '../../core/record/json.ts';
import type { JsonObject } from '../../core/record/memory.ts';
import { SyncError } from '../sync-error.ts';
import { FORMAT, type SyncKeys } from './sync-keys.ts';
import { joinBytes, textBytes } from './text-bytes.ts';

export const KEYS_ID = 'keys';
const MASTER_BYTES = 32;
const SALT_BYTES = 16;
const IV_BYTES = 12;

export type Derivation =
  | { name: 'argon2id'; memoryKiB: number; passes: number; lanes: 1; salt: string }
  | { name: 'pbkdf2-sha256'; rounds: number; salt: string };

export interface KeysDocument {
  format: number;
  /** The lowest format that a program must support to write here. */
  least: number;
  /** Random. Identifies this set of records, wherever it's copied to. */
  store: string;
  generation: number;
  derivation: Derivation;
  /** IV, and the master key encrypted with AES-256-GCM, in base64. */
  wrapped: string;
  /** HMAC of the other fields, so that only a holder of the key can start a generation. */
  proof: string;
}

/** Cheaper derivations would make guessing easy. More expensive ones would block a phone. */
const BOUNDS = {
  memoryKiB: [65_536, 262_144],
  passes: [3, 10],
  rounds: [600_000, 5_000_000],
} as const;

const ARGON2: Omit<Extract<Derivation, { name: 'argon2id' }>, 'salt'> = {
  name: 'argon2id',
  memoryKiB: 65_536,
  passes: 3,
  lanes: 1,
};

export const newMasterKey = (): Uint8Array<ArrayBuffer> => crypto.getRandomValues(new Uint8Array(MASTER_BYTES));
export const newStoreId = (): string => toHex(crypto.getRandomValues(new Uint8Array(16)));

/** Falls back to PBKDF2 if the page's policy refuses WebAssembly. */
export async function newDerivation(): Promise<Derivation> {
  const salt = toBase64(crypto.getRandomValues(new Uint8Array(SALT_BYTES)));
  try {
    await WebAssembly.compile(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0));
    return { ...ARGON2, salt };
  } catch {
    return { name: 'pbkdf2-sha256', rounds: BOUNDS.rounds[0], salt };
  }
}

export type Wrapping = Pick<KeysDocument, 'format' | 'least' | 'store' | 'derivation'>;

export async function wrapMaster(
  passphrase: string,
  master: Uint8Array<ArrayBuffer>,
  about: Wrapping,
  iv = crypto.getRandomValues(new Uint8Array(IV_BYTES)),
): Promise<string> {
  const key = await wrappingKey(passphrase, about.derivation);
  const sealed = await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: bound(about) }, key, master);
  return toBase64(joinBytes(iv, new Uint8Array(sealed)));
}

/** @throws SyncError `decryption` for a wrong passphrase. */
export async function unwrapMaster(passphrase: string, document: KeysDocument): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = fromBase64(document.wrapped)!;
  const key = await wrappingKey(passphrase, document.derivation);
  const algorithm = { name: 'AES-GCM', iv: bytes.subarray(0, IV_BYTES), additionalData: bound(document) };
  try {
    return new Uint8Array(await crypto.subtle.decrypt(algorithm, key, bytes.subarray(IV_BYTES)));
  } catch (cause) {
    throw new SyncError('decryption', 'The passphrase is wrong', { cause });
  }
}

export async function proofOf(keys: SyncKeys, document: Omit<KeysDocument, 'proof'>): Promise<string> {
  const { format, least, store, generation, derivation, wrapped } = document;
  const text = canonicalJson({ format, least, store, generation, derivation, wrapped });
  return toBase64(new Uint8Array(await crypto.subtle.sign('HMAC', keys.ids, textBytes(`keys\0${text}`))));
}

/** @throws SyncError `version` for a newer format, `protocol` if another value is out of range */
export function readKeysDocument(body: unknown): KeysDocument {
  if (!isPlainObject(body)) throw new SyncError('protocol', 'The keys document can’t be read');
  const { format, least, store, generation, derivation, wrapped, proof } = body;
  if (typeof least === 'number' && least > FORMAT) {
    throw new SyncError('version', `A newer program wrote here: it asks for format ${least}, this one knows ${FORMAT}`);
  }
  const isSound =
    Number.isInteger(format) &&
    Number.isInteger(least) &&
    typeof store === 'string' &&
    /^[0-9a-f]{32}$/.test(store) &&
    Number.isInteger(generation) &&
    (generation as number) > 0 &&
    isDerivation(derivation) &&
    isBytes(wrapped, IV_BYTES + MASTER_BYTES + 16) &&
    isBytes(proof, 32);
  if (!isSound) throw new SyncError('protocol', 'The keys document contains values out of range');
  return { format, least, store, generation, derivation, wrapped, proof } as KeysDocument;
}

export const keysBody = (document: KeysDocument): JsonObject => ({ ...document });

function isDerivation(value: unknown): value is Derivation {
  if (!isPlainObject(value) || !isBytes(value.salt, SALT_BYTES)) return false;
  if (value.name === 'pbkdf2-sha256') return isWithin(value.rounds, BOUNDS.rounds);
  return (
    value.name === 'argon2id' &&
    value.lanes === 1 &&
    isWithin(value.memoryKiB, BOUNDS.memoryKiB) &&
    isWithin(value.passes, BOUNDS.passes)
  );
}

const isWithin = (value: unknown, [least, most]: readonly [number, number]): boolean =>
  Number.isInteger(value) && (value as number) >= least && (value as number) <= most;

const isBytes = (value: unknown, length: number): boolean =>
  typeof value === 'string' && fromBase64(value)?.length === length;

/** Without the generation: a device that starts a new one has no passphrase to encrypt the master key again. */
function bound({ format, least, store, derivation }: Wrapping): Uint8Array<ArrayBuffer> {
  return textBytes(canonicalJson({ format, least, store, derivation }));
}

async function wrappingKey(passphrase: string, derivation: Derivation): Promise<CryptoKey> {
  const password = textBytes(passphrase.normalize('NFKC'));
  const salt = fromBase64(derivation.salt)!;
  const key = derivation.name === 'argon2id' ? await stretch(password, salt, derivation) : undefined;
  if (key) return crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['encrypt', 'decrypt']);
  const base = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveKey']);
  const iterations = (derivation as Extract<Derivation, { name: 'pbkdf2-sha256' }>).rounds;
  return crypto.subtle.deriveKey(
    { name: 'PBKDF2', hash: 'SHA-256', salt, iterations },
    base,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt', 'decrypt'],
  );
}

async function stretch(
  password: Uint8Array,
  salt: Uint8Array,
  { memoryKiB, passes, lanes }: Extract<Derivation, { name: 'argon2id' }>,
): Promise<Uint8Array<ArrayBuffer>> {
  const key = await argon2id({
    password,
    salt,
    parallelism: lanes,
    iterations: passes,
    memorySize: memoryKiB,
    hashLength: MASTER_BYTES,
    outputType: 'binary',
  });
  return Uint8Array.from(key);
}
