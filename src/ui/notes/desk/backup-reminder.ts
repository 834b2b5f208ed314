/**
 * Suggests a backup, because notes that are only in this browser are lost if its site data is cleared. The reminder
 * appears 30 days after the last backup or after it was put off. Without either, it appears 30 days after the store
 * first had enough notes.
 */
import { html, nothing, type TemplateResult } from 'lit';
import type { Session } from '../../session/session.ts';
import { formatDay } from '../../shared/format.ts';
import { icons } from '../../shared/icons.ts';
import { keepStored, readStored, storedName } from '../../shared/stored.ts';
import type { Strings } from '../../strings/strings.ts';
import { deskOf } from './desk.ts';
import { lastBackup } from './last-backup.ts';

export const BACKUP_DUE_MS = 30 * 86_400_000;
/** Fewer notes are quickly written again. */
const WORTH_IT = 10;

const nameOf = (store: string): string => storedName('backup-asked', store);

export function isBackupDue(store: string, notes: number, now: number): boolean {
  if (notes < WORTH_IT) return false;
  const since = Math.max(lastBackup(store) ?? 0, postponedAt(store) ?? 0);
  if (since === 0) putOffBackup(store, now);
  return since > 0 && now - since > BACKUP_DUE_MS;
}

export const putOffBackup = (store: string, now: number): void => keepStored(nameOf(store), String(now));

const postponedAt = (store: string): number | null => Number(readStored(nameOf(store))) || null;

export function renderBackupReminder(session: Session, strings: Strings): TemplateResult | typeof nothing {
  const { host, connection, places } = session;
  const notes = connection.state.stats?.memories ?? 0;
  const now = Date.now();
  if (!session.writes || !isBackupDue(host.name, notes, now)) return nothing;
  const last = lastBackup(host.name);
  const later = (): void => {
    putOffBackup(host.name, Date.now());
    places.focusBox();
    places.requestUpdate();
  };
  return html`<p class="storage-note offer" part="storage-note">
    ${icons.warning}<span
      >${strings.backupDue(notes)} ${last === null ? nothing : strings.backupLast(formatDay(last, now, strings.locale))}
      <button type="button" class="link" part="button" @click=${() => deskOf(session).store.run({ kind: 'export' })}>${strings.export}</button></span
    >
    <button type="button" class="icon-only quiet" part="button" aria-label=${strings.later} title=${strings.later} @click=${later}>${icons.clear}</button>
  </p>`;
}
