export type DroppedEntry = FileSystemEntry | File;

/** Files and folders. Must be called while the event is being dispatched, because the transfer is empty afterwards. */
export const entriesOf = (transfer: DataTransfer): DroppedEntry[] =>
  [...transfer.items]
    .filter((item) => item.kind === 'file')
    .map((item) => item.webkitGetAsEntry() ?? item.getAsFile())
    .filter((entry) => entry !== null);
