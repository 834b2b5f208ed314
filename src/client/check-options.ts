import { HybridSearchError } from '../core/errors.ts';
import { ARMS } from '../core/options/options.ts';
import { checkSettings } from '../core/options/resolve-options.ts';
import { isPlainObject } from '../core/record/json.ts';
import type { HybridSearchOptions } from './api.ts';
import { toPlain } from './plain-data.ts';

const MAX_NAME_LENGTH = 200;
const MAX_TTL_DAYS = 36_500;

type Check = (value: unknown) => string | null;

const isText: Check = (value) =>
  typeof value === 'string' && value !== '' ? null : 'must be a string that is not empty';
const oneOf =
  (...values: string[]): Check =>
  (value) =>
    values.includes(value as string) ? null : `must be one of ${values.join(', ')}`;
const listOf =
  (holds: (item: unknown) => boolean, what: string): Check =>
  (value) =>
    Array.isArray(value) && value.every(holds) ? null : `must be a list of ${what}`;

const CHECKS: { readonly [name in keyof Required<HybridSearchOptions>]: Check } = {
  name: (value) =>
    isText(value) ?? ((value as string).length > MAX_NAME_LENGTH ? `at most ${MAX_NAME_LENGTH} characters` : null),
  model: (value) => (isPlainObject(value) ? null : isText(value)),
  reranker: (value) => (isPlainObject(value) ? null : 'must be a profile'),
  readPictures: (value) => (typeof value === 'boolean' ? null : 'must be true or false'),
  pictureModel: (value) => (isPlainObject(value) ? null : 'must be a profile'),
  modelLoad: oneOf('auto', 'idle', 'ask', 'manual'),
  assetBase: isText,
  language: (value) => (typeof value === 'string' ? null : 'must be a string'),
  stemming: oneOf('en', 'none'),
  terms: listOf((item) => typeof item === 'string', 'words'),
  modes: listOf((item) => (ARMS as readonly unknown[]).includes(item), ARMS.join(', ')),
  search: (value) => (isPlainObject(value) ? null : 'must be an object'),
  // Written so that NaN fails too.
  conversationTtlDays: (value) =>
    typeof value === 'number' && value >= 0 && value <= MAX_TTL_DAYS ? null : `must be from 0 to ${MAX_TTL_DAYS}`,
  touch: (value) => (typeof value === 'boolean' ? null : 'must be true or false'),
  remoteModels: (value) => (isPlainObject(value) ? null : 'must be an object with a revision'),
  onLog: (value) => (typeof value === 'function' ? null : 'must be a function'),
};

/**
 * Returns the options as plain data, without undefined ones.
 * @throws `invalid-option` whose `path` names the option
 */
export function checkOptions(options: HybridSearchOptions): HybridSearchOptions {
  if (!isPlainObject(options)) refuse('options', 'must be an object');
  const checked: { [name: string]: unknown } = {};
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(CHECKS, name)) refuse(name, 'unknown option');
    if (value === undefined) continue;
    const wrong = CHECKS[name as keyof HybridSearchOptions](value);
    if (wrong !== null) refuse(name, wrong);
    checked[name] = name === 'onLog' ? value : toPlain(value, 'invalid-option', name);
  }
  if (checked.search) {
    try {
      checkSettings(checked.search);
    } catch (error) {
      const { path, message } = error as HybridSearchError;
      refuse(`search.${path}`, message);
    }
  }
  const { revision } = (checked.remoteModels as HybridSearchOptions['remoteModels']) ?? { revision: 'none' };
  if (isText(revision) !== null) refuse('remoteModels.revision', 'must be a full commit id');
  return checked;
}

function refuse(path: string, detail: string): never {
  throw new HybridSearchError('invalid-option', detail, { path });
}
