/** Kindle's line, by language, for a highlight on page 7, location 114–116, of 30 September 2019, 18:00:39. */
export const KINDLE_LINES: { readonly [language: string]: string } = {
  en: '- Your Highlight on page 7 | Location 114-116 | Added on Monday, September 30, 2019 6:00:39 PM',
  'en-GB': '- Your Highlight on page 7 | location 114-116 | Added on Monday, 30 September 2019 18:00:39',
  de: '- Ihre Markierung auf Seite 7 | bei Position 114-116 | Hinzugefügt am Montag, 30. September 2019 18:00:39',
  fr: '- Votre surlignement sur la page 7 | emplacement 114-116 | Ajouté le lundi 30 septembre 2019 18:00:39',
  es: '- Tu subrayado en la página 7 | posición 114-116 | Añadido el lunes, 30 de septiembre de 2019 18:00:39',
  it: '- La tua evidenziazione alla pagina 7 | posizione 114-116 | Aggiunto in data lunedì 30 settembre 2019 18:00:39',
  pt: '- Seu destaque na página 7 | posição 114-116 | Adicionado: segunda-feira, 30 de setembro de 2019 18:00:39',
  nl: '- Je markering op pagina 7 | locatie 114-116 | Toegevoegd op maandag 30 september 2019 18:00:39',
  ru: '- Ваш выделенный отрывок на странице 7 | Местоположение 114-116 | Добавлено: понедельник, 30 сентября 2019 г. в 18:00:39',
  zh: '- 您在第 7 页（位置 #114-116）的标注 | 添加于 2019年9月30日星期一 下午6:00:39',
  ja: '- 7ページ｜位置No. 114-116のハイライト | 作成日: 2019年9月30日月曜日 18:00:39',
};

export const clipping = (book: string, line: string, words: string): string =>
  `${book}\r\n${line}\r\n\r\n${words}\r\n==========\r\n`;

export const KINDLE_CLIPPINGS = [
  `\ufeff${clipping('Marsh Lore (Reed, Rosa)', KINDLE_LINES.en!, 'Herons wait,')}`,
  clipping('Marsh Lore (Reed, Rosa)', KINDLE_LINES.en!, 'Herons wait, eels hurry.'),
  clipping(
    'Marsh Lore (Reed, Rosa)',
    '- Your Note on page 7 | Location 116 | Added on Monday, September 30, 2019 6:02:00 PM',
    'Like me',
  ),
  clipping(
    'Marsh Lore (Reed, Rosa)',
    '- Your Bookmark on Location 120 | Added on Monday, September 30, 2019 6:03:00 PM',
    '',
  ),
].join('');
