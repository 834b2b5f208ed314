export const SHORTCUTS: readonly string[] = ['/', 'mod+k'];

/** In lower case. Without a value, which frameworks set to `true` or an empty text, both are enabled. */
export function shortcutsOf(value: unknown): readonly string[] {
  if (value === null || value === undefined || value === false) return [];
  const text = value === true ? '' : String(value).trim().toLowerCase();
  return text === '' ? SHORTCUTS : text.split(/\s+/);
}
