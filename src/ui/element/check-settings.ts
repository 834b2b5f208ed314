/** Attributes that only the element reads; those that it hands to its client, the client checks. */
import { HybridSearchError } from '../../core/errors.ts';
import type { ElementSettings } from './settings.ts';

const MAX_LIMIT = 100;
const THEMES: readonly unknown[] = ['auto', 'light', 'dark'];
const SHORTCUTS: readonly string[] = ['/', 'mod+k'];

type Checked = 'limit' | 'theme' | 'shortcut';

const CHECKS: { readonly [name in Checked]: (value: unknown) => string | null } = {
  limit: (value) =>
    Number.isInteger(value) && (value as number) >= 1 && (value as number) <= MAX_LIMIT
      ? null
      : `must be a whole number from 1 to ${MAX_LIMIT}`,
  theme: (value) => (THEMES.includes(value) ? null : `must be one of ${THEMES.join(', ')}`),
  shortcut: (value) =>
    shortcutsOf(value).every((key) => SHORTCUTS.includes(key)) ? null : 'must be made of / and mod+k',
};

/** The keys that are asked for, in lower case: both for the bare attribute, which frameworks set as `true` or an empty text. */
export function shortcutsOf(value: unknown): readonly string[] {
  if (value === null || value === undefined || value === false) return [];
  const text = value === true ? '' : String(value).trim().toLowerCase();
  return text === '' ? SHORTCUTS : text.split(/\s+/);
}

/** A results page's length as near to what is wished as may be; 10 for what is no number. */
export const limitOf = (wished: number): number => Math.min(MAX_LIMIT, Math.max(1, Math.floor(wished) || 10));

/** Of what has changed, what cannot be: `invalid-option` each, with the property as path. */
export function wrongSettings(
  host: ElementSettings,
  changed: { has(name: string): boolean },
  wrongStrings: readonly string[],
): HybridSearchError[] {
  const wrong = (path: string, message: string): HybridSearchError =>
    new HybridSearchError('invalid-option', message, { path });
  const settings = Object.entries(CHECKS).flatMap(([name, check]) => {
    const message = changed.has(name) ? check(host[name as Checked]) : null;
    return message === null ? [] : [wrong(name, message)];
  });
  if (!changed.has('strings')) return settings;
  return [...settings, ...wrongStrings.map((name) => wrong(`strings.${name}`, 'is no such string of the element'))];
}
