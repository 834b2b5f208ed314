import { HybridSearchError } from '../core/errors.ts';

/** Absolute, because workers resolve URLs against their own script. Null: the folder of the workers' scripts. */
export function assetBaseUrl(given: string | undefined): string | null {
  if (given === undefined || given === '') return null;
  const page = typeof document === 'undefined' ? globalThis.location?.href : document.baseURI;
  if (page === undefined) return null;
  const folder = given.endsWith('/') ? given : `${given}/`;
  if (!URL.canParse(folder, page))
    throw new HybridSearchError('invalid-option', 'must be a URL', { path: 'assetBase' });
  return new URL(folder, page).href;
}
