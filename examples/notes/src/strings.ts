/** Strings of the interface in English and German. `say` replaces `{0}` and `{1}`. */
const WORDS = {
  title: ['Notes', 'Notizen'],
  newNote: ['New note', 'Neue Notiz'],
  today: ['Today', 'Heute'],
  folder: ['Folder', 'Ordner'],
  allFolders: ['All folders', 'Alle Ordner'],
  empty: [
    'No notes yet. Write one, or import a folder.',
    'Noch keine Notizen. Schreib eine, oder lies einen Ordner ein.',
  ],
  writeHere: [
    'Write in Markdown. A line that starts with # is the title.',
    'Schreib in Markdown. Eine Zeile, die mit # beginnt, ist der Titel.',
  ],
  hint: ['Choose a note, or write a new one.', 'Wähl eine Notiz, oder schreib eine neue.'],
  edit: ['Edit', 'Bearbeiten'],
  read: ['Read', 'Lesen'],
  back: ['All notes', 'Alle Notizen'],
  trash: ['Trash', 'Wegwerfen'],
  undo: ['Undo', 'Rückgängig'],
  trashed: ['Moved to the trash.', 'Liegt im Papierkorb.'],
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
  imported: ['Notes imported: {0}', 'Notizen eingelesen: {0}'],
  mirrored: ['Files in sync: {0}', 'Abgeglichene Dateien: {0}'],
  keptAside: [
    'Files in sync: {0}. Changed on both sides, so both versions were kept: {1}',
    'Abgeglichene Dateien: {0}. Auf beiden Seiten geändert, beide Fassungen bleiben: {1}',
  ],
  keptOther: [
    'Changed on two devices. The other version is now {0}',
    'Auf zwei Geräten geändert. Die andere Fassung ist jetzt {0}',
  ],
  waiting: [
    'Files in sync: {0}. Being changed by another program, checked again in a moment: {1}',
    'Abgeglichene Dateien: {0}. Werden gerade von einem anderen Programm geändert, gleich noch einmal: {1}',
  ],
  problems: ['Files that could not be synced: {0}. {1}', 'Nicht abgeglichene Dateien: {0}. {1}'],
  busyFile: ['Another program keeps changing it.', 'Ein anderes Programm ändert sie fortwährend.'],
  folderGone: [
    'The folder cannot be found. Was it renamed or moved, or its drive removed?',
    'Der Ordner ist nicht zu finden. Wurde er umbenannt oder verschoben, oder das Laufwerk entfernt?',
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

/** Texts of the page itself: `data-text` is an element's text, `data-label` its label. */
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
