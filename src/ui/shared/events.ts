/**
 * The element's public events (U6): typed subclasses of Event, composed, bubbling.
 * Each carries its data as readonly fields; the tag map at the end types `addEventListener`.
 */
import type { Memory } from '../../core/record/memory.ts';
import type { Hit, SearchResponse } from '../../core/results/response.ts';
import type { ChangeEvent, Progress, StorageNotice } from './engine-access.ts';

const PUBLIC = { bubbles: true, composed: true } as const;

/** A person chose a result. Cancelable: `preventDefault()` keeps the element from opening it. */
export class HsSelectEvent extends Event {
  static readonly eventName = 'hs-select';
  readonly memory: Memory;
  /** Null where the memory was chosen while browsing, without a query. */
  readonly hit: Hit | null;

  constructor(memory: Memory, hit: Hit | null) {
    super(HsSelectEvent.eventName, { ...PUBLIC, cancelable: true });
    this.memory = memory;
    this.hit = hit;
  }
}

/** A search was answered; `response.partial` tells the keyword answer from the fused one. */
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

/** Model or embedding progress. */
export class HsProgressEvent extends Event {
  static readonly eventName = 'hs-progress';
  readonly progress: Progress;

  constructor(progress: Progress) {
    super(HsProgressEvent.eventName, PUBLIC);
    this.progress = progress;
  }
}

/** Something failed; the element has already told the person. */
export class HsErrorEvent extends Event {
  static readonly eventName = 'hs-error';
  readonly error: Error;

  constructor(error: Error) {
    super(HsErrorEvent.eventName, PUBLIC);
    this.error = error;
  }
}

/** The store was opened, restored or lost, or its durability changed. */
export class HsStorageEvent extends Event {
  static readonly eventName = 'hs-storage';
  readonly storage: StorageNotice;

  constructor(storage: StorageNotice) {
    super(HsStorageEvent.eventName, PUBLIC);
    this.storage = storage;
  }
}

declare global {
  interface HTMLElementEventMap {
    'hs-select': HsSelectEvent;
    'hs-search': HsSearchEvent;
    'hs-change': HsChangeEvent;
    'hs-progress': HsProgressEvent;
    'hs-error': HsErrorEvent;
    'hs-storage': HsStorageEvent;
  }
}
