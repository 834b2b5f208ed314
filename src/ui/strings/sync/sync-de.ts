/** German. */
import { formatNumber } from '../../shared/format.ts';
import type { SyncStrings } from './sync-strings.ts';

const count = (n: number): string => formatNumber(n, 'de');
const plural = (n: number, one: string, many: string): string => `${count(n)} ${n === 1 ? one : many}`;

export const de: SyncStrings = {
  intro:
    'Dieselben Notizen auf jedem Gerät. Sie werden verschlüsselt, bevor sie dieses verlassen, und nur deine Passphrase öffnet sie.',
  serverChoice: 'Über einen Server (CouchDB)',
  folderChoice: 'Über einen Ordner',
  folderHint: 'Syncthing, Dropbox oder ein anderes Programm hält den Ordner auf deinen Geräten gleich.',
  folderChoose: 'Ordner wählen',
  folderChosen: (name) => `Ordner „${name}“`,
  address: 'Adresse der Datenbank',
  addressHint: 'Etwa https://couch.example/notes. Auch ein Link von einem anderen Gerät kann hier eingefügt werden.',
  addressWrong: 'Das ist keine Adresse einer Datenbank. Sie sieht aus wie https://couch.example/notes.',
  loginHint: 'Der Server fragt, wer du bist.',
  user: 'Benutzername',
  password: 'Passwort',
  check: 'Server prüfen',
  checking: 'Wird geprüft …',
  steps: {
    tls: 'Die Verbindung ist verschlüsselt',
    reachable: 'Der Server antwortet',
    'cors-origin': 'Er lässt diese Seite zu',
    'cors-headers': 'Er nimmt an, was diese Seite mitschickt',
    credentials: 'Name und Passwort stimmen',
    database: 'Die Datenbank ist da',
    'cors-methods': 'Er lässt diese Seite schreiben',
    write: 'Du darfst schreiben',
    'body-limit': 'Er nimmt große Anfragen an',
    clock: 'Seine Uhr geht richtig',
  },
  stepPassed: 'In Ordnung',
  stepFailed: 'Nicht in Ordnung',
  stepSkipped: 'Noch nicht geprüft',
  change: 'Das am Server ändern, dann noch einmal prüfen:',
  checkFine: 'Alles in Ordnung.',
  checkFailed: 'Eines muss zuerst geändert werden.',

  passphrase: 'Passphrase',
  passphraseNew:
    'Diese sechs Wörter verschlüsseln deine Notizen. Bewahre sie auf oder nimm eigene: Niemand kann sie dir wiederbeschaffen.',
  passphraseKnown: 'Hier gleichen schon andere Geräte ab. Gib die Passphrase ein, die sie benutzen.',
  passphraseField: 'Passphrase',
  passphraseOrKit: 'Passphrase oder die 24 Wörter zur Wiederherstellung',
  otherWords: 'Andere Wörter',
  passphraseShort: 'Kurze Passphrasen lassen sich erraten. Sechs Wörter sind sicher.',
  deviceName: 'Name dieses Geräts',
  deviceNameHint: 'Deine anderen Geräte zeigen ihn an. Auch er wird verschlüsselt.',
  vectorsOnly: 'Das Lesen auf Bedeutung anderen Geräten überlassen',
  vectorsOnlyHint:
    'Schont den Akku eines Handys. Bis ein anderes Gerät eine Notiz gelesen hat, wird sie über ihre Wörter gefunden.',
  turnOn: 'Abgleich einschalten',
  turningOn: 'Verbindung wird aufgebaut …',

  kit: 'Wörter zur Wiederherstellung',
  kitHint:
    'Sie öffnen deine Notizen, wenn du die Passphrase vergisst. Bewahre sie auf Papier auf, nicht bei diesem Gerät.',
  kitDownload: 'Als Text herunterladen',
  kitPrint: 'Drucken',
  kitKept: 'Ich habe sie aufbewahrt',
  kitText: (place) => `Wörter zur Wiederherstellung der Notizen unter ${place}. Wer sie hat, kann die Notizen lesen.`,

  line: {
    offline: 'Abgleich wartet',
    connecting: 'Abgleich verbindet sich',
    'catching-up': 'Wird abgeglichen',
    live: 'Abgeglichen',
    paused: 'Abgleich pausiert',
    refused: 'Abgleich braucht dich',
  },
  state: {
    offline: 'Warten auf den Server',
    connecting: 'Verbindung wird aufgebaut …',
    'catching-up': 'Wird aufgeholt …',
    live: 'Alles ist auf gleichem Stand.',
    paused: 'Auf diesem Gerät angehalten.',
    refused: 'Der Abgleich ist stehen geblieben.',
  },
  progress: (pulled, pushed, pending) => `${pulled} geholt, ${pushed} gesendet, ${pending} warten noch`,
  syncsWith: (place) => `Gleicht ab mit ${place}`,
  troubleTitle: {
    transport: 'Der Server ist nicht erreichbar',
    authentication: 'Der Server lässt dich nicht ein',
    folder: 'Der Browser darf den Ordner nicht mehr benutzen',
    protocol: 'Unter dieser Adresse antwortet etwas anderes',
    decryption: 'Die Passphrase wird gebraucht',
    identity: 'Dort liegen andere Notizen als vorher',
    version: 'Diese App ist zu alt',
    storage: 'Der Speicher dieses Geräts antwortet nicht',
    full: 'Es ist kein Platz mehr frei',
  },
  troubleText: {
    transport:
      'Es wird von selbst weiter versucht. Deine Notizen sind hier sicher und folgen, sobald der Server wieder da ist.',
    authentication: 'Name oder Passwort wurden geändert oder sind vertippt. Gib sie neu ein.',
    folder: 'Die Erlaubnis ist abgelaufen. Erteile sie wieder, dann geht der Abgleich weiter.',
    protocol:
      'Es ist keine CouchDB-Datenbank, oder ein Programm dazwischen verändert ihre Antworten. Bring das in Ordnung und versuche es noch einmal.',
    decryption:
      'Sie wurde auf einem anderen Gerät geändert oder ist vertippt. Es wurde nichts gesendet oder überschrieben. Gib die ein, die jetzt gilt.',
    identity:
      'Die Datenbank wurde neu angelegt, oder ein anderes Gerät hat mit seinen Notizen neu begonnen. Du kannst zusammenführen, was dort und was hier liegt: Keine Notiz geht verloren. Wird auch das abgelehnt, richte den Abgleich neu ein.',
    version: 'Ein anderes Gerät benutzt schon eine neuere Version. Lade die Seite neu oder aktualisiere die App.',
    storage: 'Schließe andere Tabs dieser Seite und versuche es noch einmal.',
    full: 'Die Platte dieses Geräts oder des Servers ist voll. Schaffe Platz und versuche es noch einmal. Keine Notiz geht verloren.',
  },
  unreadable: (n) =>
    `${plural(n, 'Eintrag lässt', 'Einträge lassen')} sich nicht lesen und ${n === 1 ? 'wurde' : 'wurden'} ausgelassen.`,
  rolledBack: 'Der Server wurde auf einen älteren Stand zurückgesetzt. Dieses Gerät sendet ihm, was ihm fehlt.',
  signIn: 'Anmelden',
  allowFolder: 'Ordner erlauben',
  unlock: 'Weiter',
  takeOver: 'Zusammenführen',
  setUpAgain: 'Neu einrichten',
  reload: 'Neu laden',

  linkTaken: 'Ein Link hat das ausgefüllt. Mach nur weiter, wenn du ihn auf einem eigenen Gerät erstellt hast.',
  wrongPassphrase: 'Das ist nicht die Passphrase. Es wurde nichts geändert.',
  addDevice: 'Gerät hinzufügen',
  inviteHint: 'Richte die Kamera des anderen Geräts auf diesen Code oder öffne dort den Link.',
  invitePassphrase: 'Gib die Passphrase ein: Sie wird Teil des Links.',
  inviteShow: 'Code und Link zeigen',
  inviteCode: 'Code, der den Link enthält',
  link: 'Link',
  inviteWarning: 'Wer diesen Link hat, kann deine Notizen lesen. Zeige ihn nur deinen eigenen Geräten.',
  inviteDone: 'Fertig',

  devices: 'Geräte',
  thisDevice: 'dieses Gerät',
  unnamedDevice: 'Gerät ohne Namen',
  lastSeen: (day) => `zuletzt hier: ${day}`,
  removeDevice: (name) => `${name} aus der Liste entfernen`,
  more: 'Weiteres',
  changePassphrase: 'Passphrase ändern',
  currentPassphrase: 'Bisherige Passphrase',
  newPassphrase: 'Neue Passphrase',
  passphraseChanged: 'Die Passphrase ist geändert. Deine anderen Geräte fragen nach der neuen.',
  showKit: 'Wörter zur Wiederherstellung zeigen',
  startAgain: 'Von hier neu beginnen',
  startAgainWarning:
    'Alles auf dem Server wird durch die Notizen dieses Geräts ersetzt. Andere Geräte halten an und fragen, bevor sie zusammenführen.',
  startAgainConfirm: 'Ersetzen, was dort liegt',
  stop: 'Auf diesem Gerät beenden',
  stopWarning:
    'Die Notizen bleiben hier und auf dem Server, folgen einander aber nicht mehr. Um später weiterzumachen, brauchst du die Passphrase.',
  stopConfirm: 'Abgleich beenden',

  kept: 'Andere Fassungen',
  keptHint: 'Zwei Geräte haben dieselben Zeilen geändert. Die spätere Fassung wird gezeigt; nichts ist verloren.',
  keptAt: (time) => `Geschrieben ${time}`,
  keptRestore: 'Diese Fassung nehmen',
  keptDrop: 'Die gezeigte behalten',
};
