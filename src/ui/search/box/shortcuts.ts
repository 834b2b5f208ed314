import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { shortcutsOf } from './shortcut-keys.ts';

export interface ShortcutHost extends ReactiveControllerHost, Element {
  readonly shortcut: string | boolean | null | undefined;
}

export class Shortcut implements ReactiveController {
  readonly #host: ShortcutHost;
  readonly #onShortcut: () => void;

  constructor(host: ShortcutHost, onShortcut: () => void) {
    this.#host = host;
    this.#onShortcut = onShortcut;
    host.addController(this);
  }

  hostConnected(): void {
    window.addEventListener('keydown', this.#onKeydown);
  }

  hostDisconnected(): void {
    window.removeEventListener('keydown', this.#onKeydown);
  }

  readonly #onKeydown = (event: KeyboardEvent): void => {
    const wanted = shortcutsOf(this.#host.shortcut);
    if (wanted.length === 0 || event.defaultPrevented || event.isComposing || event.repeat) return;
    const mod = event.ctrlKey !== event.metaKey && !event.altKey && !event.shiftKey;
    const slash = wanted.includes('/') && event.key === '/' && !event.ctrlKey && !event.metaKey && !event.altKey;
    const modK = wanted.includes('mod+k') && mod && event.key.toLowerCase() === 'k';
    if ((!slash && !modK) || isEditable(event.composedPath()[0])) return;
    this.#onShortcut();
    // If the element is hidden or behind a dialog, it can't take the focus, and the key is left to the page or to
    // another element.
    if (this.#host.matches(':focus-within')) event.preventDefault();
  };
}

function isEditable(target: EventTarget | undefined): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement)
    return true;
  const typeless = ['button', 'checkbox', 'radio', 'range', 'color', 'submit', 'reset', 'file', 'image'];
  return target instanceof HTMLInputElement && !typeless.includes(target.type);
}

export function shortcutHint(shortcut: unknown): string {
  const wanted = shortcutsOf(shortcut);
  if (wanted.length === 0) return '';
  if (wanted.includes('/')) return '/';
  return /mac|iphone|ipad/i.test(navigator.platform) ? '⌘ K' : 'Ctrl K';
}
