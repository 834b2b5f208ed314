/** Fetches the scripts behind the frame. */
import type { Session } from '../session/session.ts';
import type { BodyScript } from './body.ts';
import type { NotesSide } from './notes-side.ts';

/** What is there once the scripts are. */
export interface Opened {
  readonly script: BodyScript;
  readonly session: Session;
  notes: NotesSide | null;
}

/** Fetches the parts that are always there in one go, so that they draw at once. */
export async function fetchBody(whole: boolean): Promise<BodyScript> {
  const [{ body }] = await Promise.all([
    import('./body.ts'),
    import('../search/filters/filters-view.ts'),
    whole ? import('../search/status/status-view.ts') : null,
  ]);
  return body;
}

/** False if the notes side was there already. */
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

/** Until files can be imported: the browser would open one that's dropped in place of the page. */
function keepPage(event: Event): void {
  if ((event as DragEvent).dataTransfer?.types.includes('Files')) event.preventDefault();
}
