/** Checks arguments before they're sent, because JavaScript callers have no compiler. */
import { HybridSearchError } from '../core/errors.ts';
import { MAPPED_FIELDS } from '../core/import/mapped-fields.ts';
import { IMPORT_FORMATS } from '../core/import/report.ts';
import { isPlainObject } from '../core/record/json.ts';

function refuse(path: string, detail: string): never {
  throw new HybridSearchError('invalid-argument', detail, { path });
}

export function checkId(id: unknown, path = 'id'): void {
  if (typeof id !== 'string' || id === '') refuse(path, 'must be a non-empty string');
}

/** Lone surrogates are replaced before a session's name is stored, so the original name would match no message. */
export function checkSession(session: unknown): void {
  checkId(session, 'session');
  if (/\p{Surrogate}/u.test(session as string)) refuse('session', 'contains a lone surrogate');
}

export function checkIds(ids: unknown): void {
  checkList(ids, 'ids');
  for (const [index, id] of ids.entries()) checkId(id, `ids[${index}]`);
}

export function checkList(list: unknown, path: string): asserts list is unknown[] {
  if (!Array.isArray(list)) refuse(path, 'must be a list');
}

export function checkQuery(query: unknown): void {
  if (typeof query !== 'string') refuse('query', 'must be a string');
}

export function checkSeen(seen: unknown): void {
  if (seen === undefined) return;
  const { contentHash, updatedAt } = (seen ?? {}) as { contentHash?: unknown; updatedAt?: unknown };
  if (typeof contentHash !== 'string' || typeof updatedAt !== 'number') {
    throw new HybridSearchError('invalid-option', 'must be a memory that get() or search() returned', {
      path: 'ifUnchanged',
    });
  }
}

/** @param names known options; leave it out if the engine checks them */
export function checkCallOptions(options: unknown, names?: readonly string[]): void {
  if (!isPlainObject(options)) refuse('options', 'must be an object');
  const { signal } = options;
  if (signal !== undefined && signal !== null && !(signal instanceof AbortSignal)) {
    throw new HybridSearchError('invalid-option', 'must be an AbortSignal', { path: 'signal' });
  }
  for (const name of names ? Object.keys(options) : []) {
    if (!names!.includes(name)) {
      throw new HybridSearchError('invalid-option', 'unknown option', { path: name });
    }
  }
}

export function checkEncoding(encoding: unknown): void {
  if (encoding === undefined) return;
  try {
    if (typeof encoding === 'string') return void new TextDecoder(encoding);
  } catch {
    // The platform doesn't know the label.
  }
  throw new HybridSearchError('invalid-option', 'must be a label of the Encoding Standard', { path: 'encoding' });
}

export function checkMappings(mapping: unknown): void {
  if (Array.isArray(mapping)) for (const [index, one] of mapping.entries()) checkMapping(one, `mapping[${index}]`);
  else if (mapping !== undefined) checkMapping(mapping, 'mapping');
}

function checkMapping(mapping: unknown, path: string): void {
  if (!isPlainObject(mapping)) throw new HybridSearchError('invalid-option', 'must be an object', { path });
  for (const [column, field] of Object.entries(mapping)) {
    if (!(MAPPED_FIELDS as readonly unknown[]).includes(field)) {
      const detail = `must be one of ${MAPPED_FIELDS.join(', ')}`;
      throw new HybridSearchError('invalid-option', detail, { path: `${path}.${column}` });
    }
  }
}

export function checkLeaveOut(sources: unknown): void {
  if (sources === undefined) return;
  checkList(sources, 'leaveOut');
  for (const [index, source] of sources.entries()) {
    const { file, session } = isPlainObject(source) ? source : {};
    if (typeof file !== 'string' || (session !== undefined && typeof session !== 'string'))
      throw new HybridSearchError('invalid-option', 'must be { file, session? }', { path: `leaveOut[${index}]` });
  }
}

export function checkFormat(format: unknown, registered: readonly string[]): void {
  const known: readonly unknown[] = [...IMPORT_FORMATS, ...registered];
  if (format === undefined || known.includes(format)) return;
  throw new HybridSearchError('invalid-option', `must be one of ${known.join(', ')}`, { path: 'format' });
}

const MAX_READER_NAME = 50;

/** @param registered names of the client's readers */
export function checkReader(reader: unknown, registered: readonly string[]): void {
  if (typeof reader !== 'object' || reader === null) refuse('reader', 'must be an object');
  const { name, extensions, detect, read } = reader as { [field: string]: unknown };
  if (typeof name !== 'string' || name.trim() === '' || name.length > MAX_READER_NAME)
    refuse('name', `must be a string of 1 to ${MAX_READER_NAME} characters`);
  if ([...IMPORT_FORMATS, ...registered].includes(name)) refuse('name', `there is a reader named ${name}`);
  if (!Array.isArray(extensions) || extensions.length === 0)
    refuse('extensions', 'must be a list of at least one ending');
  for (const [index, extension] of extensions.entries())
    if (typeof extension !== 'string' || !/^[^\s./\\][^\s/\\]*$/.test(extension))
      refuse(`extensions[${index}]`, 'must be an ending without its dot, such as gpx');
  if (detect !== undefined && typeof detect !== 'function') refuse('detect', 'must be a function');
  if (typeof read !== 'function') refuse('read', 'must be a function');
}

export function checkSource(entry: unknown, path: string): void {
  if (entry instanceof Blob) return;
  const { file, url } = (entry ?? {}) as { file?: unknown; url?: unknown };
  if (!(file instanceof Blob)) refuse(path, 'must be a File, a Blob or { path, file }; records go to addMany');
  if (url !== undefined && typeof url !== 'string') refuse(`${path}.url`, 'must be a string');
}
