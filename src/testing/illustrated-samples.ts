/** Sample documents that contain a picture. They follow what's known about each format. The texts are invented. */
import sharp from 'sharp';
import { writeZip } from './archive-writer.ts';
import { container } from './document-samples.ts';
import { seededRandom } from './seeded-random.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const SIDE = 40;

/** A PNG of noise, which is larger than the pictures of a mail's layout. */
export async function noisyPng(seed: number): Promise<Bytes> {
  const random = seededRandom(seed);
  const pixels = Uint8Array.from({ length: SIDE * SIDE * 3 }, () => Math.floor(random() * 256));
  const png = await sharp(pixels, { raw: { width: SIDE, height: SIDE, channels: 3 } })
    .png()
    .toBuffer();
  return new Uint8Array(png);
}

const base64Lines = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/.{76}/g, '$&\n');

const crlf = (text: string): string => text.replaceAll('\n', '\r\n');

const mailPart = (headers: string, content: string): string => `--part\n${headers}\n\n${content}\n`;
const pngPart = (headers: string, png: Uint8Array): string =>
  mailPart(`Content-Type: image/png\n${headers}\nContent-Transfer-Encoding: base64`, base64Lines(png));

/** The second picture is as small as the pictures that count who opens a mail. */
export const mailWithPicture = (png: Bytes, pixel: Bytes): string =>
  crlf(`From: ann@a.example
Subject: The new gate
Message-ID: <gate@a.example>
Date: Thu, 6 May 2021 07:08:09 +0000
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="part"

${mailPart('Content-Type: text/plain; charset=utf-8', 'It opens inwards.')}${pngPart(
  'Content-Disposition: attachment; filename="gate.png"',
  png,
)}${pngPart('Content-Disposition: inline; filename="pixel.png"', pixel)}--part--
`);

const savedPage = (head: string, page: string, parts: string): string =>
  crlf(`${head}Subject: Beds
Date: Thu, 6 May 2021 07:08:09 +0000
MIME-Version: 1.0
Content-Type: multipart/related; type="text/html"; boundary="part"

${mailPart('Content-Type: text/html; charset=utf-8\nContent-Location: https://garden.example/beds', page)}${parts}--part--
`);

/** Blink writes complete URLs, and keeps the page's `data:` URLs. */
export const blinkPage = (beside: Bytes, inside: Bytes): string =>
  savedPage(
    'From: <Saved by Blink>\nSnapshot-Content-Location: https://garden.example/beds\n',
    `<html><body><p>Two beds.</p><img src="https://garden.example/bed.png"><img src="data:image/png;base64,${Buffer.from(inside).toString('base64')}" alt="Plan"></body></html>`,
    pngPart('Content-Location: https://garden.example/bed.png', beside),
  );

/** Other browsers leave relative addresses and ids of parts in the page. */
export const pageOfParts = (first: Bytes, second: Bytes): string =>
  savedPage(
    '',
    '<html><body><p>Two beds.</p><img src="bed.png"><img src="cid:plan@garden.example"></body></html>',
    pngPart('Content-Location: https://garden.example/bed.png', first) +
      pngPart('Content-ID: <plan@garden.example>', second),
  );

const RELATIONSHIPS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const DRAWING = 'http://schemas.openxmlformats.org/drawingml/2006';

/** A picture with a description, a link and a language. */
export const wordWithPicture = (png: Bytes): Bytes =>
  writeZip([
    {
      path: '[Content_Types].xml',
      data: `<?xml version="1.0"?><Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Default Extension="png" ContentType="image/png"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`,
    },
    {
      path: '_rels/.rels',
      data: `<?xml version="1.0"?><Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONSHIPS}/officeDocument" Target="word/document.xml"/></Relationships>`,
    },
    {
      path: 'word/_rels/document.xml.rels',
      data: `<?xml version="1.0"?><Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId4" Type="${RELATIONSHIPS}/image" Target="media/image1.png"/><Relationship Id="rId5" Type="${RELATIONSHIPS}/hyperlink" Target="https://heron.example/" TargetMode="External"/></Relationships>`,
    },
    {
      path: 'word/document.xml',
      data: `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:r="${RELATIONSHIPS}" xmlns:wp="${DRAWING}/wordprocessingDrawing" xmlns:a="${DRAWING}/main" xmlns:pic="${DRAWING}/picture"><w:body><w:p><w:r><w:t xml:space="preserve">Seen from </w:t></w:r><w:hyperlink r:id="rId5"><w:r><w:t>the hide</w:t></w:r></w:hyperlink></w:p><w:p><w:r><w:drawing><wp:inline><wp:extent cx="381000" cy="381000"/><wp:docPr id="1" name="Picture 1" descr="A heron"/><a:graphic><a:graphicData uri="${DRAWING}/picture"><pic:pic><pic:nvPicPr><pic:cNvPr id="0" name="image1.png"/><pic:cNvPicPr/></pic:nvPicPr><pic:blipFill><a:blip r:embed="rId4"/></pic:blipFill></pic:pic></a:graphicData></a:graphic></wp:inline></w:drawing></w:r></w:p></w:body></w:document>`,
    },
    { path: 'word/media/image1.png', data: png },
    {
      path: 'docProps/core.xml',
      data: `<?xml version="1.0"?><cp:coreProperties xmlns:cp="${PACKAGE}/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Birds</dc:title><dc:language>en-GB</dc:language></cp:coreProperties>`,
    },
  ]);

/** Chapters are shown in their order. Each picture's type follows from its path. */
export const illustratedBook = (
  version: '2.0' | '3.0',
  chapters: { readonly [path: string]: string },
  pictures: { readonly [path: string]: Bytes },
): Bytes => {
  const names = Object.keys(chapters);
  const items = names.map((path, n) => `<item id="c${n}" href="${path}" media-type="application/xhtml+xml"/>`);
  const files = Object.keys(pictures).map(
    (path, n) => `<item id="p${n}" href="${encodeURI(path)}" media-type="image/${path.split('.').pop()!}"/>`,
  );
  return writeZip([
    { path: 'mimetype', data: 'application/epub+zip', stored: true },
    { path: 'META-INF/container.xml', data: container('OEBPS/content.opf') },
    {
      path: 'OEBPS/content.opf',
      data: `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="${version}"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Reeds</dc:title></metadata><manifest>${[...items, ...files].join('')}</manifest><spine>${names.map((_, n) => `<itemref idref="c${n}"/>`).join('')}</spine></package>`,
    },
    ...Object.entries(chapters).map(([path, body]) => ({
      path: `OEBPS/${path}`,
      data: `<html xmlns="http://www.w3.org/1999/xhtml"><body>${body}</body></html>`,
    })),
    ...Object.entries(pictures).map(([path, data]) => ({ path: `OEBPS/${path}`, data, stored: true })),
  ]);
};

/** EPUB 3 marks the cover in the list of files, EPUB 2 in the metadata. */
export const bookWithCover = (version: '2.0' | '3.0', png: Bytes): Bytes => {
  const [marked, named] =
    version === '3.0' ? [' properties="cover-image"', ''] : ['', '<meta name="cover" content="front"/>'];
  return writeZip([
    { path: 'mimetype', data: 'application/epub+zip', stored: true },
    { path: 'META-INF/container.xml', data: container('OEBPS/content.opf') },
    {
      path: 'OEBPS/content.opf',
      data: `<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="${version}"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Reeds</dc:title><dc:date>2019-03-04</dc:date>${named}</metadata><manifest><item id="front" href="images/front.png" media-type="image/png"${marked}/><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/><item id="b" href="b.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>`,
    },
    { path: 'OEBPS/images/front.png', data: png },
    { path: 'OEBPS/a.xhtml', data: '<html><body><p>They stand in water.</p></body></html>' },
    { path: 'OEBPS/b.xhtml', data: '<html><body><p>They bend in wind.</p></body></html>' },
  ]);
};
