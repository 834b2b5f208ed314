import { formatNumber } from '../../shared/format.ts';
import type { SyncStrings } from './sync-strings.ts';

const count = (n: number): string => formatNumber(n, 'es');

export const es: SyncStrings = {
  intro:
    'Las mismas notas en cada dispositivo. Se cifran antes de salir de este, y solo tu frase de contraseña las abre.',
  serverChoice: 'Mediante un servidor (CouchDB)',
  folderChoice: 'Mediante una carpeta',
  folderHint: 'Syncthing, Dropbox u otro programa mantiene la carpeta igual en tus dispositivos.',
  folderChoose: 'Elegir una carpeta',
  folderChosen: (name) => `Carpeta «${name}»`,
  address: 'Dirección de la base de datos',
  addressHint: 'Por ejemplo, https://couch.example/notes. También puedes pegar aquí un enlace de otro dispositivo.',
  addressWrong: 'Esto no es la dirección de una base de datos. Se parece a https://couch.example/notes.',
  loginHint: 'El servidor pregunta quién eres.',
  user: 'Nombre de usuario',
  password: 'Contraseña',
  check: 'Comprobar el servidor',
  checking: 'Comprobando…',
  steps: {
    tls: 'La conexión está cifrada',
    reachable: 'El servidor responde',
    'cors-origin': 'Deja entrar a esta página',
    'cors-headers': 'Acepta lo que esta página envía con cada petición',
    credentials: 'El nombre y la contraseña son correctos',
    database: 'La base de datos existe',
    'cors-methods': 'Deja escribir a esta página',
    write: 'Tienes permiso para escribir',
    'body-limit': 'Acepta peticiones grandes',
    clock: 'Su reloj y el de este dispositivo coinciden',
  },
  stepPassed: 'Correcto',
  stepFailed: 'Incorrecto',
  stepSkipped: 'Aún sin comprobar',
  change: 'Cambia esto en el servidor y comprueba otra vez:',
  checkFine: 'Todo está bien.',
  checkFailed: 'Antes hay que cambiar una cosa.',

  passphrase: 'Frase de contraseña',
  passphraseNew: 'Estas seis palabras cifran tus notas. Guárdalas, o escribe otras tuyas: nadie puede devolvértelas.',
  passphraseKnown: 'Otros dispositivos ya se sincronizan aquí. Escribe la frase de contraseña que usan.',
  passphraseField: 'Frase de contraseña',
  passphraseOrKit: 'Frase de contraseña, o las 24 palabras de recuperación',
  otherWords: 'Otras palabras',
  passphraseShort: 'Una frase corta se puede adivinar. Seis palabras son seguras.',
  deviceName: 'Nombre de este dispositivo',
  deviceNameHint: 'Lo muestran tus otros dispositivos. También se cifra.',
  vectorsOnly: 'Dejar que otros dispositivos lean el significado',
  vectorsOnlyHint:
    'Ahorra batería en el móvil. Hasta que otro dispositivo lea una nota, se encuentra por sus palabras.',
  messages: 'Sincronizar también las conversaciones',
  messagesHint:
    'Los mensajes solo llegan a los dispositivos que tengan activada esta opción. Desactivarla no elimina nada.',
  turnOn: 'Activar la sincronización',
  turningOn: 'Conectando…',

  kit: 'Palabras de recuperación',
  kitHint: 'Abren tus notas si olvidas la frase de contraseña. Guárdalas en papel, lejos de este dispositivo.',
  kitDownload: 'Descargar como texto',
  kitPrint: 'Imprimir',
  kitKept: 'Las he guardado',
  kitText: (place) => `Palabras de recuperación de las notas de ${place}. Quien las tenga puede leerlas.`,

  line: {
    offline: 'Sincronización en espera',
    connecting: 'La sincronización se conecta',
    'catching-up': 'Sincronizando',
    live: 'Sincronizado',
    paused: 'Sincronización en pausa',
    refused: 'Sincronización detenida',
  },
  state: {
    offline: 'Esperando al servidor',
    connecting: 'Conectando…',
    'catching-up': 'Poniéndose al día…',
    live: 'Todo está al día.',
    paused: 'En pausa en este dispositivo.',
    refused: 'La sincronización se ha detenido.',
  },
  progress: (pulled, pushed, pending) => `${pulled} recibidos, ${pushed} enviados, ${pending} en espera`,
  syncsWith: (place) => `Se sincroniza con ${place}`,
  troubleTitle: {
    transport: 'No se puede llegar al servidor',
    authentication: 'El servidor no te deja entrar',
    folder: 'El navegador ya no puede usar la carpeta',
    protocol: 'Otra cosa responde en esta dirección',
    decryption: 'Hace falta la frase de contraseña',
    identity: 'Allí hay otras notas que antes',
    version: 'Esta aplicación es demasiado antigua',
    storage: 'El almacenamiento de este dispositivo no responde',
    full: 'No queda espacio',
  },
  troubleText: {
    transport:
      'Se vuelve a intentar automáticamente. Tus notas están a salvo aquí y saldrán cuando el servidor vuelva.',
    authentication: 'El nombre o la contraseña han cambiado, o están mal escritos. Escríbelos de nuevo.',
    folder: 'El permiso ha terminado. Concédelo otra vez y la sincronización seguirá.',
    protocol:
      'No es una base de datos CouchDB, o un programa intermedio cambia sus respuestas. Corrígelo y vuelve a intentarlo.',
    decryption:
      'Se cambió en otro dispositivo, o está mal escrita. No se ha enviado ni sobrescrito nada. Escribe la que se usa ahora.',
    identity:
      'La base de datos se creó de nuevo, u otro dispositivo empezó otra vez con sus notas. Puedes unir lo que hay allí con lo que hay aquí: no se pierde ninguna nota. Si eso también se rechaza, configura de nuevo la sincronización.',
    version: 'Otro dispositivo ya usa una versión más nueva. Recarga la página o actualiza la aplicación.',
    storage: 'Cierra las otras pestañas de este sitio y vuelve a intentarlo.',
    full: 'El disco de este dispositivo o del servidor está lleno. Libera espacio y vuelve a intentarlo. No se pierde ninguna nota.',
  },
  unreadable: (n) =>
    n === 1
      ? `${count(n)} elemento no se puede leer y se ha omitido.`
      : `${count(n)} elementos no se pueden leer y se han omitido.`,
  refused: {
    'too-large': (n) =>
      n === 1
        ? `${count(n)} nota es demasiado grande para el servidor y no se ha enviado. Acórtala o aumenta el límite del servidor.`
        : `${count(n)} notas son demasiado grandes para el servidor y no se han enviado. Acórtalas o aumenta el límite del servidor.`,
    forbidden: (n) =>
      `El servidor no acepta ${count(n)} ${n === 1 ? 'nota' : 'notas'}. Cambia las reglas de la base de datos y vuelve a intentarlo.`,
    unanswered: (n) =>
      n === 1
        ? `El servidor no responde cuando se envía ${count(n)} nota. Puede que sea demasiado grande. Se volverá a intentar más tarde.`
        : `El servidor no responde cuando se envían ${count(n)} notas. Puede que sean demasiado grandes. Se volverá a intentar más tarde.`,
  },
  refusedFiles: (n) =>
    n === 1
      ? `${count(n)} documento original no se ha podido enviar. Su texto sí.`
      : `${count(n)} documentos originales no se han podido enviar. Sus textos sí.`,
  refusedBecause: { 'too-large': 'demasiado grande', forbidden: 'no se acepta', unanswered: 'sin respuesta' },
  refusedFileBecause: (because) => `documento original: ${because}`,
  refusedMore: (more) => `y ${more} más`,
  rolledBack: 'El servidor volvió a un estado anterior. Este dispositivo le envía lo que le falta.',
  signIn: 'Iniciar sesión',
  allowFolder: 'Permitir la carpeta',
  unlock: 'Continuar',
  takeOver: 'Unir ambos',
  setUpAgain: 'Configurar de nuevo',
  reload: 'Recargar',

  linkTaken: 'Un enlace ha rellenado esto. Sigue solo si lo creaste en un dispositivo tuyo.',
  wrongPassphrase: 'Esa no es la frase de contraseña. No se ha cambiado nada.',
  addDevice: 'Añadir un dispositivo',
  inviteHint: 'Apunta la cámara del otro dispositivo a este código, o abre allí el enlace.',
  invitePassphrase: 'Escribe la frase de contraseña: pasará a formar parte del enlace.',
  inviteShow: 'Mostrar el código y el enlace',
  inviteCode: 'Código que contiene el enlace',
  link: 'Enlace',
  inviteWarning: 'Quien tenga este enlace puede leer tus notas. Muéstralo solo a tus propios dispositivos.',
  inviteDone: 'Listo',

  devices: 'Dispositivos',
  thisDevice: 'este dispositivo',
  unnamedDevice: 'Dispositivo sin nombre',
  lastSeen: (day) => `última actividad: ${day}`,
  removeDevice: (name) => `Quitar ${name} de la lista`,
  more: 'Más',
  changePassphrase: 'Cambiar la frase de contraseña',
  currentPassphrase: 'Frase de contraseña actual',
  newPassphrase: 'Nueva frase de contraseña',
  passphraseChanged: 'La frase de contraseña ha cambiado. Tus otros dispositivos pedirán la nueva.',
  showKit: 'Mostrar las palabras de recuperación',
  startAgain: 'Empezar de nuevo desde aquí',
  startAgainWarning:
    'Todo lo que hay en el servidor se sustituye por las notas de este dispositivo. Los demás se detienen y preguntan antes de unir las notas.',
  startAgainConfirm: 'Sustituir lo que hay allí',
  stop: 'Detener en este dispositivo',
  stopWarning:
    'Las notas siguen aquí y en el servidor, pero dejan de seguirse. Para continuar más tarde hace falta la frase de contraseña.',
  stopConfirm: 'Detener la sincronización',

  privacyNote:
    'Las búsquedas se hacen en este dispositivo. La sincronización envía las notas cifradas; solo tus dispositivos pueden leerlas.',
  deleteAllElsewhere: 'La sincronización está activada: también se eliminan todas las notas de tus demás dispositivos.',

  kept: 'Otras versiones',
  keptHint: 'Dos dispositivos cambiaron las mismas líneas. Se muestra la versión más reciente; no se pierde nada.',
  keptAt: (time) => `Escrita el ${time}`,
  keptRestore: 'Usar esta versión',
  keptDrop: 'Conservar la que se muestra',
};
