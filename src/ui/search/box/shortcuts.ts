/** Page-wide keys that focus the box if they're enabled. They do nothing while the user types in a field. */
import { shortcutsOf } from './shortcut-keys.ts';

export interface ShortcutHost extends Element {
  /** Null if the attribute is missing. */
  readonly shortcut: string | boolean | null | undefined;
}

/** @returns a function that ends it */
export function onShortcut(host: ShortcutHost, run: () => void): () => void {
  const onKeydown = (event: KeyboardEvent): void => {
    const wanted = shortcutsOf(host.shortcut);
    if (wanted.length === 0 || event.defaultPrevented || event.isComposing || event.repeat) return;
    const mod = event.ctrlKey !== event.metaKey && !event.altKey && !event.shiftKey;
    const slash = wanted.includes('/') && event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey;
    const modK = wanted.includes('mod+k') && mod && event.key.toLowerCase() === 'k';
    if ((!slash && !modK) || isEditable(event.composedPath()[0])) return;
    run();
    // If the element is hidden or behind a dialog, it can't take the focus, and the key is left to the page or to
    // another element.
    if (host.matches(':focus-within')) event.preventDefault();
  };
  window.addEventListener('keydown', onKeydown);
  return () => window.removeEventListener('keydown', onKeydown);
}

function isEditable(target: EventTarget | undefined): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  const typeless = ['button', 'checkbox', 'radio', 'range', 'color', 'submit', 'reset', 'file', 'image'];
  return target instanceof HTMLInputElement && !typeless.includes(target.type);
}
