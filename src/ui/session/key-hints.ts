import { State } from '../shared/state.ts';
import { keepStored, readStored, storedName } from '../shared/stored.ts';

const HIDDEN = storedName('keys-hidden');

export class KeyHints extends State<{ hidden: boolean }> {
  constructor() {
    super({ hidden: readStored(HIDDEN) !== null });
  }

  setHidden(hidden: boolean): void {
    this.set({ hidden });
    keepStored(HIDDEN, hidden ? '1' : null);
  }
}
