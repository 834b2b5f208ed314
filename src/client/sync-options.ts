import { HybridSearchError } from '../core/errors.ts';
import type { SyncConfiguration } from '../protocol/sync-api.ts';
import type { HeadersOption } from './restarting-sync.ts';
import type { SyncOptions } from './sync-types.ts';

const NAMES: ReadonlySet<string> = new Set([
  'url',
  'folder',
  'passphrase',
  'recoveryKit',
  'headers',
  'vectors',
  'messages',
  'deviceName',
  'remember',
]);

/** @throws HybridSearchError `invalid-option` */
export function checkSyncOptions(options: SyncOptions): {
  settings: SyncConfiguration;
  headers: HeadersOption;
} {
  if (typeof options !== 'object' || options === null) refuse('options', 'must be an object');
  for (const name of Object.keys(options)) if (!NAMES.has(name)) refuse(name, 'unknown option');
  const {
    url,
    folder,
    passphrase,
    recoveryKit,
    headers = () => ({}),
    vectors = 'both',
    messages = false,
    deviceName = '',
    remember = false,
  } = options;
  if (folder === undefined) checkAddress(url);
  else if (url !== undefined) refuse('folder', 'can’t be combined with url');
  else if (folder?.kind !== 'directory') refuse('folder', 'must be the handle of a directory');
  if (passphrase !== undefined) checkPassphrase(passphrase);
  if (recoveryKit !== undefined && typeof recoveryKit !== 'string') refuse('recoveryKit', 'must be a string');
  if (typeof headers !== 'function') refuse('headers', 'must be a function');
  if (!['both', 'adopt', 'none'].includes(vectors)) refuse('vectors', 'must be both, adopt or none');
  if (typeof messages !== 'boolean') refuse('messages', 'must be true or false');
  if (typeof deviceName !== 'string') refuse('deviceName', 'must be a string');
  if (typeof remember !== 'boolean') refuse('remember', 'must be true or false');
  const name = deviceName.slice(0, 100);
  const settings = { url: url ?? '', folder, passphrase, recoveryKit, vectors, messages, deviceName: name, remember };
  return { settings, headers };
}

function checkAddress(url: unknown): void {
  if (typeof url !== 'string' || !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol)) {
    refuse('url', 'must be the http(s) address of a database');
  }
  if (new URL(url).pathname.replace(/\/+$/, '') === '')
    refuse('url', 'must name a database, such as https://couch.example/notes');
}

export function checkPassphrase(passphrase: string): string {
  if (typeof passphrase !== 'string' || passphrase === '') refuse('passphrase', 'must be a non-empty string');
  return passphrase;
}

function refuse(path: string, detail: string): never {
  throw new HybridSearchError('invalid-option', detail, { path });
}
