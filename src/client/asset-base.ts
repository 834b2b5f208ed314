/**
 * The folder of `models/` and `ort/` as a page named it, with or without the slash, made absolute: workers resolve
 * addresses against themselves. Null where none was named: the embedding worker then looks beside itself.
 */
export function assetBaseUrl(given: string | undefined): string | null {
  if (given === undefined || given === '') return null;
  return new URL(given.endsWith('/') ? given : `${given}/`, document.baseURI).href;
}
