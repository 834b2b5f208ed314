/** Keeps the query and the open note in the page's URL (`?q=`, `?note=`), if the element has `deep-link`. */
import type { SessionHost } from './session-host.ts';

export function readDeepLink(host: SessionHost): string {
  return read(queryParameter(host)) ?? '';
}

export function writeDeepLink(host: SessionHost, query: string): void {
  write(queryParameter(host), query.trim() ? query : null);
}

export function readNoteLink(host: SessionHost): string[] {
  return [read(noteParameter(host)) ?? []].flat();
}

export function writeNoteLink(host: SessionHost, id: string | null): void {
  write(noteParameter(host), id);
}

export function noteLink(host: SessionHost, id: string): string | null {
  const query = queryParameter(host);
  const note = noteParameter(host);
  if (query === null || note === null) return null;
  const url = addressOfPage(host);
  url.searchParams.set(note, id);
  return url.href;
}

/** The page's address without what the element adds to it. */
export function addressOfPage(host: SessionHost): URL {
  const url = new URL(location.href);
  for (const parameter of [queryParameter(host), noteParameter(host)])
    if (parameter !== null) url.searchParams.delete(parameter);
  return url;
}

function queryParameter({ deepLink }: SessionHost): string | null {
  return deepLink === null ? null : deepLink || 'q';
}

function noteParameter({ deepLink }: SessionHost): string | null {
  if (deepLink === null) return null;
  return deepLink ? `${deepLink}-note` : 'note';
}

function read(parameter: string | null): string | null {
  return parameter === null ? null : new URLSearchParams(location.search).get(parameter);
}

function write(parameter: string | null, value: string | null): void {
  if (parameter === null) return;
  const url = new URL(location.href);
  if (value === null) url.searchParams.delete(parameter);
  else url.searchParams.set(parameter, value);
  try {
    history.replaceState(history.state, '', url);
  } catch {
    // The document has no URL of its own (`srcdoc`), or the URL was changed more often than the browser allows.
  }
}
