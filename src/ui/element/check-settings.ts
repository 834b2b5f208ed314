/** Checks the attributes that only the element reads. The client checks those that are passed to it. */
import { HybridSearchError } from '../../core/errors.ts';
import { SHORTCUTS, shortcutsOf } from '../search/box/shortcut-keys.ts';
import { MAX_LIMIT } from '../session/answer/answer-page.ts';
import { HsErrorEvent } from '../shared/error-event.ts';
import { includeNotesWords } from '../strings/load-notes.ts';
import type { Words } from '../strings/words.ts';
import type { ElementSettings } from './settings.ts';

const THEMES: readonly unknown[] = ['auto', 'light', 'dark'];

const PARTS: readonly unknown[] = ['all', 'search'];

type Checked = 'limit' | 'theme' | 'parts' | 'shortcut';

const CHECKS: { readonly [name in Checked]: (value: unknown) => string | null } = {
  limit: (value) =>
    Number.isInteger(value) && (value as number) >= 1 && (value as number) <= MAX_LIMIT
      ? null
      : `must be a whole number from 1 to ${MAX_LIMIT}`,
  theme: (value) => (THEMES.includes(value) ? null : `must be one of ${THEMES.join(', ')}`),
  parts: (value) => (PARTS.includes(value) ? null : `must be one of ${PARTS.join(', ')}`),
  shortcut: (value) =>
    shortcutsOf(value).every((key) => SHORTCUTS.includes(key)) ? null : 'must be made of / and mod+k',
};

export function reportWrongSettings(
  host: ElementSettings & { readonly words: Words },
  changed: { has(name: string): boolean },
): void {
  const report = (path: string, message: string): void =>
    void host.dispatchEvent(new HsErrorEvent(new HybridSearchError('invalid-option', message, { path })));
  for (const [name, check] of Object.entries(CHECKS)) {
    const message = changed.has(name) ? check(host[name as Checked]) : null;
    if (message !== null) report(name, message);
  }
  if (!changed.has('strings')) return;
  void wrongStrings(host.words).then((names) => {
    for (const name of names) report(`strings.${name}`, 'is no such string of the element');
  });
}

/** A name may be one of the parts that write, whose strings are only fetched with them. */
async function wrongStrings(words: Words): Promise<readonly string[]> {
  try {
    if (words.wrong.length > 0) await includeNotesWords(words);
    return words.wrong;
  } catch {
    return [];
  }
}
