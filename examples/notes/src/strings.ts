/** Words of the interface, English and German. */
const language = localStorage.getItem('language') ?? (navigator.language.startsWith('de') ? 'de' : 'en');
document.documentElement.lang = language;

const pick = <Words>(english: Words, german: Words): Words => (language === 'de' ? german : english);

export function otherLanguage(): void {
  localStorage.setItem('language', language === 'de' ? 'en' : 'de');
  location.reload();
}

export const strings = {
  title: pick('Notes', 'Notizen'),
  search: pick('Search notes', 'Notizen durchsuchen'),
  newNote: pick('New note', 'Neue Notiz'),
  today: pick('Today', 'Heute'),
  folder: pick('Folder', 'Ordner'),
  allFolders: pick('All folders', 'Alle Ordner'),
  allTags: pick('All tags', 'Alle Tags'),
  tag: pick('Tag', 'Tag'),
  more: pick('Show more', 'Mehr zeigen'),
  empty: pick(
    'No notes yet. Write the first one, or import a folder of Markdown files.',
    'Noch keine Notizen. Schreib die erste, oder hol einen Ordner mit Markdown-Dateien.',
  ),
  nothing: pick('Nothing relevant.', 'Nichts Passendes.'),
  weak: pick('Less sure', 'Weniger sicher'),
  edit: pick('Edit', 'Bearbeiten'),
  read: pick('Read', 'Lesen'),
  back: pick('All notes', 'Alle Notizen'),
  trash: pick('Move to trash', 'In den Papierkorb'),
  undo: pick('Undo', 'Rückgängig'),
  trashed: pick('Moved to the trash.', 'Liegt im Papierkorb.'),
  backlinks: pick('Linked from', 'Verlinkt von'),
  noteText: pick('Text of the note, Markdown', 'Text der Notiz, Markdown'),
  nameNote: pick('Name of the new note', 'Name der neuen Notiz'),
  importFolder: pick('Import a folder', 'Ordner einlesen'),
  mirror: pick('Mirror a folder', 'Ordner spiegeln'),
  reconnect: pick('Reconnect the folder', 'Ordner wieder verbinden'),
  disconnect: pick('Stop mirroring', 'Nicht mehr spiegeln'),
  backup: pick('Save a backup', 'Sicherung speichern'),
  backupDue: pick(
    'The last backup is more than two weeks old, or there is none.',
    'Die letzte Sicherung ist mehr als zwei Wochen alt, oder es gibt keine.',
  ),
  update: pick('A new version is ready.', 'Eine neue Version ist bereit.'),
  reload: pick('Reload', 'Neu laden'),
  language: pick('Deutsch', 'English'),
  menu: pick('Menu', 'Menü'),
  imported: pick(
    (count: number) => `${count} notes imported.`,
    (count: number) => `${count} Notizen eingelesen.`,
  ),
  mirrored: pick(
    (files: number, kept: number) => `${files} files in step${kept > 0 ? `, ${kept} versions kept aside` : ''}.`,
    (files: number, kept: number) =>
      `${files} Dateien im Gleichstand${kept > 0 ? `, ${kept} Fassungen aufgehoben` : ''}.`,
  ),
  problems: pick(
    (count: number, first: string) => `${count} files could not be mirrored: ${first}`,
    (count: number, first: string) => `${count} Dateien ließen sich nicht spiegeln: ${first}`,
  ),
  count: pick(
    (shown: number, total: number) => (shown < total ? `${shown} of ${total}` : `${total}`),
    (shown: number, total: number) => (shown < total ? `${shown} von ${total}` : `${total}`),
  ),
  reading: pick(
    (queued: number) => `Reading ${queued} notes…`,
    (queued: number) => `Lese ${queued} Notizen…`,
  ),
  model: pick(
    (percent: number) => `Loading the model, ${percent} %`,
    (percent: number) => `Lade das Modell, ${percent} %`,
  ),
  word: pick(
    (words: string) => `has “${words}”`,
    (words: string) => `enthält „${words}“`,
  ),
  meaning: pick('by meaning', 'dem Sinn nach'),
  tagged: pick(
    (tag: string) => `tagged ${tag}`,
    (tag: string) => `Tag ${tag}`,
  ),
  link: pick('linked', 'verlinkt'),
};
