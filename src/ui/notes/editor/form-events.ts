import type { NoteFields } from '../desk/note-fields.ts';

/** `id` is null for a new note. */
export class DraftChangeEvent extends Event {
  static readonly eventName = 'draft-change';
  readonly id: string | null;
  readonly fields: NoteFields;

  constructor(id: string | null, fields: NoteFields) {
    super(DraftChangeEvent.eventName);
    this.id = id;
    this.fields = fields;
  }
}

export class DraftDiscardEvent extends Event {
  static readonly eventName = 'draft-discard';
  readonly id: string | null;

  constructor(id: string | null) {
    super(DraftDiscardEvent.eventName);
    this.id = id;
  }
}

export class MemorySaveEvent extends Event {
  static readonly eventName = 'memory-save';
  readonly id: string | null;
  readonly fields: NoteFields;

  constructor(id: string | null, fields: NoteFields) {
    super(MemorySaveEvent.eventName);
    this.id = id;
    this.fields = fields;
  }
}
