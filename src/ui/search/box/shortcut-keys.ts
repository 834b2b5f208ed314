export const SHORTCUTS: readonly string[] = ['/', 'mod+k'];

/** An attribute without a value enables both shortcuts; frameworks set it to `true` or an empty string. */
export function shortcutsOf(value: unknown): readonly string[] {
  if (value === null || value === undefined || value === false) return [];
  const text = value === true ? '' : String(value).trim().toLowerCase();
  return text === '' ? SHORTCUTS : text.split(/\s+/);
}
