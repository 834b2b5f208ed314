/** The box is drawn with these strings before the other strings of the language are fetched. */
import type { Strings } from './strings.ts';

export type FrameStrings = Pick<
  Strings,
  'locale' | 'dir' | 'searchLabel' | 'placeholder' | 'clear' | 'add' | 'openFailed' | 'retry'
>;

export const FRAME_WORDS = {
  en: {
    locale: 'en',
    dir: 'ltr',
    searchLabel: 'Search notes',
    placeholder: 'Search by word or by meaning',
    clear: 'Clear search',
    add: 'New note',
    openFailed: 'The notes could not be opened',
    retry: 'Try again',
  },
  ar: {
    locale: 'ar-u-nu-latn',
    dir: 'rtl',
    searchLabel: 'البحث في الملاحظات',
    placeholder: 'ابحث بالكلمة أو بالمعنى',
    clear: 'مسح البحث',
    add: 'ملاحظة جديدة',
    openFailed: 'تعذّر فتح الملاحظات',
    retry: 'إعادة المحاولة',
  },
  de: {
    locale: 'de',
    dir: 'ltr',
    searchLabel: 'Notizen durchsuchen',
    placeholder: 'Nach Wort oder Bedeutung suchen',
    clear: 'Suchfeld leeren',
    add: 'Neue Notiz',
    openFailed: 'Die Notizen ließen sich nicht öffnen',
    retry: 'Erneut versuchen',
  },
  es: {
    locale: 'es',
    dir: 'ltr',
    searchLabel: 'Buscar notas',
    placeholder: 'Buscar por palabra o por significado',
    clear: 'Borrar la búsqueda',
    add: 'Nueva nota',
    openFailed: 'No se pudieron abrir las notas',
    retry: 'Reintentar',
  },
  fr: {
    locale: 'fr',
    dir: 'ltr',
    searchLabel: 'Rechercher dans les notes',
    placeholder: 'Rechercher par mot ou par sens',
    clear: 'Effacer la recherche',
    add: 'Nouvelle note',
    openFailed: 'Les notes n’ont pas pu être ouvertes',
    retry: 'Réessayer',
  },
  zh: {
    locale: 'zh',
    dir: 'ltr',
    searchLabel: '搜索笔记',
    placeholder: '按词语或含义搜索',
    clear: '清空搜索',
    add: '新建笔记',
    openFailed: '无法打开笔记',
    retry: '重试',
  },
} satisfies { [language: string]: FrameStrings };
