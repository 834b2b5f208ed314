/** Strings of sync. They're in a separate module per language, so that a page without sync doesn't load them. */
import type { SyncReason, SyncRefusal, SyncStage, SyncStep } from '../../shared/engine-access.ts';

export interface SyncStrings {
  intro: string;
  serverChoice: string;
  folderChoice: string;
  folderHint: string;
  folderChoose: string;
  folderChosen: (name: string) => string;
  /** Label of the field for the address, which also takes a link from another device. */
  address: string;
  addressHint: string;
  addressWrong: string;
  loginHint: string;
  user: string;
  password: string;
  check: string;
  checking: string;
  steps: { [step in SyncStep]: string };
  stepPassed: string;
  stepFailed: string;
  stepSkipped: string;
  change: string;
  checkFine: string;
  checkFailed: string;

  passphrase: string;
  passphraseNew: string;
  passphraseKnown: string;
  passphraseField: string;
  passphraseOrKit: string;
  otherWords: string;
  passphraseShort: string;
  deviceName: string;
  deviceNameHint: string;
  vectorsOnly: string;
  vectorsOnlyHint: string;
  messages: string;
  messagesHint: string;
  turnOn: string;
  turningOn: string;

  kit: string;
  kitHint: string;
  kitDownload: string;
  kitPrint: string;
  kitKept: string;
  /** First lines of the saved and the printed recovery kit. `place`: address or folder. */
  kitText: (place: string) => string;

  line: { [stage in SyncStage]: string };
  state: { [stage in SyncStage]: string };
  progress: (pulled: string, pushed: string, pending: string) => string;
  syncsWith: (place: string) => string;
  troubleTitle: { [reason in SyncReason | 'folder']: string };
  troubleText: { [reason in SyncReason | 'folder']: string };
  unreadable: (records: number) => string;
  refused: { [reason in SyncRefusal['reason']]: (notes: number) => string };
  refusedFiles: (files: number) => string;
  /** Shown after the title of each refused note. */
  refusedBecause: { [reason in SyncRefusal['reason']]: string };
  /** `because`: one of `refusedBecause`. */
  refusedFileBecause: (because: string) => string;
  /** Last entry of a list that isn't complete. */
  refusedMore: (more: string) => string;
  rolledBack: string;
  signIn: string;
  allowFolder: string;
  unlock: string;
  takeOver: string;
  setUpAgain: string;
  reload: string;

  /** Shown when a link has filled in the fields. */
  linkTaken: string;
  wrongPassphrase: string;
  addDevice: string;
  inviteHint: string;
  invitePassphrase: string;
  inviteShow: string;
  inviteCode: string;
  link: string;
  inviteWarning: string;
  inviteDone: string;

  devices: string;
  thisDevice: string;
  unnamedDevice: string;
  lastSeen: (day: string) => string;
  removeDevice: (name: string) => string;
  more: string;
  changePassphrase: string;
  currentPassphrase: string;
  newPassphrase: string;
  passphraseChanged: string;
  showKit: string;
  startAgain: string;
  startAgainWarning: string;
  startAgainConfirm: string;
  stop: string;
  stopWarning: string;
  stopConfirm: string;

  privacyNote: string;
  deleteAllElsewhere: string;

  kept: string;
  keptHint: string;
  keptAt: (time: string) => string;
  keptRestore: string;
  keptDrop: string;
}
