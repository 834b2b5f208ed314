/**
 * Removes what WhatsApp itself writes into a message, in the languages whose wording we know. iPhones put U+200E in
 * front of such text. Android doesn't.
 */

const MARK = '\u200e';
const MEDIA_OMITTED =
  /^(?:(?:image|video|video note|audio|GIF|sticker|document|contact card) omitted|(?:Bild|Video|Videonachricht|Audio|GIF|Sticker|Dokument) weggelassen|Kontaktkarte (?:aus|weg)gelassen|(?:imagen|v[ií]deo|audio|GIF|sticker|documento|tarjeta de contacto) omitid[oa]|(?:image|vidéo) absente|(?:audio|sticker) omis|GIF retiré|document manquant|fiche contact manquante|(?:图像|图片|视频|音频|文档|文件|贴图)已(?:忽略|省略)|GIF 动态图已被忽略|لم يتم إدراج (?:الصورة|صورة GIF|الفيديوهات|المقاطع الصوتية|المستند|بطاقة جهة اتصال)|تم حذف الملصقات)$/i;
const DELETED =
  /^(?:This message was deleted|You deleted this message|Diese Nachricht wurde gelöscht|Du hast diese Nachricht gelöscht|Se eliminó este mensaje|Eliminaste este mensaje|Ce message a été supprimé|Vous avez supprimé ce message|此消息已删除|您已?删除了?此消息|تم حذف هذه الرسالة)[.。]?$/i;
/** `<Media omitted>`, `<This message was edited>` */
const REMARK = /^<[^<>:：]{1,60}>$/;
const EDITED_ON_ANDROID =
  / <(?:This message was edited|Diese Nachricht wurde bearbeitet\.?|Se editó este mensaje\.?|Ce message a été modifié\.?)>$/;
/** Polls and shared places begin like WhatsApp's own lines, but have several lines or a URL. */
const BY_PERSON = /\n|https?:\/\//;
/** `<attached: 00000003-PHOTO.jpg>`, `IMG-20231231-WA0001.jpg (file attached)` */
const MARKED_FILE =
  /^<[^<>:：]{1,40}[:：]\s?([^<>\n]{1,300})>|^([^<>\n]{1,300}\.[a-z\d]{1,5}) \([^()\n]{1,60}\)(?=\n|$)/i;
/** Old exports don't mark files, so a match may be a person's words. */
const UNMARKED_FILE = /^(?:<[^<>\n]{1,40}:([^<>\n]{1,300})>|([\w-]{1,300}\.\w{1,10})\s[(<].{1,300}[)>])/;

export interface WrittenMessage {
  text: string;
  file: string;
  /** Whether the export leaves out the attached file. */
  mediaOmitted: boolean;
}

/** Returns null if WhatsApp itself wrote the whole message. */
export function writtenIn(message: string): WrittenMessage | null {
  const [first = '', ...marked] = message.replaceAll('\u200f', '').trim().split(MARK);
  let file = fileIn(UNMARKED_FILE.exec(first));
  const rest = marked.map((part) => {
    const found = MARKED_FILE.exec(part);
    file ||= fileIn(found);
    return found ? part.slice(found[0].length) : part;
  });
  const last = rest.at(-1)?.trim() ?? '';
  const mediaOmitted = MEDIA_OMITTED.test(last);
  if (mediaOmitted || REMARK.test(last)) rest.pop();
  const text = [first, ...rest].join('').replace(EDITED_ON_ANDROID, '').trim();
  if (file !== '') return { text: text || file, file, mediaOmitted };
  if (text === '' || REMARK.test(text) || MEDIA_OMITTED.test(text) || DELETED.test(text)) return null;
  if (first === '' && !BY_PERSON.test(text)) return null;
  return { text, file, mediaOmitted };
}

const fileIn = (found: RegExpExecArray | null): string => (found?.[1] ?? found?.[2] ?? '').trim();
