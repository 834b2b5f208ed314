export type DroppedEntry = FileSystemEntry | File;

/** Files and folders. Must be called while the event is being dispatched, because the transfer is empty afterwards. */
export const entriesOf = ({ items }: DataTransfer): DroppedEntry[] =>
  [...items].flatMap((item) => item.webkitGetAsEntry() ?? item.getAsFile() ?? []);
