/** PDFs whose glyphs have no outlines. A character map gives their text, as in PDFs of browsers and word processors. */
import { bytesOf } from './document-samples.ts';

const hex = (value: number): string => value.toString(16).padStart(4, '0');

/** The file has only the map's name, as older programs write for Chinese, Japanese and Korean. */
export interface NamedMap {
  encoding: string;
  ordering: string;
}

/** Lines are in the order in which a PDF stores them: from left to right, even in Hebrew and Arabic. */
export function unicodePdf(pages: readonly (readonly string[])[], named?: NamedMap): Uint8Array<ArrayBuffer> {
  const characters = [...new Set(pages.flat().join(''))];
  const glyphOf = new Map(characters.map((character, at) => [character, at + 1]));
  const units = (text: string): string =>
    Array.from({ length: text.length }, (_, at) => hex(text.charCodeAt(at))).join('');
  const map = [
    '/CIDInit /ProcSet findresource begin begincmap /CMapName /A def /CMapType 2 def',
    '1 begincodespacerange <0000> <ffff> endcodespacerange',
    ...characters.map((character) => `1 beginbfchar <${hex(glyphOf.get(character)!)}> <${units(character)}> endbfchar`),
    'endcmap end',
  ].join('\n');
  const codes = (line: string): string =>
    named ? units(line) : [...line].map((character) => hex(glyphOf.get(character)!)).join('');
  const contents = pages.map((lines) => {
    const shown = lines.map((line) => `<${codes(line)}> Tj T*`);
    return `BT /F1 12 Tf 16 TL 50 780 Td\n${shown.join('\n')}\nET`;
  });
  const stream = (text: string): string => `<</Length ${text.length}>>stream\n${text}\nendstream`;
  const first = 6;
  const encoding = named ? `/Encoding/${named.encoding}` : '/Encoding/Identity-H/ToUnicode 5 0 R';
  const bodies = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((_, at) => `${first + 2 * at} 0 R`).join(' ')}]>>`,
    `<</Type/Font/Subtype/Type0/BaseFont/A${encoding}/DescendantFonts[4 0 R]>>`,
    `<</Type/Font/Subtype/CIDFontType2/BaseFont/A/CIDSystemInfo<</Registry(Adobe)/Ordering(${named?.ordering ?? 'Identity'})/Supplement 0>>/DW 1000>>`,
    stream(map),
    ...contents.flatMap((content, at) => [
      `<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Resources<</Font<</F1 3 0 R>>>>/Contents ${first + 2 * at + 1} 0 R>>`,
      stream(content),
    ]),
  ];
  let file = '%PDF-1.7\n';
  const offsets = bodies.map((body, at) => {
    const offset = file.length;
    file += `${at + 1} 0 obj${body}endobj\n`;
    return `${String(offset).padStart(10, '0')} 00000 n \n`;
  });
  const start = file.length;
  file += `xref\n0 ${bodies.length + 1}\n0000000000 65535 f \n${offsets.join('')}`;
  file += `trailer<</Size ${bodies.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF\n`;
  return bytesOf(file);
}
