/** Spanish. */
import { formatNumber } from '../../shared/format.ts';
import type { SyncStrings } from './sync-strings.ts';

const count = (n: number): string => formatNumber(n, 'es');

export const es: SyncStrings = {
  intro:
    'Las mismas notas en cada dispositivo. Se cifran antes de salir de este, y solo tu frase de acceso las abre.',
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
    clock: 'Su reloj va bien',
  },
  stepPassed: 'Correcto',
  stepFailed: 'Incorrecto',
  stepSkipped: 'Aún sin comprobar',
  change: 'Cambia esto en el servidor y comprueba otra vez:',
  checkFine: 'Todo está bien.',
  checkFailed: 'Antes hay que cambiar una cosa.',

  passphrase: 'Frase de acceso',
  passphraseNew:
    'Estas seis palabras cifran tus notas. Guárdalas, o escribe otras tuyas: nadie puede devolvértelas.',
  passphraseKnown: 'Otros dispositivos ya se sincronizan aquí. Escribe la frase de acceso que usan.',
  passphraseField: 'Frase de acceso',
  passphraseOrKit: 'Frase de acceso, o las 24 palabras de recuperación',
  otherWords: 'Otras palabras',
  passphraseShort: 'Una frase corta se puede adivinar. Seis palabras son seguras.',
  deviceName: 'Nombre de este dispositivo',
  deviceNameHint: 'Lo muestran tus otros dispositivos. También se cifra.',
  vectorsOnly: 'No leer nunca aquí el significado de las notas',
  vectorsOnlyHint: 'Para móviles: este dispositivo toma lo que otros han leído.',
  turnOn: 'Activar la sincronización',
  turningOn: 'Conectando…',

  kit: 'Palabras de recuperación',
  kitHint: 'Abren tus notas si olvidas la frase de acceso. Guárdalas en papel, lejos de este dispositivo.',
  kitDownload: 'Descargar como texto',
  kitPrint: 'Imprimir',
  kitKept: 'Las he guardado',
  kitText: (place) => `Palabras de recuperación de las notas de ${place}. Quien las tenga puede leerlas.`,

  line: {
    offline: 'La sincronización espera al servidor',
    connecting: 'La sincronización se conecta',
    'catching-up': 'Sincronizando',
    live: 'Sincronizado',
    paused: 'Sincronización en pausa',
    refused: 'La sincronización te necesita',
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
    decryption: 'Hace falta la frase de acceso',
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
  rolledBack: 'El servidor volvió a un estado anterior. Este dispositivo le envía lo que le falta.',
  signIn: 'Entrar',
  allowFolder: 'Permitir la carpeta',
  unlock: 'Continuar',
  takeOver: 'Unir ambos',
  setUpAgain: 'Configurar de nuevo',
  reload: 'Recargar',
};
