export const SHORTCUTS: readonly string[] = ['/', 'mod+k'];

/** An attribute without a value enables both shortcuts; frameworks set it to `true` or an empty string. */
export function shortcutsOf(value: unknown): readonly string[] {
  if (value === null || value === undefined || value === false) return [];
  const text = value === true ? '' : String(value).trim().toLowerCase();
  return text === '' ? SHORTCUTS : text.split(/\s+/);
}

export function shortcutHint(shortcut: unknown): string {
  const wanted = shortcutsOf(shortcut);
  if (wanted.length === 0) return '';
  if (wanted.includes('/')) return '/';
  return /mac|iphone|ipad/i.test(navigator.platform) ? '⌘ K' : 'Ctrl K';
}
