/** What sync shows in the status line and under the open note. The script of sync sets it, so parts needn't load it. */
import { State } from '../shared/state.ts';

export interface SyncingState {
  /** In the status line. Null if sync is off. */
  line: unknown;
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
