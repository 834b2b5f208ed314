/** The element's public events. They bubble and are composed. */
import type { Memory } from '../../core/record/memory.ts';
import type { Hit, SearchResponse } from '../../core/results/response.ts';
import type { ChangeEvent, ImportFile, Progress, StorageNotice } from './engine-access.ts';
import { PUBLIC } from './error-event.ts';

/** The user chose a result. Cancelable: `preventDefault()` stops the element from opening it. */
export class HsSelectEvent extends Event {
  static readonly eventName = 'hs-select';
  readonly memory: Memory;
  /** Null if the user chose the memory while browsing, without a query. */
  readonly hit: Hit | null;

  constructor(memory: Memory, hit: Hit | null) {
    super(HsSelectEvent.eventName, { ...PUBLIC, cancelable: true });
    this.memory = memory;
    this.hit = hit;
  }
}

/** A note is about to be shown in the reader. Cancelable: `preventDefault()` lets the page show it instead. */
export class HsOpenEvent extends Event {
  static readonly eventName = 'hs-open';
  readonly memory: Memory;
  /** Null if the note wasn't opened from an answer. */
  readonly hit: Hit | null;

  constructor(memory: Memory, hit: Hit | null) {
    super(HsOpenEvent.eventName, { ...PUBLIC, cancelable: true });
    this.memory = memory;
    this.hit = hit;
  }
}

/** The user wants to change a note. Cancelable: `preventDefault()` lets the page open its own editor. */
export class HsEditEvent extends Event {
  static readonly eventName = 'hs-edit';
  readonly memory: Memory;

  constructor(memory: Memory) {
    super(HsEditEvent.eventName, { ...PUBLIC, cancelable: true });
    this.memory = memory;
  }
}

/** The user wants to delete a note. Cancelable: `preventDefault()` keeps the note. */
export class HsRemoveEvent extends Event {
  static readonly eventName = 'hs-remove';
  readonly memory: Memory;

  constructor(memory: Memory) {
    super(HsRemoveEvent.eventName, { ...PUBLIC, cancelable: true });
    this.memory = memory;
  }
}

/** The user wants to write a new note. Cancelable: `preventDefault()` lets the page open its own editor. */
export class HsCreateEvent extends Event {
  static readonly eventName = 'hs-create';
  /** Suggested title, or empty. */
  readonly title: string;

  constructor(title: string) {
    super(HsCreateEvent.eventName, { ...PUBLIC, cancelable: true });
    this.title = title;
  }
}

/** The user chose, dropped or pasted files. Cancelable: `preventDefault()` lets the page read them instead. */
export class HsImportEvent extends Event {
  static readonly eventName = 'hs-import';
  readonly files: readonly ImportFile[];

  constructor(files: readonly ImportFile[]) {
    super(HsImportEvent.eventName, { ...PUBLIC, cancelable: true });
    this.files = files;
  }
}

/** The user saved a backup of all notes. */
export class HsExportEvent extends Event {
  static readonly eventName = 'hs-export';

  constructor() {
    super(HsExportEvent.eventName, PUBLIC);
  }
}

/** A search was answered. If `response.partial` is true, a complete answer follows. */
export class HsSearchEvent extends Event {
  static readonly eventName = 'hs-search';
  readonly query: string;
  readonly response: SearchResponse;

  constructor(query: string, response: SearchResponse) {
    super(HsSearchEvent.eventName, PUBLIC);
    this.query = query;
    this.response = response;
  }
}

/** The store changed, here or in another tab. */
export class HsChangeEvent extends Event {
  static readonly eventName = 'hs-change';
  readonly change: ChangeEvent;

  constructor(change: ChangeEvent) {
    super(HsChangeEvent.eventName, PUBLIC);
    this.change = change;
  }
}

/** Progress of loading the model, embedding notes or reading pictures. */
export class HsProgressEvent extends Event {
  static readonly eventName = 'hs-progress';
  readonly progress: Progress;

  constructor(progress: Progress) {
    super(HsProgressEvent.eventName, PUBLIC);
    this.progress = progress;
  }
}

/** The state of the store changed, for example because it was opened, restored or full. */
export class HsStorageEvent extends Event {
  static readonly eventName = 'hs-storage';
  readonly storage: StorageNotice;

  constructor(storage: StorageNotice) {
    super(HsStorageEvent.eventName, PUBLIC);
    this.storage = storage;
  }
}

declare global {
  interface GlobalEventHandlersEventMap {
    'hs-select': HsSelectEvent;
    'hs-open': HsOpenEvent;
    'hs-edit': HsEditEvent;
    'hs-remove': HsRemoveEvent;
    'hs-create': HsCreateEvent;
    'hs-import': HsImportEvent;
    'hs-export': HsExportEvent;
    'hs-search': HsSearchEvent;
    'hs-change': HsChangeEvent;
    'hs-progress': HsProgressEvent;
    'hs-storage': HsStorageEvent;
  }
}
