/** Keys that a page may ask for, and those that it asks for. */
export const SHORTCUTS: readonly string[] = ['/', 'mod+k'];

/**
 * The requested keys, in lower case. Both for the attribute without a value, which frameworks set to `true` or an
 * empty text.
 */
export function shortcutsOf(value: unknown): readonly string[] {
  if (value === null || value === undefined || value === false) return [];
  const text = value === true ? '' : String(value).trim().toLowerCase();
  return text === '' ? SHORTCUTS : text.split(/\s+/);
}
