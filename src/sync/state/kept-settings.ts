/** The login is encrypted with a key that can't be exported, so a script that copies the database can't read it. */
import type { KeptSettings } from '../../protocol/sync-api.ts';

export interface Kept extends KeptSettings {
  login: { key: CryptoKey; iv: Uint8Array<ArrayBuffer>; data: ArrayBuffer } | null;
  isPaused: boolean;
}

/** Earlier versions stored no `messages`. */
type Stored = Omit<Kept, 'messages'> & Partial<Pick<Kept, 'messages'>>;

export async function toKept(settings: KeptSettings, isPaused: boolean): Promise<Kept> {
  const { url, folder, vectors, messages, deviceName } = settings;
  const plain = { folder, vectors, messages, deviceName, isPaused };
  if (url === '') return { ...plain, url, login: null };
  const address = new URL(url);
  const { username, password } = address;
  address.username = '';
  address.password = '';
  return { ...plain, url: address.href, login: username === '' ? null : await encrypt([username, password]) };
}

export async function fromKept({
  url,
  folder,
  vectors,
  messages = false,
  deviceName,
  login,
}: Stored): Promise<KeptSettings> {
  if (!login) return { url, folder, vectors, messages, deviceName };
  const { key, iv, data } = login;
  const plain = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, data);
  const address = new URL(url);
  [address.username, address.password] = JSON.parse(new TextDecoder().decode(plain)) as [string, string];
  return { url: address.href, folder, vectors, messages, deviceName };
}

export async function areSame(one: KeptSettings, other: KeptSettings): Promise<boolean> {
  const [{ folder, ...values }, { folder: otherFolder, ...otherValues }] = [one, other];
  if (JSON.stringify(values) !== JSON.stringify(otherValues)) return false;
  return folder && otherFolder ? await folder.isSameEntry(otherFolder) : folder === otherFolder;
}

async function encrypt(value: readonly string[]): Promise<NonNullable<Kept['login']>> {
  const key = await crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']);
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const plain = new TextEncoder().encode(JSON.stringify(value));
  return { key, iv, data: await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, plain) };
}
