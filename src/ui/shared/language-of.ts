/** Returns the BCP 47 tag of interface and notes: the element's own, an ancestor's, or the page's. */
export function languageOf(host: {
  readonly language: string | null;
  closest(selector: string): Element | null;
}): string {
  return host.language ?? host.closest('[lang]')?.getAttribute('lang') ?? document.documentElement.lang;
}
