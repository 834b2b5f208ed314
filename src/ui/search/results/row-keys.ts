/** An arrow key moves from the box to the buttons of the active row, and the next key acts. */

export type RowAction = 'why' | 'edit' | 'copy' | 'remove';

export const ROW_KEYS: { readonly [action in RowAction]: string } = {
  why: 'w',
  edit: 'e',
  copy: 'c',
  remove: 'Delete',
};

export interface RowKeyListener {
  onAction(action: RowAction): void;
  onLeave(): void;
}

export function onRowKeys(event: KeyboardEvent, listener: RowKeyListener): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
  const group = event.currentTarget as HTMLElement;
  const buttons = [...group.querySelectorAll<HTMLElement>('button')];
  const at = buttons.indexOf(event.target as HTMLElement);
  const forward = getComputedStyle(group).direction === 'rtl' ? 'ArrowLeft' : 'ArrowRight';
  if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
    const next = at + (event.key === forward ? 1 : -1);
    if (next < 0) listener.onLeave();
    else buttons[next]?.focus();
  } else if (event.key === 'Escape') listener.onLeave();
  else {
    const key = event.key === 'Backspace' ? 'Delete' : event.key.toLowerCase();
    const button = buttons.find(
      ({ dataset }) => ROW_KEYS[dataset.action as RowAction].toLowerCase() === key.toLowerCase(),
    );
    if (!button) return;
    listener.onAction(button.dataset.action as RowAction);
  }
  event.preventDefault();
  event.stopPropagation();
}
