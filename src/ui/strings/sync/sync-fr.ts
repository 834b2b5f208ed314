import { formatNumber } from '../../shared/format.ts';
import type { SyncStrings } from './sync-strings.ts';

const count = (n: number): string => formatNumber(n, 'fr');

export const fr: SyncStrings = {
  intro:
    'Les mêmes notes sur chaque appareil. Elles sont chiffrées avant de quitter celui-ci, et seule votre phrase secrète les ouvre.',
  serverChoice: 'Par un serveur (CouchDB)',
  folderChoice: 'Par un dossier',
  folderHint: 'Syncthing, Dropbox ou un autre programme garde le dossier identique sur vos appareils.',
  folderChoose: 'Choisir un dossier',
  folderChosen: (name) => `Dossier «\u00a0${name}\u00a0»`,
  address: 'Adresse de la base de données',
  addressHint: 'Par exemple https://couch.example/notes. Un lien reçu d’un autre appareil peut aussi être collé ici.',
  addressWrong: 'Ce n’est pas l’adresse d’une base de données. Elle ressemble à https://couch.example/notes.',
  loginHint: 'Le serveur demande qui vous êtes.',
  user: 'Nom d’utilisateur',
  password: 'Mot de passe',
  check: 'Vérifier le serveur',
  checking: 'Vérification…',
  steps: {
    tls: 'La connexion est chiffrée',
    reachable: 'Le serveur répond',
    'cors-origin': 'Il laisse entrer cette page',
    'cors-headers': 'Il accepte ce que cette page envoie avec ses requêtes',
    credentials: 'Le nom et le mot de passe sont justes',
    database: 'La base de données existe',
    'cors-methods': 'Il laisse cette page écrire',
    write: 'Vous avez le droit d’écrire',
    'body-limit': 'Il accepte de grandes requêtes',
    clock: 'Son horloge et celle de cet appareil concordent',
  },
  stepPassed: 'Réussi',
  stepFailed: 'Échoué',
  stepSkipped: 'Pas encore vérifié',
  change: 'À changer sur le serveur, puis vérifiez de nouveau\u00a0:',
  checkFine: 'Tout va bien.',
  checkFailed: 'Il y a d’abord une chose à changer.',

  passphrase: 'Phrase secrète',
  passphraseNew:
    'Ces six mots chiffrent vos notes. Gardez-les, ou choisissez les vôtres\u00a0: personne ne peut vous les rendre.',
  passphraseKnown: 'D’autres appareils se synchronisent déjà ici. Saisissez la phrase secrète qu’ils utilisent.',
  passphraseField: 'Phrase secrète',
  passphraseOrKit: 'Phrase secrète, ou les 24 mots de secours',
  otherWords: 'D’autres mots',
  passphraseShort: 'Une phrase courte se devine. Six mots sont sûrs.',
  deviceName: 'Nom de cet appareil',
  deviceNameHint: 'Vos autres appareils l’affichent. Il est chiffré lui aussi.',
  vectorsOnly: 'Laisser les autres appareils lire le sens des notes',
  vectorsOnlyHint:
    'Ménage la batterie d’un téléphone. Tant qu’aucun autre appareil n’a lu une note, elle se trouve par ses mots.',
  messages: 'Synchroniser aussi les conversations',
  messagesHint:
    'Les messages n’arrivent que sur les appareils où cette option est activée. La désactiver ne supprime rien.',
  turnOn: 'Activer la synchronisation',
  turningOn: 'Connexion…',

  kit: 'Mots de secours',
  kitHint: 'Ils ouvrent vos notes si vous oubliez la phrase secrète. Gardez-les sur papier, loin de cet appareil.',
  kitDownload: 'Télécharger en texte',
  kitPrint: 'Imprimer',
  kitKept: 'Je les ai gardés',
  kitText: (place) => `Mots de secours des notes de ${place}. Qui a ces mots peut les lire.`,

  line: {
    offline: 'Synchronisation en attente',
    connecting: 'La synchronisation se connecte',
    'catching-up': 'Synchronisation en cours',
    live: 'Synchronisé',
    paused: 'Synchronisation en pause',
    refused: 'Synchronisation à vérifier',
  },
  state: {
    offline: 'En attente du serveur',
    connecting: 'Connexion…',
    'catching-up': 'Rattrapage…',
    live: 'Tout est à jour.',
    paused: 'En pause sur cet appareil.',
    refused: 'La synchronisation s’est arrêtée.',
  },
  progress: (pulled, pushed, pending) => `${pulled} reçus, ${pushed} envoyés, ${pending} en attente`,
  syncsWith: (place) => `Synchronisé avec ${place}`,
  troubleTitle: {
    transport: 'Le serveur est injoignable',
    authentication: 'Le serveur ne vous laisse pas entrer',
    folder: 'Le navigateur n’a plus le droit d’utiliser le dossier',
    protocol: 'Autre chose répond à cette adresse',
    decryption: 'La phrase secrète est nécessaire',
    identity: 'Il s’y trouve d’autres notes qu’avant',
    version: 'Cette application est trop ancienne',
    storage: 'Le stockage de cet appareil ne répond pas',
    full: 'Il n’y a plus de place',
  },
  troubleText: {
    transport:
      'De nouveaux essais suivent d’eux-mêmes. Vos notes sont en sécurité ici et partiront quand le serveur sera de retour.',
    authentication: 'Le nom ou le mot de passe ont changé, ou sont mal saisis. Saisissez-les de nouveau.',
    folder: 'L’autorisation a pris fin. Accordez-la de nouveau, et la synchronisation reprend.',
    protocol:
      'Ce n’est pas une base CouchDB, ou un programme intermédiaire change ses réponses. Corrigez cela, puis réessayez.',
    decryption:
      'Elle a été changée sur un autre appareil, ou mal saisie. Rien n’a été envoyé ni écrasé. Saisissez celle qui sert maintenant.',
    identity:
      'La base a été recréée, ou un autre appareil est reparti de ses notes. Vous pouvez réunir ce qui est là-bas et ce qui est ici\u00a0: aucune note ne se perd. Si cela aussi est refusé, configurez de nouveau la synchronisation.',
    version:
      'Un autre appareil utilise déjà une version plus récente. Rechargez la page ou mettez l’application à jour.',
    storage: 'Fermez les autres onglets de ce site, puis réessayez.',
    full: 'Le disque de cet appareil ou du serveur est plein. Libérez de la place, puis réessayez. Aucune note ne se perd.',
  },
  unreadable: (n) =>
    n < 2
      ? `${count(n)} élément ne peut être lu et a été laissé de côté.`
      : `${count(n)} éléments ne peuvent être lus et ont été laissés de côté.`,
  refused: {
    'too-large': (n) =>
      n < 2
        ? `${count(n)} note est trop grande pour le serveur et n’a pas été envoyée. Raccourcissez-la, ou relevez la limite du serveur.`
        : `${count(n)} notes sont trop grandes pour le serveur et n’ont pas été envoyées. Raccourcissez-les, ou relevez la limite du serveur.`,
    forbidden: (n) =>
      `Le serveur n’accepte pas ${count(n)} ${n < 2 ? 'note' : 'notes'}. Changez les règles de la base, puis réessayez.`,
    unanswered: (n) =>
      n < 2
        ? `Le serveur ne répond pas à l’envoi de ${count(n)} note. Elle est peut-être trop grande. Un nouvel essai aura lieu plus tard.`
        : `Le serveur ne répond pas à l’envoi de ${count(n)} notes. Elles sont peut-être trop grandes. Un nouvel essai aura lieu plus tard.`,
  },
  refusedFiles: (n) =>
    n < 2
      ? `${count(n)} document d’origine n’a pas pu être envoyé. Son texte l’a été.`
      : `${count(n)} documents d’origine n’ont pas pu être envoyés. Leurs textes l’ont été.`,
  refusedBecause: {
    'too-large': 'taille excessive',
    forbidden: 'pas accepté par le serveur',
    unanswered: 'pas de réponse',
  },
  refusedFileBecause: (because) => `document d’origine\u00a0: ${because}`,
  refusedMore: (more) => `et ${more} de plus`,
  rolledBack: 'Le serveur est revenu à un état plus ancien. Cet appareil lui envoie ce qui lui manque.',
  signIn: 'Se connecter',
  allowFolder: 'Autoriser le dossier',
  unlock: 'Continuer',
  takeOver: 'Réunir les deux',
  setUpAgain: 'Configurer de nouveau',
  reload: 'Recharger',

  linkTaken: 'Un lien a rempli ces champs. Ne continuez que si vous l’avez créé sur l’un de vos appareils.',
  wrongPassphrase: 'Ce n’est pas la phrase secrète. Rien n’a été changé.',
  addDevice: 'Ajouter un appareil',
  inviteHint: 'Dirigez la caméra de l’autre appareil vers ce code, ou ouvrez-y le lien.',
  invitePassphrase: 'Saisissez la phrase secrète\u00a0: elle fera partie du lien.',
  inviteShow: 'Afficher le code et le lien',
  inviteCode: 'Code qui contient le lien',
  link: 'Lien',
  inviteWarning: 'Qui a ce lien peut lire vos notes. Ne le montrez qu’à vos propres appareils.',
  inviteDone: 'Terminé',

  devices: 'Appareils',
  thisDevice: 'cet appareil',
  unnamedDevice: 'Appareil sans nom',
  lastSeen: (day) => `vu pour la dernière fois\u00a0: ${day}`,
  removeDevice: (name) => `Retirer ${name} de la liste`,
  more: 'Plus',
  changePassphrase: 'Changer la phrase secrète',
  currentPassphrase: 'Phrase secrète actuelle',
  newPassphrase: 'Nouvelle phrase secrète',
  passphraseChanged: 'La phrase secrète est changée. Vos autres appareils demandent la nouvelle.',
  showKit: 'Afficher les mots de secours',
  startAgain: 'Repartir d’ici',
  startAgainWarning:
    'Tout ce qui est sur le serveur est remplacé par les notes de cet appareil. Les autres appareils s’arrêtent et demandent avant de réunir les notes.',
  startAgainConfirm: 'Remplacer ce qui s’y trouve',
  stop: 'Arrêter sur cet appareil',
  stopWarning:
    'Les notes restent ici et sur le serveur, mais ne se suivent plus. Pour reprendre plus tard, il faut la phrase secrète.',
  stopConfirm: 'Arrêter la synchronisation',

  privacyNote:
    'Les recherches se font sur cet appareil. La synchronisation envoie les notes chiffrées\u202f; seuls vos appareils peuvent les lire.',
  deleteAllElsewhere:
    'La synchronisation est activée\u00a0: toutes les notes sont aussi supprimées de vos autres appareils.',

  kept: 'Autres versions',
  keptHint: 'Deux appareils ont modifié les mêmes lignes. La version la plus récente est affichée, rien n’est perdu.',
  keptAt: (time) => `Écrite le ${time}`,
  keptRestore: 'Prendre cette version',
  keptDrop: 'Garder celle qui est affichée',
};
