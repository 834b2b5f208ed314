/** The query in the page's address (`?q=`), where the element asks for it (U9). */
import type { ElementHost } from '../shared/element-host.ts';

/** What the address asks; empty where it asks nothing or the element does not read it. */
export function readDeepLink(host: ElementHost): string {
  const parameter = parameterOf(host);
  return parameter === null ? '' : (new URLSearchParams(location.search).get(parameter) ?? '');
}

/** Keeps the query in the address, without a new entry in the history. */
export function writeDeepLink(host: ElementHost, query: string): void {
  const parameter = parameterOf(host);
  if (parameter === null) return;
  const url = new URL(location.href);
  if (query.trim()) url.searchParams.set(parameter, query);
  else url.searchParams.delete(parameter);
  history.replaceState(history.state, '', url);
}

function parameterOf({ deepLink }: ElementHost): string | null {
  return deepLink === null ? null : deepLink || 'q';
}
