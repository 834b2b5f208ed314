export type DroppedEntry = FileSystemEntry | File;

/** Files and folders. Must be called while the event is being dispatched, because the transfer is empty afterwards. */
export const entriesOf = ({ items }: DataTransfer): DroppedEntry[] =>
  [...items].flatMap((item) => item.webkitGetAsEntry() ?? item.getAsFile() ?? []);

/**
 * Holds what is dropped before the script that imports it has loaded, and discards it while the element is `readonly`.
 * The browser would leave the page otherwise. The returned function ends it, and returns what was dropped.
 */
export function holdDrops(host: EventTarget & { readonly: boolean }): () => readonly DroppedEntry[] {
  const entries: DroppedEntry[] = [];
  let ended = false;
  for (const type of ['dragover', 'drop'])
    host.addEventListener(type, (event) => {
      const { dataTransfer } = event as DragEvent;
      if (ended || event.defaultPrevented || !dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      if (type === 'drop' && !host.readonly) entries.push(...entriesOf(dataTransfer));
    });
  return () => {
    ended = true;
    return entries;
  };
}
