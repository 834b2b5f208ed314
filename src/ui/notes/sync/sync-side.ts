import { defineInner } from '../../session/define-inner.ts';
import type { Session } from '../../session/session.ts';
import { SyncDesk } from './sync-desk.ts';
import { SyncPanelElement } from './sync-panel.ts';

export function loadSyncSide(session: Session, onStart: () => Promise<void>): Promise<SyncDesk> {
  defineInner('hs-sync-panel', SyncPanelElement);
  return SyncDesk.load(session, onStart);
}
