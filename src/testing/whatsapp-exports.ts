/** Sample exports of WhatsApp chats. They follow what's known about the format. The texts are invented. */

export const WHATSAPP: { readonly [locale: string]: string } = {
  'American Android':
    '12/31/23, 11:58 PM - Messages and calls are end-to-end encrypted.\n12/31/23, 11:59 PM - Anna: Happy new year\nand good sleep\n1/1/24, 12:01 AM - Ben: <Media omitted>\n1/1/24, 12:01 AM - Ben: This message was deleted\n1/1/24, 12:02 AM - Ben: Same to you <This message was edited>\n1/1/24, 12:03 AM - Ben: \u200eBoat plan 2.pdf (file attached)\nWith the mast\n',
  'German Android':
    '31.12.23, 23:58 - Nachrichten sind Ende-zu-Ende-verschlüsselt.\n31.12.23, 23:59 - Anna: Happy new year\nand good sleep\n01.01.24, 00:02 - Ben: Same to you\n',
  iPhone:
    '[31.12.23, 23:59:00] Anna: Happy new year\nand good sleep\n\u200e[01.01.24, 00:01:00] Ben: \u200e<attached: 00000003-PHOTO.jpg>\n[01.01.24, 00:02:00] Ben: Same to you\n',
  Chinese: '2023/12/31 下午11:59 - Anna: Happy new year\nand good sleep\n2024/1/1 上午12:02 - Ben: Same to you\n',
  // Marks of direction separate the numbers of a date in Arabic.
  'Arabic Android':
    '٣١\u200f/١٢\u200f/٢٠٢٣، ١١:٥٩ م - Anna: Happy new year\nand good sleep\n١\u200f/١\u200f/٢٠٢٤، ١٢:٠٢ ص - Ben: Same to you\n',
  'Arabic iPhone':
    '[٣١\u200f/١٢\u200f/٢٠٢٣، ١١:٥٩:٠٠ م] Anna: Happy new year\nand good sleep\n\u200f[١\u200f/١\u200f/٢٠٢٤، ١٢:٠٢:٠٠ ص] Ben: Same to you\n',
  'Arabic with Western digits':
    '[31\u200f/12\u200f/2023، 11:59:00 م] Anna: Happy new year\nand good sleep\n[1\u200f/1\u200f/2024، 12:02:00 ص] Ben: Same to you\n',
  'Japanese Android':
    '2023/12/31 午後11:59 - Anna: Happy new year\nand good sleep\n2024/1/1 午前0:02 - Ben: Same to you\n',
  'Japanese iPhone':
    '[2023/12/31 午後11:59:00] Anna: Happy new year\nand good sleep\n[2024/1/1 午前0:02:00] Ben: Same to you\n',
  // WhatsApp writes no-break spaces around and inside "p. m.".
  'Spanish Android':
    '31/12/23, 11:59\u202fp.\u00a0m. - Anna: Happy new year\nand good sleep\n1/1/24, 12:02\u202fa.\u00a0m. - Ben: Same to you\n',
  'Spanish iPhone':
    '[31/12/23, 11:59:00 p.\u00a0m.] Anna: Happy new year\nand good sleep\n[1/1/24, 12:02:00 a.\u00a0m.] Ben: Same to you\n',
  Korean:
    '2023년 12월 31일 오후 11:59, Anna : Happy new year\nand good sleep\n2024년 1월 1일 오전 12:02, Ben : Same to you\n',
};

/** WhatsApp itself adds these on an iPhone, each preceded by U+200E. */
const IPHONE_WORDS = {
  English: {
    encrypted:
      'Messages and calls are end-to-end encrypted. No one outside of this chat, not even WhatsApp, can read or listen to them.',
    added: 'Anna added Ben',
    missedCall: 'Missed voice call, \u200eTap to call back',
    image: 'image omitted',
    document: 'document omitted',
    deleted: 'This message was deleted.',
    edited: '<This message was edited>',
    attached: 'attached:',
    pages: '2 pages',
    poll: 'POLL:',
    option: 'OPTION:',
  },
  German: {
    encrypted:
      'Nachrichten und Anrufe sind Ende-zu-Ende-verschlüsselt. Niemand außerhalb dieses Chats kann sie lesen oder anhören, nicht einmal WhatsApp.',
    added: 'Anna hat Ben hinzugefügt.',
    missedCall: 'Verpasster Sprachanruf',
    image: 'Bild weggelassen',
    document: 'Dokument weggelassen',
    deleted: 'Diese Nachricht wurde gelöscht.',
    edited: '<Diese Nachricht wurde bearbeitet.>',
    attached: 'Anhang:',
    pages: '2 Seiten',
    poll: 'UMFRAGE:',
    option: 'OPTION:',
  },
  Spanish: {
    encrypted:
      'Los mensajes y las llamadas están cifrados de extremo a extremo. Nadie fuera de este chat, ni siquiera WhatsApp, puede leerlos ni escucharlos.',
    added: 'Anna añadió a Ben.',
    missedCall: 'Llamada perdida',
    image: 'imagen omitida',
    document: 'documento omitido',
    deleted: 'Se eliminó este mensaje.',
    edited: '<Se editó este mensaje.>',
    attached: 'adjunto:',
    pages: '2 páginas',
    poll: 'ENCUESTA:',
    option: 'OPCIÓN:',
  },
  French: {
    encrypted:
      'Les messages et les appels sont chiffrés de bout en bout. Aucun tiers, pas même WhatsApp, ne peut les lire ou les écouter.',
    added: 'Anna a ajouté Ben',
    missedCall: 'Appel vocal manqué',
    image: 'image absente',
    document: 'document manquant',
    deleted: 'Ce message a été supprimé.',
    edited: '<Ce message a été modifié>',
    attached: 'pièce jointe :',
    pages: '2 pages',
    poll: 'SONDAGE :',
    option: 'OPTION :',
  },
  Chinese: {
    encrypted: '消息和通话已进行端到端加密。对话之外的任何人，甚至包括 WhatsApp 都无法读取或收听。',
    added: 'Anna 添加了 Ben',
    missedCall: '未接语音通话',
    image: '图像已忽略',
    document: '文档已忽略',
    deleted: '此消息已删除。',
    edited: '<这条消息已经过编辑>',
    attached: '附件：',
    pages: '2 页',
    poll: '投票：',
    option: '选项：',
  },
  Arabic: {
    encrypted:
      'الرسائل والمكالمات مشفرة تمامًا بين الطرفين، بحيث لا يستطيع أحد خارج هذه الدردشة، ولا حتى شركة واتساب نفسها، قراءتها أو الاستماع إليها.',
    added: 'أضاف Anna ‏Ben',
    missedCall: 'مكالمة صوتية فائتة',
    image: 'لم يتم إدراج الصورة',
    document: 'لم يتم إدراج المستند',
    deleted: 'تم حذف هذه الرسالة.',
    edited: '<تم تعديل هذه الرسالة>',
    attached: 'المرفق:',
    pages: 'صفحتان',
    poll: 'استطلاع:',
    option: 'خيار:',
  },
} as const;

export type IphoneLanguage = keyof typeof IPHONE_WORDS;
export const IPHONE_LANGUAGES = Object.keys(IPHONE_WORDS) as IphoneLanguage[];

/** A group chat, most of whose lines WhatsApp itself wrote, next to the name of the group or of a member. */
export function iphoneChat(language: IphoneLanguage): string {
  const own = IPHONE_WORDS[language];
  return [
    `[31.12.23, 23:57:00] Hikers: \u200e${own.encrypted}`,
    `[31.12.23, 23:57:10] Hikers: \u200e${own.added}`,
    `[31.12.23, 23:58:00] Anna: Who brings the map?`,
    `\u200e[31.12.23, 23:58:10] Ben: \u200e${own.image}`,
    `\u200e[31.12.23, 23:58:20] Ben: Route.pdf • \u200e${own.pages} \u200e${own.document}`,
    `\u200e[31.12.23, 23:58:30] Ben: \u200e<${own.attached} 00000003-PHOTO.jpg>`,
    `[31.12.23, 23:58:40] Anna: \u200e${own.missedCall}`,
    `[31.12.23, 23:58:50] Ben: Seven o’clock \u200e${own.edited}`,
    `[31.12.23, 23:58:55] Ben: \u200e${own.deleted}`,
    `\u200e[31.12.23, 23:59:00] Anna: \u200e${own.poll}\nRidge or valley?\n\u200e${own.option} Ridge (2)`,
    `\u200e[31.12.23, 23:59:10] Ben: \u200ehttps://maps.google.com/?q=47.1,11.2`,
    '',
  ].join('\r\n');
}
