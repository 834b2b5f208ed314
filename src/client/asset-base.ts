import { HybridSearchError } from '../core/errors.ts';

/**
 * The folder of `models/` and `ort/` as a page named it, with or without the slash, made absolute: workers resolve
 * addresses against themselves. Null where none was named: the embedding worker then looks beside itself; and where there
 * is no page at all, as on a server, which has no workers either.
 */
export function assetBaseUrl(given: string | undefined): string | null {
  if (given === undefined || given === '') return null;
  const page = typeof document === 'undefined' ? globalThis.location?.href : document.baseURI;
  if (page === undefined) return null;
  const folder = given.endsWith('/') ? given : `${given}/`;
  if (!URL.canParse(folder, page))
    throw new HybridSearchError('invalid-option', 'must be an address', { path: 'assetBase' });
  return new URL(folder, page).href;
}
