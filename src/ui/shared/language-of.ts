export function languageOf(host: {
  readonly language: string | null;
  closest(selector: string): Element | null;
}): string {
  return host.language ?? host.closest('[lang]')?.getAttribute('lang') ?? document.documentElement.lang;
}
