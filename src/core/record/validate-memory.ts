/**
 * Checks and copies a memory's fields. `undefined` and `null` mean "not given". So do an empty list, and an empty
 * string in an optional text field other than the id.
 */
import { toBase64 } from '../bytes/base64.ts';
import { HybridSearchError } from '../errors.ts';
import { canonicalJson, isPlainObject } from './json.ts';
import type { JsonObject, Memory } from './memory.ts';
import {
  CONVERSATION_TYPE,
  DEFAULT_CONFIDENCE,
  DEFAULT_TYPE,
  MAX_IMPORTANCE,
  MAX_LANG_LENGTH,
  MAX_LINK_LENGTH,
  MAX_LINKS,
  MAX_NAME_LENGTH,
  MAX_TAGS,
  MAX_TITLE_LENGTH,
  MAX_URL_LENGTH,
} from './memory-limits.ts';
import {
  readBoolean,
  readChoice,
  readCount,
  readId,
  readImages,
  readMetadata,
  readNumber,
  readOptionalTime,
  readString,
  readStrings,
  readText,
} from './validate-memory-fields.ts';

export interface ValidationContext {
  /** Milliseconds since the epoch. */
  now: number;
  newId: () => string;
  /** Collision-resistant, such as SHA-256 in hex. */
  hash: (text: string) => string;
  /** Lifetime in milliseconds of a conversation memory without `expiresAt`. 0 means that it doesn't expire. */
  conversationTtlMs: number;
}

const FIELDS = new Set([
  'id',
  'title',
  'text',
  'tags',
  'type',
  'source',
  'url',
  'thread',
  'session',
  'role',
  'owner',
  'privacy',
  'group',
  'channel',
  'links',
  'aliases',
  'lang',
  'dir',
  'evergreen',
  'pinned',
  'importance',
  'confidence',
  'metadata',
  'images',
  'createdAt',
  'updatedAt',
  'lastAccessedAt',
  'accessCount',
  'expiresAt',
]);

/** Fields that only the store sets. Input may have them, but they're ignored. */
const STORE_FIELDS = new Set(['contentHash', 'trashedAt', 'importId']);

export const MEMORY_FIELDS: ReadonlySet<string> = FIELDS;

/**
 * Also accepts a stored `Memory`, but ignores its `contentHash`, `trashedAt` and `importId`.
 *
 * Defaults: `createdAt` is now, or `updatedAt` if that's earlier; `updatedAt` = `createdAt`; `lastAccessedAt` =
 * `updatedAt`; `accessCount` 0. `expiresAt: null` keeps a conversation memory for ever.
 * @throws HybridSearchError `invalid-memory` with the path of the field
 */
export function validateMemory(input: unknown, context: ValidationContext): Memory {
  const memory = readMemory(input, context);
  return { ...memory, contentHash: contentHashOf(memory, context.hash) };
}

export function checkMemory(input: unknown): void {
  readMemory(input, { now: 0, newId: () => '', conversationTtlMs: 0 });
}

function readMemory(input: unknown, context: Omit<ValidationContext, 'hash'>): Omit<Memory, 'contentHash'> {
  const given = readFields(input);
  const type = readString(given.type, 'type', MAX_NAME_LENGTH) ?? DEFAULT_TYPE;
  const updated = readOptionalTime(given.updatedAt, 'updatedAt');
  const createdAt = readOptionalTime(given.createdAt, 'createdAt') ?? Math.min(context.now, updated ?? context.now);
  const updatedAt = updated ?? createdAt;
  const expiresAt = readExpiry(given.expiresAt, type, context);
  const title = readString(given.title, 'title', MAX_TITLE_LENGTH);
  const source = readString(given.source, 'source', MAX_NAME_LENGTH);
  const url = readString(given.url, 'url', MAX_URL_LENGTH);
  const thread = readString(given.thread, 'thread', MAX_NAME_LENGTH);
  const session = readString(given.session, 'session', MAX_NAME_LENGTH);
  const role = readChoice(given.role, 'role', ['user', 'assistant', 'system']);
  const owner = readString(given.owner, 'owner', MAX_NAME_LENGTH);
  const privacy = readChoice(given.privacy, 'privacy', ['direct', 'channel', 'group', 'global']);
  const group = readString(given.group, 'group', MAX_NAME_LENGTH);
  const channel = readString(given.channel, 'channel', MAX_NAME_LENGTH);
  const links = readStrings(given.links, 'links', MAX_LINKS, MAX_LINK_LENGTH);
  const aliases = readStrings(given.aliases, 'aliases', MAX_LINKS, MAX_LINK_LENGTH);
  const lang = readString(given.lang, 'lang', MAX_LANG_LENGTH);
  const dir = readChoice(given.dir, 'dir', ['ltr', 'rtl', 'auto']);
  const evergreen = readBoolean(given.evergreen, 'evergreen');
  const pinned = readBoolean(given.pinned, 'pinned');
  const importance = readNumber(given.importance, 'importance', 0, MAX_IMPORTANCE);
  const images = readImages(given.images, 'images');
  return {
    id: readId(given.id, 'id') ?? context.newId(),
    ...(title !== undefined && { title }),
    text: readText(given.text, 'text'),
    tags: readStrings(given.tags, 'tags', MAX_TAGS, MAX_NAME_LENGTH) ?? [],
    type,
    ...(source !== undefined && { source }),
    ...(url !== undefined && { url }),
    ...(thread !== undefined && { thread }),
    ...(session !== undefined && { session }),
    ...(role !== undefined && { role }),
    ...(owner !== undefined && { owner }),
    ...(privacy !== undefined && { privacy }),
    ...(group !== undefined && { group }),
    ...(channel !== undefined && { channel }),
    ...(links !== undefined && { links }),
    ...(aliases !== undefined && { aliases }),
    ...(lang !== undefined && { lang }),
    ...(dir !== undefined && { dir }),
    ...(evergreen !== undefined && { evergreen }),
    ...(pinned === true && { pinned }),
    ...(importance !== undefined && { importance }),
    confidence: readNumber(given.confidence, 'confidence', 0, 1) ?? DEFAULT_CONFIDENCE,
    metadata: readMetadata(given.metadata, 'metadata'),
    ...(images !== undefined && { images }),
    createdAt,
    updatedAt,
    lastAccessedAt: readOptionalTime(given.lastAccessedAt, 'lastAccessedAt') ?? updatedAt,
    accessCount: readCount(given.accessCount, 'accessCount') ?? 0,
    ...(expiresAt !== undefined && { expiresAt }),
  };
}

/**
 * `undefined` leaves a field as it is; `null`, an empty string or an empty list removes it. `updatedAt` becomes now
 * unless the patch sets it. An existing expiry stays, except when a conversation memory becomes another type. A memory
 * without expiry that becomes a conversation memory gets the default expiry.
 * @throws HybridSearchError `invalid-memory`, also if the patch would change the id or remove the text
 */
export function validatePatch(current: Memory, patch: unknown, context: ValidationContext): Memory {
  const given = readFields(patch);
  if (given.id !== undefined && given.id !== current.id) {
    throw new HybridSearchError('invalid-memory', 'an update can’t change the id', { path: 'id' });
  }
  const becomesConversation = given.type === CONVERSATION_TYPE && current.type !== CONVERSATION_TYPE;
  const { expiresAt: end, ...rest } = current;
  const staysOrWas = given.type === undefined || given.type === CONVERSATION_TYPE || current.type !== CONVERSATION_TYPE;
  const expiresAt = staysOrWas ? end : undefined;
  const next: { [field: string]: unknown } = { ...rest, updatedAt: context.now };
  if (expiresAt !== undefined || !becomesConversation) next.expiresAt = expiresAt ?? null;
  for (const field of FIELDS) {
    if (given[field] !== undefined) next[field] = given[field];
  }
  if (next.updatedAt === null) next.updatedAt = context.now;
  return validateMemory(next, context);
}

function readFields(input: unknown): { [field: string]: unknown } {
  if (!isPlainObject(input)) throw new HybridSearchError('invalid-memory', 'must be an object with a text');
  const given: { [field: string]: unknown } = Object.create(null);
  for (const field of Object.keys(input)) {
    if (FIELDS.has(field)) given[field] = input[field];
    else if (!STORE_FIELDS.has(field)) {
      throw new HybridSearchError('invalid-memory', 'unknown field; put your own data under metadata', { path: field });
    }
  }
  return given;
}

function readExpiry(
  value: unknown,
  type: string,
  context: Pick<ValidationContext, 'now' | 'conversationTtlMs'>,
): number | undefined {
  if (value === undefined && type === CONVERSATION_TYPE && context.conversationTtlMs > 0) {
    return context.now + context.conversationTtlMs;
  }
  return readOptionalTime(value, 'expiresAt');
}

function contentHashOf(memory: Omit<Memory, 'contentHash'>, hash: (text: string) => string): string {
  const { id, images, createdAt, updatedAt, lastAccessedAt, accessCount, expiresAt, ...content } = memory;
  const canonical: JsonObject = { ...content };
  if (images) {
    canonical.images = images.map((image) => ({
      data: toBase64(new Uint8Array(image.data)),
      mimeType: image.mimeType,
      alt: image.alt,
    }));
  }
  return hash(canonicalJson(canonical));
}
