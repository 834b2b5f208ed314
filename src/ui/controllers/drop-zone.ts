/** Files dropped on, or pasted into, the element (DESIGN M5). Text pasted into a field is the field's own affair. */
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { type FoundFiles, filesOfTransfer } from './import-files.ts';

export interface DropListener {
  /** False where importing is not offered. */
  acceptsFiles(): boolean;
  onFiles(found: FoundFiles): void;
  onDropError(error: Error): void;
}

export class DropZoneController implements ReactiveController {
  /** Files hover over the element. */
  over = false;
  readonly #host: ReactiveControllerHost & EventTarget;
  readonly #listener: DropListener;
  /** Enter and leave fire for every child; the zone is left when they balance. */
  #depth = 0;

  constructor(host: ReactiveControllerHost & EventTarget, listener: DropListener) {
    this.#host = host;
    this.#listener = listener;
    host.addController(this);
  }

  hostConnected(): void {
    const host = this.#host;
    host.addEventListener('dragenter', this.#onEnter);
    host.addEventListener('dragover', this.#onOver);
    host.addEventListener('dragleave', this.#onLeave);
    host.addEventListener('drop', this.#onDrop);
    host.addEventListener('paste', this.#onPaste);
  }

  hostDisconnected(): void {
    const host = this.#host;
    host.removeEventListener('dragenter', this.#onEnter);
    host.removeEventListener('dragover', this.#onOver);
    host.removeEventListener('dragleave', this.#onLeave);
    host.removeEventListener('drop', this.#onDrop);
    host.removeEventListener('paste', this.#onPaste);
    this.#set(0);
  }

  #set(depth: number): void {
    this.#depth = Math.max(0, depth);
    const over = this.#depth > 0;
    if (over === this.over) return;
    this.over = over;
    this.#host.requestUpdate();
  }

  #takes(transfer: DataTransfer | null): transfer is DataTransfer {
    return transfer?.types.includes('Files') === true && this.#listener.acceptsFiles();
  }

  readonly #onEnter = (event: Event): void => {
    if (!this.#takes((event as DragEvent).dataTransfer)) return;
    event.preventDefault();
    this.#set(this.#depth + 1);
  };

  readonly #onOver = (event: Event): void => {
    const { dataTransfer } = event as DragEvent;
    if (!this.#takes(dataTransfer)) return;
    event.preventDefault();
    dataTransfer.dropEffect = 'copy';
  };

  readonly #onLeave = (event: Event): void => {
    if (this.#takes((event as DragEvent).dataTransfer)) this.#set(this.#depth - 1);
  };

  readonly #onDrop = (event: Event): void => {
    const { dataTransfer } = event as DragEvent;
    this.#set(0);
    if (!this.#takes(dataTransfer)) return;
    event.preventDefault();
    this.#take(dataTransfer);
  };

  readonly #onPaste = (event: Event): void => {
    const { clipboardData } = event as ClipboardEvent;
    if (!this.#takes(clipboardData)) return;
    event.preventDefault();
    this.#take(clipboardData);
  };

  #take(transfer: DataTransfer): void {
    filesOfTransfer(transfer).then(
      (found) => this.#listener.onFiles(found),
      (error: Error) => this.#listener.onDropError(error),
    );
  }
}
