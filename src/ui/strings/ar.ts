/** Titles and file names are in Unicode isolates, which keep their own direction in a right-to-left sentence. */
import { formatNumber } from '../shared/format.ts';
import { FRAME_WORDS } from './frame-words.ts';
import type { SearchStrings } from './search-strings.ts';

export const count = (n: number): string => formatNumber(n, 'ar-u-nu-latn');
const rules = new Intl.PluralRules('ar');
/**
 * One and two have their own words. Three to ten take the plural, other numbers the singular. From eleven to
 * ninety-nine, the singular is in the accusative, which changes the ending of some words.
 */
export const plural = (n: number, one: string, two: string, few: string, many: string, other = many): string => {
  const form = rules.select(n);
  if (form === 'one') return one;
  if (form === 'two') return two;
  return `${count(n)} ${form === 'few' ? few : form === 'many' ? many : other}`;
};
export const notes = (n: number): string => plural(n, 'ملاحظة واحدة', 'ملاحظتان', 'ملاحظات', 'ملاحظة');
/** Counts notes after a verb or a preposition, where the dual has another ending. */
export const ofNotes = (n: number): string => plural(n, 'ملاحظة واحدة', 'ملاحظتين', 'ملاحظات', 'ملاحظة');
export const isolated = (text: string): string => `\u2068${text}\u2069`;

export const ar: SearchStrings = {
  ...FRAME_WORDS.ar,
  searching: 'جارٍ البحث…',
  results: 'النتائج',
  resultsFor: (shown, total) => {
    if (total > shown) return `${count(shown)} من ${plural(total, 'نتيجة واحدة', 'نتيجتين', 'نتائج', 'نتيجة')}`;
    return plural(total, 'نتيجة واحدة', 'نتيجتان', 'نتائج', 'نتيجة');
  },
  allNotes: notes,
  nothingRelevant: 'لا شيء ذو صلة',
  nothingRelevantHint: 'لا توجد ملاحظة تطابق بالكلمة ولا بالمعنى. جرّب كلمات أقل أو صياغة أخرى.',
  nothingByWordHint: 'لا توجد ملاحظة تطابق هذه الكلمات. جرّب كلمات أقل أو صياغة أخرى.',
  nothingByMeaningHint: 'لا توجد ملاحظة تطابق بالمعنى. جرّب صياغة أخرى، أو ابحث بالكلمة أيضًا.',
  createNamed: (title) => `إنشاء ملاحظة «${isolated(title)}»`,
  showWeak: (n) => `إظهار ${plural(n, 'نتيجة بعيدة واحدة', 'نتيجتين بعيدتين', 'نتائج بعيدة', 'نتيجة بعيدة')}`,
  doubtful: 'على الأرجح لا شيء هنا يجيب عن هذا. أقرب الملاحظات:',
  unreadAnswer: (languages) =>
    languages
      ? `النموذج لا يقرأ ${isolated(languages)}، وقد تغيب إجابات مكتوبة بها.`
      : 'النموذج لا يقرأ بعض اللغات هنا، وقد تغيب إجابات مكتوبة بها.',
  onlyWeak: 'لا شيء يجيب عن هذا بوضوح.',
  weakHeading: 'صلة بعيدة',
  weakHint: 'أضعف من أن تُعدّ تطابقًا',
  weakSoFar: 'ما وُجد بالكلمة حتى الآن',
  nothingYet: 'لم يُعثر على شيء بعد',
  nothingYetHint: 'ما زالت معاني الملاحظات تُقرأ. قد تظهر نتائج أفضل.',
  readingNotes: (read, total) => `قُرئ ${count(read)} من ${ofNotes(total)}؛ قد تظهر نتائج أفضل`,
  emptyHeading: 'لا شيء هنا بعد',
  emptyHint:
    'اكتب أول ملاحظة، أو أفلت هنا ما لديك: ملفات مصدّرة من ChatGPT أو WhatsApp أو Evernote، أو مجلدات Markdown، أو ملفات PDF. كل شيء يُقرأ على هذا الجهاز.',
  noneWithFilters: 'لا توجد ملاحظة توافق عوامل التصفية هذه.',
  clearFilters: 'إزالة عوامل التصفية',
  searchFailed: 'تعذّر البحث',
  loadMore: 'إظهار المزيد',
  loadingMore: 'جارٍ التحميل…',
  label: { strong: 'تطابق واضح', likely: 'تطابق محتمل', weak: 'تطابق ضعيف' },
  answerSaid: (title, label, count) => `${title}، ${label}. ${count}`,
  correctedTo: 'نتائج',
  searchInsteadFor: 'البحث بدلًا من ذلك عن',
  didYouMean: 'هل تقصد',
  readAsWords: 'قُرئ ككلمات عادية:',
  without: 'دون',
  meaningPending: 'الكلمات أولًا؛ ثم المعنى',

  why: 'لماذا هذه النتيجة',
  quoted: (text) => `«${isolated(text)}»`,
  whyWords: (words) => `تحتوي على ${isolated(words)}.`,
  whyNear: (marked) =>
    marked ? 'الجملة التي تحتها خط قريبة مما سألت، وإن بكلمات أخرى.' : 'هي في مجملها قريبة مما سألت، وإن بكلمات أخرى.',
  whySomewhatNear: 'معناها أقرب قليلًا إلى سؤالك من معنى معظم الملاحظات.',
  whyMissing: (words) => `لا تذكر ${isolated(words)}.`,
  whyTags: (tags) => `من وسومها: ${isolated(tags)}.`,
  whyLoose: 'صلتها بعيدة: لم يُعثر على ما هو أفضل.',
  whyNumbers: 'الأرقام',
  arm: { keyword: 'الكلمات', semantic: 'المعنى', tags: 'الوسوم', links: 'الروابط', conversation: 'المحادثة' },
  armRank: (rank) => `المرتبة ${count(rank)}`,
  notFoundByArm: 'ليست من أفضل ما وجد',
  contribution: 'الحصة من الدرجة',
  similarity: 'التشابه',
  keywordScore: 'درجة الكلمات',
  recency: 'الحداثة',
  recencyNone: 'بلا أثر',
  matchedWords: 'الكلمات المطابقة',
  matchedTags: 'الوسوم المطابقة',
  relevance: 'الصلة',
  duplicates: (n) =>
    `ضُمّت إليها ${plural(n, 'ملاحظة شبيهة واحدة', 'ملاحظتان شبيهتان', 'ملاحظات شبيهة', 'ملاحظة شبيهة')}`,
  linkedFrom: 'وُصل إليها عبر رابط',

  filters: 'عوامل التصفية',
  filter: 'تصفية',
  facet: { tags: 'الوسوم', type: 'النوع', source: 'المصدر', month: 'الشهر' },
  facetEmpty: 'لا شيء للاختيار',
  removeFilter: (value) => `إزالة عامل التصفية ${isolated(value)}`,
  searchBy: 'البحث بحسب',
  searchWith: { both: 'الكلمة والمعنى', keyword: 'الكلمة فقط', semantic: 'المعنى فقط' },
  sort: 'الترتيب',
  sortBy: { relevance: 'الأفضل أولًا', newest: 'الأحدث', updated: 'آخر تعديل', oldest: 'الأقدم', title: 'العنوان' },

  help: 'كيف تبحث',
  helpHeading: 'كيف تبحث',
  helpIntro: 'تكفي الكلمات العادية. وهذا يجعلها أدق:',
  helpExample: 'جرّب',
  grammar: {
    '…': 'أيّ من الكلمات؛ والملاحظات التي تحوي أكثرها تأتي أولًا',
    '"…"': 'هذه العبارة بعينها وبترتيبها',
    '+…': 'يجب أن تحتوي عليها',
    '-…': 'يجب ألّا تحتوي عليها، وكذلك \u200e-tag:work؛ وقبل الرقم تكون الإشارة سالبة، فاستعمل NOT',
    'NOT …': 'يجب ألّا تحتوي عليها',
    '… AND …': 'يجب أن تحتوي عليهما معًا',
    '… OR …': 'أحدهما؛ يربط أقوى من المسافة وأضعف من AND',
    '( … )': 'يجمع',
    '…*': 'كلمات تبدأ هكذا',
    'title:…': 'يجب أن يرد في العنوان',
    'tag:…': 'تحمل الوسم؛ وإن تعددت فكلها، ومع tag:a,b يكفي واحد',
    'type:…': 'من هذا النوع',
    'source:…': 'من هذا المصدر',
    'thread:…': 'من هذا الموضوع',
    'session:…': 'من هذه الجلسة',
    'before:…': 'أُنشئت قبل هذا اليوم أو الشهر أو العام',
    'after:…': 'أُنشئت في هذا اليوم أو الشهر أو العام أو بعده',
    'has:image': 'فيها صورة',
  },
  keys: 'مفاتيح الاختصار',
  keysHint:
    'يختار ↓ و↑ ملاحظة، ويفتحها Enter. وينقل ← إلى أزرارها: W لماذا، E تحرير، C نسخ، Delete حذف. ويعيد Alt+Z المحذوف، ويرجع Esc. ويفتح Ctrl+Enter ملاحظة وتبقى المفاتيح هنا، ويعيد ↑ في الخانة الفارغة آخر بحث. ويجعل Tab بعد tag:home منه عامل تصفية، ويتراجع عنه Backspace قبل النص.',
  keyNames: {
    choose: 'اختيار',
    open: 'فتح',
    why: 'لماذا',
    edit: 'تحرير',
    copy: 'نسخ',
    remove: 'حذف',
    undo: 'التراجع عن الحذف',
  },
  keyCaps: { enter: 'Enter', delete: 'Del' },
  hideKeys: 'إخفاء مفاتيح الاختصار',
  showKeys: 'إظهار مفاتيح الاختصار تحت النتائج',
  completions: 'اقتراحات',
  meantField: (field) => `هل تقصد ${isolated(field)}؟`,
  recent: 'عمليات البحث الأخيرة',
  clearRecent: 'مسح عمليات البحث الأخيرة',

  actionsFor: (title) => `إجراءات ${isolated(title)}`,
  edit: 'تحرير',
  copy: 'نسخ',
  copied: 'تم النسخ',
  copyLink: 'نسخ الرابط',
  foundByMeaning: 'يُعثر عليها بالكلمات وبالمعنى',
  foundByWords: 'يُعثر عليها بالكلمات فقط حتى الآن',
  noteNotHere: 'الملاحظة التي يقود إليها هذا الرابط ليست في هذا المتصفح.',
  remove: 'حذف',
  removed: (title) => `تم حذف «${isolated(title)}»`,
  undo: 'تراجع',
  restored: (title) => `تمت استعادة «${isolated(title)}»`,
  close: 'إغلاق',
  back: 'العودة إلى النتائج',
  pin: 'تثبيت',
  isPinned: 'مثبتة',
  untitled: 'ملاحظة بلا عنوان',
  message: 'رسالة',
  previousMessage: 'الرسالة السابقة',
  nextMessage: 'الرسالة التالية',
  speakers: { user: 'أنت', assistant: 'المساعد', agent: 'المساعد', system: 'النظام' },
  kinds: { conversation: 'محادثة', fact: 'حقيقة', mail: 'بريد' },
  placePage: (page) => `PDF · ص ${count(page)}`,
  placeChapter: (chapter) => `الفصل ${count(chapter)}`,
  placePicture: (number, of, page) =>
    `${page ? `PDF · ص ${count(page)} · ` : ''}${of === 1 ? 'صورة' : `الصورة ${count(number)}`}`,
  asWritten: 'كما كُتبت',
  created: 'أُنشئت',
  updated: 'عُدّلت',
  openLink: 'فتح الرابط',
  openFile: 'فتح الملف',
  downloadFile: 'تنزيل الملف',
  showMore: (remaining) => `إظهار المزيد (بقي ${remaining})`,
  noteGoneShort: 'حُذفت هذه الملاحظة في هذه الأثناء.',
  draftWaiting: '(مسودة)',

  import: 'استيراد',
  imports: 'عمليات الاستيراد',
  mappedFields: {
    text: 'النص',
    title: 'العنوان',
    tags: 'الوسوم',
    createdAt: 'تاريخ الإنشاء',
    updatedAt: 'تاريخ التعديل',
    url: 'الرابط',
    thread: 'المحادثة',
    source: 'المصدر',
    type: 'النوع',
    lang: 'اللغة',
    id: 'المعرّف',
    metadata: 'تفصيل',
  },
  later: 'لاحقًا',
  unreadNotes: (n, languages) =>
    `لديك ${notes(n)} بلغة لا يقرؤها النموذج${languages ? `: ${isolated(languages)}` : ''}.`,
  readThemToo: (size) => `قراءتها أيضًا (${size})`,
  settings: 'الإعدادات',
  model: 'البحث بالمعنى',
  picturesLeft: (left) => `ملاحظات بها صور لم تُقرأ بعد: ${count(left)}`,
  storage: 'التخزين',
  durability: {
    durable: 'محفوظ على هذا الجهاز',
    'best-effort': 'بلا ضمان',
    ephemeral: 'هذه الزيارة فقط',
    'log-only': 'محدود',
  },
  durabilityNote: {
    durable: 'الملاحظة المحفوظة تصمد أمام الأعطال وانقطاع الكهرباء.',
    'best-effort': 'الملاحظات محفوظة، لكن المتصفح قد يزيلها إذا ضاقت المساحة. احتفظ بنسخة احتياطية.',
    ephemeral: 'لا يحتفظ هذا المتصفح بشيء: تزول الملاحظات مع الصفحة. صدّر ما يهمك.',
    'log-only':
      'لا يستطيع المتصفح فتح قاعدة بياناته. قُرئت ملاحظاتك من نسختها الثانية، وفيها يُحفظ ما تكتب. صدّر نسخة احتياطية.',
  },
  deletingAll: (n) => `جارٍ حذف ${ofNotes(n)}`,

  status: 'الحالة',
  modelOff: 'البحث بالكلمة',
  modelWaiting: (size) => `يتطلب البحث بالمعنى تنزيل ${size}`,
  modelLater: (n) =>
    n > 0
      ? `البحث بالكلمة؛ ويُقرأ معنى ${ofNotes(n)} إذا بقيت هذه النافذة مفتوحة`
      : 'البحث بالكلمة؛ وبالمعنى أيضًا إذا بقيت هذه النافذة مفتوحة',
  modelLoad: 'تنزيل',
  modelLoading: (loaded, total, percent) => `جارٍ تحميل النموذج: ${loaded} من ${total} (${percent})`,
  modelStarting: 'جارٍ تشغيل النموذج…',
  modelUnresponsive: 'النموذج لا يستجيب؛ البحث بالكلمة فقط حتى يستجيب',
  modelReady: 'الكلمة والمعنى',
  modelFailed: 'البحث بالمعنى غير متاح؛ والبحث بالكلمة يعمل',
  embedding: (done, total) => `جارٍ قراءة المعنى: ${done} من ${total}`,
  embeddingRate: (rate) => `${rate}/ث`,
  embeddingLeft: (time) => `بقي ${time}`,
  embeddingPaused: 'متوقف مؤقتًا',
  pause: 'إيقاف مؤقت',
  resume: 'استئناف',
  notes,
  storageRestored: (n) => `استُعيدت ${notes(n)} بعد إغلاق مفاجئ.`,
  storageFull: 'القرص ممتلئ. صدّر ملاحظاتك، ثم أفرغ بعض المساحة أو احذف ما لم تعد تحتاج إليه.',
  storageLost: 'فقد المتصفح ملاحظات محفوظة. استورد آخر نسخة احتياطية.',
  storageWaiting: 'علامة تبويب أخرى من هذا الموقع تُبقي الملاحظات مقفلة. أغلق علامات التبويب الأخرى للموقع.',
  opening: 'جارٍ الفتح…',
};
