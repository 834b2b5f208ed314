/**
 * What sync shows in parts that don't depend on it. The notes side sets it when sync is on, and only then fetches the
 * script.
 */
import { State } from '../shared/state.ts';

export interface SyncingState {
  /** In the status line. Null if sync is off. */
  line: unknown;
  /** Under the open note. */
  underNote: unknown;
}

export class Syncing extends State<SyncingState> {
  constructor() {
    super({ line: null, underNote: null });
  }

  show(change: Partial<SyncingState>): void {
    this.set(change);
  }
}
