/** Imports files that are dropped on the element or pasted into it. Ignores text, and what another handler took. */
import { State } from '../../shared/state.ts';
import { type DroppedEntry, entriesOf } from './early-drops.ts';
import { filesOfEntries } from './import-files.ts';
import type { StoreActions } from './store-actions.ts';

export class DropZone extends State<{ over: boolean }> {
  readonly #host: EventTarget;
  readonly #store: StoreActions;
  readonly #onDropError: (error: Error) => void;
  /** `dragenter` minus `dragleave` events. Both fire for every child, so at 0 the files have left the element. */
  #depth = 0;

  constructor(host: EventTarget, store: StoreActions, onDropError: (error: Error) => void) {
    super({ over: false });
    this.#host = host;
    this.#store = store;
    this.#onDropError = onDropError;
  }

  connect(): void {
    const host = this.#host;
    host.addEventListener('dragenter', this.#onEnter);
    host.addEventListener('dragover', this.#onOver);
    host.addEventListener('dragleave', this.#onLeave);
    host.addEventListener('drop', this.#onDrop);
    host.addEventListener('paste', this.#onPaste);
  }

  disconnect(): void {
    const host = this.#host;
    host.removeEventListener('dragenter', this.#onEnter);
    host.removeEventListener('dragover', this.#onOver);
    host.removeEventListener('dragleave', this.#onLeave);
    host.removeEventListener('drop', this.#onDrop);
    host.removeEventListener('paste', this.#onPaste);
    this.#setDepth(0);
  }

  take(entries: readonly DroppedEntry[]): void {
    const store = this.#store;
    if (entries.length === 0 || !store.acceptsFiles) return;
    filesOfEntries(entries, store.readers).then((found) => store.takeFiles(found), this.#onDropError);
  }

  #setDepth(depth: number): void {
    this.#depth = Math.max(0, depth);
    const over = this.#depth > 0;
    if (over !== this.state.over) this.set({ over });
  }

  #accepts(transfer: DataTransfer | null): transfer is DataTransfer {
    return transfer?.types.includes('Files') === true && this.#store.acceptsFiles;
  }

  readonly #onEnter = (event: Event): void => {
    if (!this.#accepts((event as DragEvent).dataTransfer)) return;
    event.preventDefault();
    this.#setDepth(this.#depth + 1);
  };

  readonly #onOver = (event: Event): void => {
    const { dataTransfer } = event as DragEvent;
    if (!dataTransfer?.types.includes('Files')) return;
    // Even during an import, because otherwise the browser would leave the page and open the file.
    event.preventDefault();
    dataTransfer.dropEffect = this.#accepts(dataTransfer) ? 'copy' : 'none';
  };

  readonly #onLeave = (event: Event): void => {
    if (this.#accepts((event as DragEvent).dataTransfer)) this.#setDepth(this.#depth - 1);
  };

  readonly #onDrop = (event: Event): void => {
    const { dataTransfer } = event as DragEvent;
    this.#setDepth(0);
    if (event.defaultPrevented || !dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    this.take(entriesOf(dataTransfer));
  };

  readonly #onPaste = (event: Event): void => {
    const { clipboardData } = event as ClipboardEvent;
    if (event.defaultPrevented || !this.#accepts(clipboardData) || isCopiedText(clipboardData)) return;
    event.preventDefault();
    this.take(entriesOf(clipboardData));
  };
}

/** Text copied from a spreadsheet or a page may come with a picture of it, and a copied file with its name as text. */
const isCopiedText = ({ types, files }: DataTransfer): boolean =>
  types.includes('text/plain') && [...files].every(({ type }) => type.startsWith('image/'));
