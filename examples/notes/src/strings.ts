/** Words of the interface, English and German; `{0}` and `{1}` stand for what `say` is given with them. */
const WORDS = {
  title: ['Notes', 'Notizen'],
  search: ['Search notes', 'Notizen durchsuchen'],
  newNote: ['New note', 'Neue Notiz'],
  today: ['Today', 'Heute'],
  folder: ['Folder', 'Ordner'],
  allFolders: ['All folders', 'Alle Ordner'],
  tag: ['Tag', 'Tag'],
  allTags: ['All tags', 'Alle Tags'],
  more: ['Show more', 'Mehr zeigen'],
  empty: [
    'No notes yet. Write one, or import a folder.',
    'Noch keine Notizen. Schreib eine, oder lies einen Ordner ein.',
  ],
  nothing: ['Nothing relevant.', 'Nichts Passendes.'],
  weak: ['Less sure', 'Weniger sicher'],
  hint: ['Choose a note, or write a new one.', 'Wähl eine Notiz, oder schreib eine neue.'],
  edit: ['Edit', 'Bearbeiten'],
  read: ['Read', 'Lesen'],
  back: ['All notes', 'Alle Notizen'],
  trash: ['Trash', 'Wegwerfen'],
  undo: ['Undo', 'Rückgängig'],
  trashed: ['Moved to the trash.', 'Liegt im Papierkorb.'],
  backlinks: ['Linked from', 'Verlinkt von'],
  noteText: ['Text of the note, Markdown', 'Text der Notiz, Markdown'],
  importFolder: ['Import a folder', 'Ordner einlesen'],
  mirror: ['Mirror a folder', 'Ordner spiegeln'],
  reconnect: ['Reconnect the folder', 'Ordner wieder verbinden'],
  disconnect: ['Stop mirroring', 'Nicht mehr spiegeln'],
  backup: ['Save a backup', 'Sicherung speichern'],
  backupDue: ['Two weeks without a backup.', 'Seit zwei Wochen keine Sicherung.'],
  update: ['A new version is ready.', 'Eine neue Version ist bereit.'],
  reload: ['Reload', 'Neu laden'],
  language: ['Deutsch', 'English'],
  menu: ['Menu', 'Menü'],
  imported: ['{0} notes imported.', '{0} Notizen eingelesen.'],
  mirrored: ['{0} files in step.', '{0} Dateien im Gleichstand.'],
  keptAside: ['{0} files in step, {1} versions kept aside.', '{0} Dateien im Gleichstand, {1} Fassungen aufgehoben.'],
  problems: ['{0} files could not be mirrored: {1}', '{0} Dateien ließen sich nicht spiegeln: {1}'],
  count: ['{0} of {1}', '{0} von {1}'],
  reading: ['Reading {0} notes…', 'Lese {0} Notizen…'],
  model: ['Loading the model, {0} %', 'Lade das Modell, {0} %'],
  word: ['has “{0}”', 'enthält „{0}“'],
  meaning: ['by meaning', 'dem Sinn nach'],
  tagged: ['tagged {0}', 'Tag {0}'],
  link: ['linked', 'verlinkt'],
} as const;

const isGerman = (localStorage.getItem('language') ?? navigator.language).startsWith('de');
document.documentElement.lang = isGerman ? 'de' : 'en';

export const say = (word: keyof typeof WORDS, ...values: (string | number)[]): string =>
  WORDS[word][isGerman ? 1 : 0].replace(/\{(\d)\}/g, (_, index) => String(values[index]));

export function otherLanguage(): void {
  localStorage.setItem('language', isGerman ? 'en' : 'de');
  location.reload();
}

/** What the page itself says: `data-text` is what an element shows, `data-label` what it is called. */
export function translatePage(): void {
  for (const element of document.querySelectorAll<HTMLElement>('[data-text], [data-label]')) {
    const { text, label } = element.dataset as { text?: keyof typeof WORDS; label?: keyof typeof WORDS };
    if (text) element.textContent = say(text);
    if (label) element.ariaLabel = say(label);
    if (label && element instanceof HTMLInputElement) element.placeholder = say(label);
  }
  document.title = say('title');
}
