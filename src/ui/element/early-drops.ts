import { type DroppedEntry, entriesOf } from '../notes/desk/dropped-entries.ts';

const TYPES = ['dragover', 'drop'];

/**
 * Holds what is dropped before the script that imports it has loaded. The browser would leave the page otherwise. The
 * returned function ends it, and returns what was dropped.
 */
export function holdDrops(host: EventTarget): () => readonly DroppedEntry[] {
  const entries: DroppedEntry[] = [];
  const onDrag = (event: Event): void => {
    const { dataTransfer } = event as DragEvent;
    if (event.defaultPrevented || !dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    if (event.type === 'drop') entries.push(...entriesOf(dataTransfer));
  };
  for (const type of TYPES) host.addEventListener(type, onDrag);
  return () => {
    for (const type of TYPES) host.removeEventListener(type, onDrag);
    return entries;
  };
}
