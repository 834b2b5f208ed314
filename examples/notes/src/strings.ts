/** Texts in English and German. `say` replaces `{0}` and `{1}`. */
const WORDS = {
  title: ['Notes', 'Notizen'],
  newNote: ['New note', 'Neue Notiz'],
  today: ['Today', 'Heute'],
  folder: ['Folder', 'Ordner'],
  allFolders: ['All folders', 'Alle Ordner'],
  empty: [
    'No notes yet. Write one, or import a folder.',
    'Noch keine Notizen. Schreiben Sie eine oder importieren Sie einen Ordner.',
  ],
  writeHere: [
    'Write in Markdown. A line that starts with # is the title.',
    'Schreiben Sie in Markdown. Eine Zeile, die mit # beginnt, ist der Titel.',
  ],
  hint: ['Choose a note, or write a new one.', 'Wählen Sie eine Notiz oder schreiben Sie eine neue.'],
  edit: ['Edit', 'Bearbeiten'],
  read: ['Read', 'Lesen'],
  back: ['All notes', 'Alle Notizen'],
  trash: ['Trash', 'In den Papierkorb'],
  undo: ['Undo', 'Rückgängig'],
  trashed: ['Moved to the trash.', 'In den Papierkorb verschoben.'],
  backlinks: ['Linked from', 'Verlinkt von'],
  noteText: ['Text of the note, Markdown', 'Text der Notiz, Markdown'],
  mirror: ['Mirror a folder', 'Ordner spiegeln'],
  reconnect: ['Reconnect the folder', 'Ordner wieder verbinden'],
  disconnect: ['Stop mirroring', 'Nicht mehr spiegeln'],
  backup: ['Save a backup', 'Sicherung speichern'],
  backupDue: ['Two weeks without a backup.', 'Seit zwei Wochen keine Sicherung.'],
  update: ['A new version is ready.', 'Eine neue Version ist bereit.'],
  reload: ['Reload', 'Neu laden'],
  language: ['Deutsch', 'English'],
  menu: ['Menu', 'Menü'],
  imported: ['Notes imported: {0}', 'Importierte Notizen: {0}'],
  mirrored: ['Files in sync: {0}', 'Synchronisierte Dateien: {0}'],
  keptAside: [
    'Files in sync: {0}. Changed on both sides, so both versions were kept: {1}',
    'Synchronisierte Dateien: {0}. Auf beiden Seiten geändert, beide Versionen bleiben: {1}',
  ],
  keptOther: [
    'Changed on two devices. The other version is now {0}',
    'Auf zwei Geräten geändert. Die andere Version ist jetzt {0}',
  ],
  waiting: [
    'Files in sync: {0}. Being changed by another program, checked again in a moment: {1}',
    'Synchronisierte Dateien: {0}. Werden gerade von einem anderen Programm geändert und gleich noch einmal geprüft: {1}',
  ],
  problems: ['Files that could not be synced: {0}. {1}', 'Nicht synchronisierte Dateien: {0}. {1}'],
  busyFile: ['Another program keeps changing it.', 'Ein anderes Programm ändert sie ständig.'],
  folderGone: [
    'The folder cannot be found. Was it renamed or moved, or its drive removed?',
    'Der Ordner wurde nicht gefunden. Wurde er umbenannt oder verschoben, oder wurde das Laufwerk entfernt?',
  ],
} as const;

const isGerman = (localStorage.getItem('language') ?? navigator.language).startsWith('de');
document.documentElement.lang = isGerman ? 'de' : 'en';

export const say = (word: keyof typeof WORDS, ...values: (string | number)[]): string =>
  WORDS[word][isGerman ? 1 : 0].replace(/\{(\d)\}/g, (_, index) => String(values[index]));

export function otherLanguage(): void {
  localStorage.setItem('language', isGerman ? 'en' : 'de');
  location.reload();
}

/** Translates the page. `data-text` is an element's text, `data-label` its label, and `data-hint` its placeholder. */
export function translatePage(): void {
  type Word = keyof typeof WORDS;
  for (const element of document.querySelectorAll<HTMLElement>('[data-text], [data-label]')) {
    const { text, label, hint } = element.dataset as { text?: Word; label?: Word; hint?: Word };
    if (text) element.textContent = say(text);
    if (label) element.ariaLabel = say(label);
    if (hint && element instanceof HTMLTextAreaElement) element.placeholder = say(hint);
  }
  document.title = say('title');
}
