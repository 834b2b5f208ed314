/** What the panels tell the element around them. Not composed: nothing of it leaves the element. */
import type { Memory, MemoryInput } from '../../core/record/memory.ts';

export class PanelCloseEvent extends Event {
  static readonly eventName = 'panel-close';
  constructor() {
    super(PanelCloseEvent.eventName);
  }
}

export class MemorySaveEvent extends Event {
  static readonly eventName = 'memory-save';
  /** Null for a new memory. */
  readonly id: string | null;
  readonly input: MemoryInput;
  constructor(id: string | null, input: MemoryInput) {
    super(MemorySaveEvent.eventName);
    this.id = id;
    this.input = input;
  }
}

export type MemoryCommand = 'edit' | 'copy' | 'remove';

export class MemoryCommandEvent extends Event {
  static readonly eventName = 'memory-command';
  readonly command: MemoryCommand;
  readonly memory: Memory;
  constructor(command: MemoryCommand, memory: Memory) {
    super(MemoryCommandEvent.eventName);
    this.command = command;
    this.memory = memory;
  }
}

export type PanelCommand =
  | { kind: 'choose-files' }
  | { kind: 'choose-folder' }
  | { kind: 'cancel-import' }
  | { kind: 'export' }
  | { kind: 'set-model'; id: string }
  | { kind: 'load-model' }
  | { kind: 'pause' }
  | { kind: 'resume' }
  | { kind: 'delete-all' };

export class PanelCommandEvent extends Event {
  static readonly eventName = 'panel-command';
  readonly command: PanelCommand;
  constructor(command: PanelCommand) {
    super(PanelCommandEvent.eventName);
    this.command = command;
  }
}
