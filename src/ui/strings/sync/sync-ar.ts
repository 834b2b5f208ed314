import { formatNumber } from '../../shared/format.ts';
import type { SyncStrings } from './sync-strings.ts';

const count = (n: number): string => formatNumber(n, 'ar-u-nu-latn');

const rules = new Intl.PluralRules('ar');

/** Counts records in the genitive, for use after "reading of". */
function ofRecords(n: number): string {
  const form = rules.select(n);
  if (form === 'one') return 'سجل واحد';
  if (form === 'two') return 'سجلين';
  return `${count(n)} ${form === 'few' ? 'سجلات' : form === 'many' ? 'سجلًا' : 'سجل'}`;
}

/** An address keeps its own direction. */
const isolated = (text: string): string => `\u2068${text}\u2069`;

export const ar: SyncStrings = {
  intro: 'الملاحظات نفسها على كل جهاز. تُشفَّر قبل أن تغادر هذا الجهاز، ولا تفتحها إلا عبارة المرور الخاصة بك.',
  serverChoice: 'عبر خادم (CouchDB)',
  folderChoice: 'عبر مجلد',
  folderHint: 'يُبقي Syncthing أو Dropbox أو برنامج آخر المجلد متطابقًا على أجهزتك.',
  folderChoose: 'اختيار مجلد',
  folderChosen: (name) => `المجلد «${isolated(name)}»`,
  address: 'عنوان قاعدة البيانات',
  addressHint: 'مثل https://couch.example/notes. ويمكن أيضًا لصق رابط من جهاز آخر هنا.',
  addressWrong: 'هذا ليس عنوان قاعدة بيانات. يبدو العنوان هكذا: https://couch.example/notes.',
  loginHint: 'يسأل الخادم من أنت.',
  user: 'اسم المستخدم',
  password: 'كلمة المرور',
  check: 'فحص الخادم',
  checking: 'جارٍ الفحص…',
  steps: {
    tls: 'الاتصال مشفّر',
    reachable: 'الخادم يجيب',
    'cors-origin': 'يسمح بدخول هذه الصفحة',
    'cors-headers': 'يقبل ما ترسله هذه الصفحة مع طلباتها',
    credentials: 'الاسم وكلمة المرور صحيحان',
    database: 'قاعدة البيانات موجودة',
    'cors-methods': 'يسمح لهذه الصفحة بالكتابة',
    write: 'لديك إذن بالكتابة',
    'body-limit': 'يقبل الطلبات الكبيرة',
    clock: 'ساعته وساعة هذا الجهاز متوافقتان',
  },
  stepPassed: 'سليم',
  stepFailed: 'غير سليم',
  stepSkipped: 'لم يُفحص بعد',
  change: 'غيّر هذا على الخادم ثم أعد الفحص:',
  checkFine: 'كل شيء سليم.',
  checkFailed: 'يجب تغيير أمر واحد أولًا.',

  passphrase: 'عبارة المرور',
  passphraseNew: 'هذه الكلمات الست تشفّر ملاحظاتك. احتفظ بها أو اكتب كلمات من عندك، فلا أحد يستطيع استعادتها لك.',
  passphraseKnown: 'هناك أجهزة أخرى تتزامن هنا. أدخل عبارة المرور التي تستخدمها.',
  passphraseField: 'عبارة المرور',
  passphraseOrKit: 'عبارة المرور، أو كلمات الاسترداد الأربع والعشرون',
  otherWords: 'كلمات أخرى',
  passphraseShort: 'العبارة القصيرة يسهل تخمينها. ست كلمات آمنة.',
  deviceName: 'اسم هذا الجهاز',
  deviceNameHint: 'يظهر على أجهزتك الأخرى، وهو مشفّر أيضًا.',
  vectorsOnly: 'ترك قراءة معاني الملاحظات للأجهزة الأخرى',
  vectorsOnlyHint: 'يوفّر بطارية الهاتف. إلى أن يقرأ جهاز آخر الملاحظة، يُعثر عليها بكلماتها.',
  messages: 'مزامنة المحادثات أيضًا',
  messagesHint: 'لا تصل الرسائل إلا إلى الأجهزة التي فُعّل فيها هذا الخيار. ولا يُحذف شيء عند إيقافه.',
  turnOn: 'تشغيل المزامنة',
  turningOn: 'جارٍ الاتصال…',

  kit: 'كلمات الاسترداد',
  kitHint: 'تفتح هذه الكلمات ملاحظاتك إن نسيت عبارة المرور. احتفظ بها على ورق بعيدًا عن هذا الجهاز.',
  kitDownload: 'تنزيل كنص',
  kitPrint: 'طباعة',
  kitKept: 'احتفظت بها',
  kitText: (place) => `كلمات استرداد الملاحظات في ${isolated(place)}. من يملك هذه الكلمات يستطيع قراءتها.`,

  line: {
    offline: 'المزامنة تنتظر الخادم',
    connecting: 'المزامنة تتصل',
    'catching-up': 'جارٍ المزامنة',
    live: 'تمت المزامنة',
    paused: 'المزامنة متوقفة مؤقتًا',
    refused: 'المزامنة تحتاج إليك',
  },
  state: {
    offline: 'في انتظار الخادم',
    connecting: 'جارٍ الاتصال…',
    'catching-up': 'جارٍ اللحاق بالجديد…',
    live: 'كل شيء متطابق.',
    paused: 'متوقفة مؤقتًا على هذا الجهاز.',
    refused: 'توقفت المزامنة.',
  },
  progress: (pulled, pushed, pending) => `جُلب ${pulled}، أُرسل ${pushed}، في الانتظار ${pending}`,
  syncsWith: (place) => `يتزامن مع ${isolated(place)}`,
  troubleTitle: {
    transport: 'تعذّر الوصول إلى الخادم',
    authentication: 'الخادم لا يسمح لك بالدخول',
    folder: 'لم يعد يحق للمتصفح استخدام المجلد',
    protocol: 'شيء آخر يجيب عند هذا العنوان',
    decryption: 'عبارة المرور مطلوبة',
    identity: 'توجد هناك ملاحظات غير التي كانت',
    version: 'هذا التطبيق قديم',
    storage: 'مخزن هذا الجهاز لا يجيب',
    full: 'لم تبق مساحة',
  },
  troubleText: {
    transport: 'ستتكرر المحاولة تلقائيًا. ملاحظاتك آمنة هنا، وتُرسل حين يعود الخادم.',
    authentication: 'تغيّر الاسم أو كلمة المرور، أو كُتبا خطأ. أدخلهما من جديد.',
    folder: 'انتهى الإذن. اسمح به مرة أخرى فتستمر المزامنة.',
    protocol: 'ليست قاعدة بيانات CouchDB، أو أن برنامجًا وسيطًا يغيّر إجاباتها. أصلح ذلك ثم أعد المحاولة.',
    decryption: 'تغيّرت على جهاز آخر أو كُتبت خطأ. لم يُرسل شيء ولم يُستبدل شيء. أدخل العبارة المستخدمة الآن.',
    identity:
      'أُنشئت قاعدة البيانات من جديد، أو بدأ جهاز آخر من ملاحظاته مرة أخرى. يمكنك دمج ما هناك مع ما هنا دون أن تضيع أي ملاحظة. وإن رُفض ذلك أيضًا فأعد إعداد المزامنة.',
    version: 'يستخدم جهاز آخر إصدارًا أحدث. أعد تحميل الصفحة أو حدّث التطبيق.',
    storage: 'أغلق علامات التبويب الأخرى لهذا الموقع ثم أعد المحاولة.',
    full: 'قرص هذا الجهاز أو الخادم ممتلئ. أفرغ بعض المساحة ثم أعد المحاولة. لن تضيع أي ملاحظة.',
  },
  unreadable: (n) => `تعذّرت قراءة ${ofRecords(n)} وجرى تجاوزها.`,
  refused: {
    'too-large': (n) => `ملاحظات أكبر مما يسمح به الخادم ولم تُرسل: ${count(n)}. قصّرها أو ارفع حد الخادم.`,
    forbidden: (n) => `ملاحظات لا يقبلها الخادم: ${count(n)}. غيّر قواعد قاعدة البيانات ثم أعد المحاولة.`,
    unanswered: (n) => `ملاحظات لا يرد الخادم عند إرسالها: ${count(n)}. قد تكون كبيرة جدًا. ستُعاد المحاولة لاحقًا.`,
  },
  refusedFiles: (n) => `مستندات أصلية تعذّر إرسالها: ${count(n)}. أما نصوصها فقد أُرسلت.`,
  refusedBecause: { 'too-large': 'الحجم كبير جدًا', forbidden: 'لم يقبله الخادم', unanswered: 'لا رد' },
  refusedFileBecause: (because) => `المستند الأصلي: ${because}`,
  refusedMore: (more) => `و${more} غيرها`,
  rolledBack: 'أُعيد الخادم إلى حالة أقدم. يرسل إليه هذا الجهاز ما ينقصه.',
  signIn: 'تسجيل الدخول',
  allowFolder: 'السماح بالمجلد',
  unlock: 'متابعة',
  takeOver: 'دمج الجانبين',
  setUpAgain: 'إعداد من جديد',
  reload: 'إعادة التحميل',

  linkTaken: 'ملأ رابط هذه الحقول. لا تتابع إلا إذا أنشأته على أحد أجهزتك.',
  wrongPassphrase: 'هذه ليست عبارة المرور. لم يتغير شيء.',
  addDevice: 'إضافة جهاز',
  inviteHint: 'وجّه كاميرا الجهاز الآخر إلى هذا الرمز، أو افتح الرابط هناك.',
  invitePassphrase: 'أدخل عبارة المرور، فستصبح جزءًا من الرابط.',
  inviteShow: 'إظهار الرمز والرابط',
  inviteCode: 'رمز يحتوي على الرابط',
  link: 'الرابط',
  inviteWarning: 'من يملك هذا الرابط يستطيع قراءة ملاحظاتك. لا تُظهره إلا لأجهزتك.',
  inviteDone: 'تم',

  devices: 'الأجهزة',
  thisDevice: 'هذا الجهاز',
  unnamedDevice: 'جهاز بلا اسم',
  lastSeen: (day) => `آخر ظهور: ${day}`,
  removeDevice: (name) => `إزالة ${isolated(name)} من القائمة`,
  more: 'المزيد',
  changePassphrase: 'تغيير عبارة المرور',
  currentPassphrase: 'عبارة المرور الحالية',
  newPassphrase: 'عبارة المرور الجديدة',
  passphraseChanged: 'تغيّرت عبارة المرور. ستطلب أجهزتك الأخرى العبارة الجديدة.',
  showKit: 'إظهار كلمات الاسترداد',
  startAgain: 'البدء من جديد من هنا',
  startAgainWarning: 'تحل ملاحظات هذا الجهاز محل كل ما على الخادم. تتوقف الأجهزة الأخرى وتسأل قبل الدمج.',
  startAgainConfirm: 'استبدال ما هناك',
  stop: 'الإيقاف على هذا الجهاز',
  stopWarning: 'تبقى الملاحظات هنا وعلى الخادم، لكنها لا تتابع بعضها بعد الآن. وللاستمرار لاحقًا تلزمك عبارة المرور.',
  stopConfirm: 'إيقاف المزامنة',

  privacyNote: 'يجري البحث على هذا الجهاز. ترسل المزامنة الملاحظات مشفّرة، ولا تستطيع قراءتها إلا أجهزتك.',
  deleteAllElsewhere: 'المزامنة مشغّلة، لذلك ستُحذف كل الملاحظات من أجهزتك الأخرى أيضًا.',

  kept: 'نسخ أخرى',
  keptHint: 'غيّر جهازان الأسطر نفسها. تُعرض النسخة الأحدث، ولم يضع شيء.',
  keptAt: (time) => `كُتبت في ${time}`,
  keptRestore: 'استخدام هذه النسخة',
  keptDrop: 'الاحتفاظ بالمعروضة',
};
