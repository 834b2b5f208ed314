/** What sync shows in other parts. The notes side sets it, so that the sync script is fetched only if sync is on. */
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
