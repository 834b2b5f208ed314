import { formatNumber } from '../../shared/format.ts';
import type { SyncStrings } from './sync-strings.ts';

const count = (n: number): string => formatNumber(n, 'de');
const plural = (n: number, one: string, many: string): string => `${count(n)} ${n === 1 ? one : many}`;

export const de: SyncStrings = {
  intro:
    'Dieselben Notizen auf jedem Gerät. Sie werden verschlüsselt, bevor sie dieses verlassen, und nur Ihre Passphrase öffnet sie.',
  serverChoice: 'Über einen Server (CouchDB)',
  folderChoice: 'Über einen Ordner',
  folderHint: 'Syncthing, Dropbox oder ein anderes Programm hält den Ordner auf Ihren Geräten synchron.',
  folderChoose: 'Ordner wählen',
  folderChosen: (name) => `Ordner „${name}“`,
  address: 'Adresse der Datenbank',
  addressHint:
    'Zum Beispiel https://couch.example/notes. Sie können hier auch einen Link von einem anderen Gerät einfügen.',
  addressWrong: 'Das ist keine Datenbankadresse. Sie sollte aussehen wie https://couch.example/notes.',
  loginHint: 'Der Server verlangt eine Anmeldung.',
  user: 'Benutzername',
  password: 'Passwort',
  check: 'Server prüfen',
  checking: 'Wird geprüft…',
  steps: {
    tls: 'Die Verbindung ist verschlüsselt',
    reachable: 'Der Server antwortet',
    'cors-origin': 'Er lässt diese Seite zu',
    'cors-headers': 'Er akzeptiert die Kopfzeilen dieser Seite',
    credentials: 'Name und Passwort stimmen',
    database: 'Die Datenbank ist vorhanden',
    'cors-methods': 'Er erlaubt dieser Seite zu schreiben',
    write: 'Sie haben Schreibrechte',
    'body-limit': 'Er akzeptiert große Anfragen',
    clock: 'Seine Uhr und die dieses Geräts stimmen überein',
  },
  stepPassed: 'In Ordnung',
  stepFailed: 'Nicht in Ordnung',
  stepSkipped: 'Noch nicht geprüft',
  change: 'Ändern Sie dies auf dem Server und prüfen Sie dann erneut:',
  checkFine: 'Alles in Ordnung.',
  checkFailed: 'Zuerst muss etwas geändert werden.',

  passphrase: 'Passphrase',
  passphraseNew:
    'Diese sechs Wörter verschlüsseln Ihre Notizen. Bewahren Sie sie gut auf oder wählen Sie eigene: Niemand kann sie für Sie wiederherstellen.',
  passphraseKnown: 'Hier synchronisieren bereits andere Geräte. Geben Sie deren Passphrase ein.',
  passphraseField: 'Passphrase',
  passphraseOrKit: 'Passphrase oder die 24 Wiederherstellungswörter',
  otherWords: 'Andere Wörter',
  passphraseShort: 'Kurze Passphrasen lassen sich erraten. Sechs Wörter sind sicher.',
  deviceName: 'Name dieses Geräts',
  deviceNameHint: 'Ihre anderen Geräte zeigen ihn an. Auch er wird verschlüsselt.',
  vectorsOnly: 'Das Lesen auf Bedeutung anderen Geräten überlassen',
  vectorsOnlyHint:
    'Schont den Akku eines Handys. Bis ein anderes Gerät eine Notiz gelesen hat, wird sie über ihre Wörter gefunden.',
  messages: 'Auch Unterhaltungen synchronisieren',
  messagesHint:
    'Nachrichten kommen nur auf Geräte, auf denen dies eingeschaltet ist. Beim Ausschalten wird nichts gelöscht.',
  turnOn: 'Synchronisierung einschalten',
  turningOn: 'Verbindung wird hergestellt…',

  kit: 'Wiederherstellungswörter',
  kitHint:
    'Sie öffnen Ihre Notizen, wenn Sie die Passphrase vergessen. Bewahren Sie sie auf Papier auf, getrennt von diesem Gerät.',
  kitDownload: 'Als Text herunterladen',
  kitPrint: 'Drucken',
  kitKept: 'Ich habe sie notiert',
  kitText: (place) => `Wiederherstellungswörter für die Notizen unter ${place}. Wer sie hat, kann die Notizen lesen.`,

  line: {
    offline: 'Synchronisierung wartet',
    connecting: 'Synchronisierung verbindet sich',
    'catching-up': 'Wird synchronisiert',
    live: 'Synchronisiert',
    paused: 'Synchronisierung pausiert',
    refused: 'Synchronisierung prüfen',
  },
  state: {
    offline: 'Warten auf den Server',
    connecting: 'Verbindung wird hergestellt…',
    'catching-up': 'Wird auf den neuesten Stand gebracht…',
    live: 'Alles ist auf dem neuesten Stand.',
    paused: 'Auf diesem Gerät pausiert.',
    refused: 'Die Synchronisierung ist stehen geblieben.',
  },
  progress: (pulled, pushed, pending) => `${pulled} empfangen, ${pushed} gesendet, ${pending} ausstehend`,
  syncsWith: (place) => `Synchronisiert mit ${place}`,
  troubleTitle: {
    transport: 'Der Server ist nicht erreichbar',
    authentication: 'Der Server lehnt die Anmeldung ab',
    folder: 'Der Browser hat keinen Zugriff mehr auf den Ordner',
    protocol: 'Unter dieser Adresse antwortet etwas anderes',
    decryption: 'Die Passphrase wird benötigt',
    identity: 'Die Notizen dort sind nicht mehr dieselben',
    version: 'Diese App ist veraltet',
    storage: 'Der Speicher dieses Geräts antwortet nicht',
    full: 'Kein Speicherplatz mehr frei',
  },
  troubleText: {
    transport:
      'Es wird automatisch erneut versucht. Ihre Notizen sind hier sicher und werden gesendet, sobald der Server wieder erreichbar ist.',
    authentication: 'Name oder Passwort wurde geändert oder falsch eingegeben. Geben Sie beides erneut ein.',
    folder: 'Die Berechtigung ist abgelaufen. Erteilen Sie sie erneut, dann wird die Synchronisierung fortgesetzt.',
    protocol:
      'Es ist keine CouchDB-Datenbank, oder ein Programm dazwischen verändert ihre Antworten. Beheben Sie das und versuchen Sie es erneut.',
    decryption:
      'Sie wurde auf einem anderen Gerät geändert oder falsch eingegeben. Es wurde nichts gesendet oder überschrieben. Geben Sie die aktuelle ein.',
    identity:
      'Die Datenbank wurde neu angelegt, oder ein anderes Gerät hat mit seinen Notizen neu begonnen. Sie können die Notizen dort und hier zusammenführen: Keine Notiz geht verloren. Wird auch das abgelehnt, richten Sie die Synchronisierung neu ein.',
    version:
      'Ein anderes Gerät verwendet bereits eine neuere Version. Laden Sie die Seite neu oder aktualisieren Sie die App.',
    storage: 'Schließen Sie andere Tabs dieser Website und versuchen Sie es erneut.',
    full: 'Der Speicher dieses Geräts oder des Servers ist voll. Geben Sie Speicherplatz frei und versuchen Sie es erneut. Keine Notiz geht verloren.',
  },
  unreadable: (n) =>
    `${plural(n, 'Eintrag lässt', 'Einträge lassen')} sich nicht lesen und ${n === 1 ? 'wurde' : 'wurden'} übersprungen.`,
  refused: {
    'too-large': (n) =>
      `${plural(n, 'Notiz ist', 'Notizen sind')} zu groß für den Server und ${n === 1 ? 'wurde' : 'wurden'} nicht gesendet. Kürzen Sie sie oder erhöhen Sie die Grenze des Servers.`,
    forbidden: (n) =>
      `Der Server nimmt ${plural(n, 'Notiz', 'Notizen')} nicht an. Ändern Sie die Regeln der Datenbank und versuchen Sie es erneut.`,
    unanswered: (n) =>
      `Der Server antwortet nicht, wenn ${plural(n, 'Notiz', 'Notizen')} gesendet ${n === 1 ? 'wird. Sie ist' : 'werden. Sie sind'} vielleicht zu groß. Es wird später erneut versucht.`,
  },
  refusedFiles: (n) =>
    `${plural(n, 'Originaldokument konnte', 'Originaldokumente konnten')} nicht gesendet werden. ${n === 1 ? 'Sein Text wurde' : 'Ihre Texte wurden'} gesendet.`,
  refusedBecause: { 'too-large': 'zu groß', forbidden: 'nicht angenommen', unanswered: 'keine Antwort' },
  refusedFileBecause: (because) => `Originaldokument: ${because}`,
  refusedMore: (more) => `und ${more} weitere`,
  rolledBack: 'Der Server wurde auf einen älteren Stand zurückgesetzt. Dieses Gerät sendet ihm, was fehlt.',
  signIn: 'Anmelden',
  allowFolder: 'Zugriff erlauben',
  unlock: 'Weiter',
  takeOver: 'Zusammenführen',
  setUpAgain: 'Neu einrichten',
  reload: 'Neu laden',

  linkTaken:
    'Diese Angaben stammen aus einem Link. Fahren Sie nur fort, wenn Sie ihn auf einem eigenen Gerät erstellt haben.',
  wrongPassphrase: 'Die Passphrase ist falsch. Es wurde nichts geändert.',
  addDevice: 'Gerät hinzufügen',
  inviteHint: 'Richten Sie die Kamera des anderen Geräts auf diesen Code oder öffnen Sie dort den Link.',
  invitePassphrase: 'Geben Sie die Passphrase ein: Sie wird Teil des Links.',
  inviteShow: 'Code und Link anzeigen',
  inviteCode: 'Code, der den Link enthält',
  link: 'Link',
  inviteWarning: 'Wer diesen Link hat, kann Ihre Notizen lesen. Verwenden Sie ihn nur auf Ihren eigenen Geräten.',
  inviteDone: 'Fertig',

  devices: 'Geräte',
  thisDevice: 'dieses Gerät',
  unnamedDevice: 'Unbenanntes Gerät',
  lastSeen: (day) => `zuletzt gesehen: ${day}`,
  removeDevice: (name) => `${name} aus der Liste entfernen`,
  more: 'Mehr',
  changePassphrase: 'Passphrase ändern',
  currentPassphrase: 'Aktuelle Passphrase',
  newPassphrase: 'Neue Passphrase',
  passphraseChanged: 'Die Passphrase wurde geändert. Ihre anderen Geräte fragen nach der neuen.',
  showKit: 'Wiederherstellungswörter anzeigen',
  startAgain: 'Von hier neu beginnen',
  startAgainWarning:
    'Alles auf dem Server wird durch die Notizen dieses Geräts ersetzt. Andere Geräte stoppen die Synchronisierung und fragen, bevor sie zusammenführen.',
  startAgainConfirm: 'Alles dort ersetzen',
  stop: 'Auf diesem Gerät beenden',
  stopWarning:
    'Die Notizen bleiben hier und auf dem Server, werden aber nicht mehr synchronisiert. Um später fortzufahren, brauchen Sie die Passphrase.',
  stopConfirm: 'Synchronisierung beenden',

  privacyNote:
    'Gesucht wird auf diesem Gerät. Die Synchronisierung sendet Notizen verschlüsselt; nur Ihre Geräte können sie lesen.',
  deleteAllElsewhere:
    'Die Synchronisierung ist eingeschaltet: Auch auf Ihren anderen Geräten werden alle Notizen gelöscht.',

  kept: 'Andere Versionen',
  keptHint: 'Zwei Geräte haben dieselben Zeilen geändert. Die spätere Version wird angezeigt; nichts ist verloren.',
  keptAt: (time) => `Geschrieben: ${time}`,
  keptRestore: 'Diese Version verwenden',
  keptDrop: 'Angezeigte Version behalten',
};
