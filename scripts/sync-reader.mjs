#!/usr/bin/env node
/**
 * Reads a sync database without any code of this library: PASSPHRASE=… node scripts/sync-reader.mjs dump.json. The dump
 * is the response to `GET /DATABASE/_all_docs?include_docs=true`. Bytes are printed in hexadecimal.
 */
import { readFileSync } from 'node:fs';
import { inflateRawSync } from 'node:zlib';
import { argon2id } from 'hash-wasm';

const { subtle } = globalThis.crypto;
/** @typedef {{ [name: string]: any }} Json */
const bytes = (/** @type {string} */ text) => new TextEncoder().encode(text);
const fromBase64 = (/** @type {string} */ text) => new Uint8Array(Buffer.from(text, 'base64'));
/** @type {(value: any) => string} */
const canonical = (value) => {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.keys(value).sort();
  return `{${members.map((name) => `${JSON.stringify(name)}:${canonical(value[name])}`).join(',')}}`;
};

/** @param {string} passphrase @param {Json} keys */
async function masterKey(passphrase, { format, least, store, derivation, wrapped }) {
  const password = passphrase.normalize('NFKC');
  const salt = fromBase64(derivation.salt);
  let raw;
  if (derivation.name === 'argon2id') {
    const { memoryKiB: memorySize, passes: iterations, lanes: parallelism } = derivation;
    raw = Uint8Array.from(
      await argon2id({ password, salt, memorySize, iterations, parallelism, hashLength: 32, outputType: 'binary' }),
    );
  } else {
    const base = await subtle.importKey('raw', bytes(password), 'PBKDF2', false, ['deriveBits']);
    const about = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: derivation.rounds };
    raw = await subtle.deriveBits(about, base, 256);
  }
  const key = await subtle.importKey('raw', raw, 'AES-GCM', false, ['decrypt']);
  const sealed = fromBase64(wrapped);
  const additionalData = bytes(canonical({ format, least, store, derivation }));
  return subtle.decrypt({ name: 'AES-GCM', iv: sealed.slice(0, 12), additionalData }, key, sealed.slice(12));
}

/** @param {ArrayBuffer} master @param {string} store @param {string} purpose */
async function derive(master, store, purpose) {
  const base = await subtle.importKey('raw', master, 'HKDF', false, ['deriveBits']);
  const info = bytes(`hybrid-search-sync/1/${purpose}`);
  return subtle.deriveBits({ name: 'HKDF', hash: 'SHA-256', salt: bytes(store), info }, base, 256);
}

function open(/** @type {Uint8Array} */ payload) {
  const view = new DataView(payload.buffer, payload.byteOffset);
  const body = payload.subarray(9, 9 + view.getUint32(1, true));
  const content = view.getUint8(0) === 1 ? new Uint8Array(inflateRawSync(body)) : body;
  if (content.length !== view.getUint32(5, true)) throw new Error('the content has another length');
  const length = new DataView(content.buffer, content.byteOffset).getUint32(0, true);
  const entry = JSON.parse(new TextDecoder().decode(content.subarray(4, 4 + length)));
  return { ...entry, tail: Buffer.from(content.subarray(4 + length)).toString('hex') };
}

const documents = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')).rows.map(
  (/** @type {Json} */ row) => row.doc,
);
const keys = documents.find((/** @type {Json} */ { _id }) => _id === 'keys');
const master = await masterKey(process.env.PASSPHRASE ?? '', keys).catch(() => {
  console.error('The passphrase is wrong');
  process.exit(1);
});
const { store, generation } = keys;
const encryption = await subtle.importKey('raw', await derive(master, store, 'encryption'), 'AES-GCM', false, [
  'decrypt',
]);
for (const { _id: id, g, d } of documents) {
  if (!/^[0-9a-f]{32}$/.test(id) || g !== generation) continue;
  const sealed = fromBase64(d);
  const additionalData = bytes(`hybrid-search-sync/1\n${store}\n${generation}\n${id}\n`);
  const iv = sealed.slice(0, 12);
  const payload = await subtle.decrypt({ name: 'AES-GCM', iv, additionalData }, encryption, sealed.slice(12));
  console.log(JSON.stringify({ id, ...open(new Uint8Array(payload)) }));
}
