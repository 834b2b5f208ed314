import type { SyncDevice, SyncRefusal, SyncState } from '../../shared/engine-access.ts';
import type { SyncStrings } from '../../strings/sync/sync-strings.ts';

export interface SyncDeskState {
  isOpen: boolean;
  words: SyncStrings;
  /** Null while sync is off. */
  sync: SyncState | null;
  /** Address of the server without the login, or name of the folder. */
  place: string;
  isFolder: boolean;
  /** Words of the recovery kit, until the user confirms that they're saved. Otherwise null. */
  kit: string | null;
  /** `link` is null until the passphrase is entered. */
  isInviting: boolean;
  link: string | null;
  devices: readonly SyncDevice[];
  said: string;
  failure: Error | null;
  isBusy: boolean;
}

export const OFF: Omit<SyncDeskState, 'words'> = {
  isOpen: false,
  sync: null,
  place: '',
  isFolder: false,
  kit: null,
  isInviting: false,
  link: null,
  devices: [],
  said: '',
  failure: null,
  isBusy: false,
};

/** Whether everything is synced except notes that the server refuses. */
export const isIncomplete = (sync: SyncState): sync is SyncState & { refused: readonly SyncRefusal[] } =>
  sync.stage === 'live' && sync.refused !== undefined;
