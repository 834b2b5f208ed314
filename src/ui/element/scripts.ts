import type { Session } from '../session/session.ts';
import type { BodyScript } from './body.ts';
import type { NotesSide } from './notes-side.ts';

export interface Opened {
  readonly script: BodyScript;
  readonly session: Session;
  notes: NotesSide | null;
}

/** Fetched in parallel, so that body, filters and status bar are drawn together. */
export async function fetchBody(whole: boolean): Promise<BodyScript> {
  const [{ body }] = await Promise.all([
    import('./body.ts'),
    import('../search/filters/filters-view.ts'),
    whole ? import('../search/status/status-view.ts') : null,
  ]);
  return body;
}

/** Returns false if it was already open. */
export async function openNotes(host: Element, opened: Opened): Promise<boolean> {
  for (const type of DROPPING) host.addEventListener(type, keepPage);
  const script = await import('./notes-side.ts');
  for (const type of DROPPING) host.removeEventListener(type, keepPage);
  if (opened.notes) return false;
  opened.notes = new script.NotesSide(host, opened.session);
  if (host.isConnected) opened.notes.connect();
  return true;
}

const DROPPING = ['dragover', 'drop'];

/** Keeps the browser from leaving the page for a dropped file, until files can be imported. */
function keepPage(event: Event): void {
  if ((event as DragEvent).dataTransfer?.types.includes('Files')) event.preventDefault();
}
