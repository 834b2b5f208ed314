/** Events from a panel to the part around it. They aren't composed, so they never leave the part. */
import type { Memory } from '../../core/record/memory.ts';
import type { ImportMapping, SourceReference } from './engine-access.ts';

export class PanelCloseEvent extends Event {
  static readonly eventName = 'panel-close';
  constructor() {
    super(PanelCloseEvent.eventName);
  }
}

export type MemoryCommand = 'open' | 'edit' | 'copy' | 'copy-link' | 'pin' | 'remove';

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
  | {
      kind: 'confirm-import';
      leaveOut: readonly SourceReference[];
      mappings: readonly ImportMapping[];
      keepFiles: boolean;
    }
  | { kind: 'map-import'; mappings: readonly ImportMapping[] }
  | { kind: 'cancel-import' }
  | { kind: 'resume-import' }
  | { kind: 'split-import' }
  | { kind: 'decode-import'; encoding: string }
  | {
      kind: 'export';
      /** Whether to include the embeddings, so that a restore needn't compute them again. */
      vectors?: boolean;
    }
  | { kind: 'export-markdown' }
  | { kind: 'set-model'; id: string }
  | { kind: 'read-pictures'; on: boolean }
  | { kind: 'judge' }
  | { kind: 'sync' }
  | { kind: 'delete-all'; count: number }
  | { kind: 'end-delete-all' };

export class PanelCommandEvent extends Event {
  static readonly eventName = 'panel-command';
  readonly command: PanelCommand;
  constructor(command: PanelCommand) {
    super(PanelCommandEvent.eventName);
    this.command = command;
  }
}

export type ModelCommand = 'load' | 'pause' | 'resume';

export class ModelCommandEvent extends Event {
  static readonly eventName = 'model-command';
  readonly command: ModelCommand;
  constructor(command: ModelCommand) {
    super(ModelCommandEvent.eventName);
    this.command = command;
  }
}
