/** The keys that a page may enable for the box. */
export const SHORTCUTS: readonly string[] = ['/', 'mod+k'];

/**
 * Returns the enabled keys, in lower case. The attribute without a value, which frameworks set to `true` or an empty
 * text, enables both.
 */
export function shortcutsOf(value: unknown): readonly string[] {
  if (value === null || value === undefined || value === false) return [];
  const text = value === true ? '' : String(value).trim().toLowerCase();
  return text === '' ? SHORTCUTS : text.split(/\s+/);
}
