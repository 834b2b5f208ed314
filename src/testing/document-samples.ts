import { PDFDocument, PDFName, PDFNumber, PDFString, StandardFonts } from 'pdf-lib';
import { type EntryToWrite, writeZip } from './archive-writer.ts';

type Bytes = Uint8Array<ArrayBuffer>;

const encoder = new TextEncoder();
export const bytesOf = (text: string): Bytes => encoder.encode(text);
const crlf = (text: string): string => text.replaceAll('\n', '\r\n');

export const MAIL = crlf(`Return-Path: <ann@a.example>
From: "Ann Ärmel" <ann@a.example>
To: Ben <ben@b.example>, cleo@c.example
Cc: dan@d.example
Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe_aus?= =?utf-8?B?IEvDtmxu?=
Date: Thu, 06 May 2021 09:08:09 +0200
Message-ID: <two@a.example>
In-Reply-To: <one@b.example>
References: <root@b.example> <one@b.example>
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary="x"

--x
Content-Type: text/plain; charset=iso-8859-1
Content-Transfer-Encoding: quoted-printable

Die Stra=DFe ist lang =
und breit.
--x
Content-Type: application/pdf; name="plan.pdf"
Content-Disposition: attachment; filename="plan.pdf"
Content-Transfer-Encoding: base64

JVBERg==
--x--
`);

/** HTML only, folded headers, no thread. */
export const HTML_MAIL = crlf(`Received: by mail.example; Thu, 6 May 2021 07:00:00 +0000
Subject: A long
 subject
From: news@n.example
Message-ID: <news@n.example>
Date: Thu, 6 May 2021 07:00:00 +0000
Content-Type: text/html; charset="utf-8"
Content-Transfer-Encoding: base64

${Buffer.from('<html><style>p{}</style><div style="display:none">Preheader</div><p>Offers of <b>May</b>: <a href="https://n.example/x">beans</a></p></html>').toString('base64')}
`);

const b64 = (text: string): string => Buffer.from(text).toString('base64');

/** Replies name the first message in two ways. */
export const TAKEOUT_MBOX = `From 1698855555@xxx Thu May  6 07:08:09 2021
X-GM-THRID: 1698855555
X-Gmail-Labels: =?UTF-8?Q?Posteingang,Wichtig,"Haus,_Garten",?=
 =?UTF-8?Q?Gr=C3=BC=C3=9Fe/K=C3=B6ln?=
From: ann@a.example
Subject: Beds
Message-ID: <root@a.example>
Date: Thu, 6 May 2021 07:08:09 +0000
Content-Type: text/html; charset="utf-8"
Content-Transfer-Encoding: base64

${b64('<p>See <a href="https://beds.example/plan?a=1&amp;b=2">the plan</a> or <a href="mailto:cy@c.example">ask</a></p>')}

From 1698855556@xxx Thu May  6 08:08:09 2021
X-GM-THRID: 1698855555
X-Gmail-Labels: Inbox,Opened
From: ben@b.example
Subject: Re: Beds
Message-ID: <second@b.example>
In-Reply-To: <root@a.example>
Date: Thu, 6 May 2021 08:08:09 +0000
Content-Type: text/plain; charset="utf-8"

Fine.

From 1698855557@xxx Thu May  6 09:08:09 2021
X-GM-THRID: 1698855555
From: ann@a.example
Subject: Re: Beds
Message-ID: <third@a.example>
In-Reply-To: <second@b.example>
References: <root@a.example>
 <second@b.example>
Date: Thu, 6 May 2021 09:08:09 +0000
Content-Type: text/plain; charset="utf-8"

Good.
`;

export const MBOX = `From ann@a.example Thu May  6 07:08:09 2021
${MAIL.replaceAll('\r\n', '\n')}
>From the sea.

From news@n.example Thu May  6 07:10:09 2021
${HTML_MAIL.replaceAll('\r\n', '\n')}
`;

export const MHTML = crlf(`From: <Saved by Blink>
Snapshot-Content-Location: https://garden.example/beans
Subject: =?utf-8?Q?Sowing=20beans?=
Date: Thu, 6 May 2021 07:08:09 +0000
MIME-Version: 1.0
Content-Type: multipart/related;
	type="text/html";
	boundary="----MultipartBoundary--abc----"

------MultipartBoundary--abc----
Content-Type: text/html
Content-ID: <frame-1@mhtml.blink>
Content-Transfer-Encoding: quoted-printable
Content-Location: https://garden.example/beans

<!DOCTYPE html><html lang=3D"en"><head><meta http-equiv=3D"Content-Type" co=
ntent=3D"text/html; charset=3DUTF-8"><title>Beans</title></head><body><p>So=
w after the frost =E2=80=94 deep.</p></body></html>
------MultipartBoundary--abc----
Content-Type: text/css
Content-Transfer-Encoding: quoted-printable
Content-Location: cid:css-1@mhtml.blink

p { color: red }
------MultipartBoundary--abc------
`);

/** Firefox extensions write headers in another order, and the body in base64. */
export const MHT = crlf(`MIME-Version: 1.0
Content-Type: multipart/related; type="text/html"; boundary="b"
Subject: Peas
Date: Thu, 6 May 2021 07:08:09 +0000

--b
Content-Type: text/html; charset="utf-8"
Content-Transfer-Encoding: base64
Content-Location: https://garden.example/peas

${Buffer.from('<html><body><h1>Peas</h1><p>Früh säen.</p></body></html>').toString('base64')}
--b--
`);

/** @param notes XML of each note */
export const enex = (...notes: string[]): string => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE en-export SYSTEM "http://xml.evernote.com/pub/evernote-export3.dtd">
<en-export export-date="20240101T000000Z" application="Evernote/Windows" version="6.x">
${notes.join('\n')}
</en-export>`;

export const evernoteNote = (
  picture: Uint8Array,
): string => `<note><title>Packing &amp; plans</title><content><![CDATA[<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!DOCTYPE en-note SYSTEM "http://xml.evernote.com/pub/enml2.dtd">
<en-note><div><en-todo checked="true"/>Tent</div><div><en-todo checked="false"/>Stove</div><div><en-media hash="00" type="image/png"/></div><div>See <a href="https://trail.example/">trail</a></div></en-note>]]></content><created>20210506T070809Z</created><updated>20210607T080910Z</updated><tag>travel</tag><tag>to do</tag><note-attributes><author>Ada</author><source-url>https://clip.example/</source-url><latitude>52.5</latitude><longitude>13.4</longitude></note-attributes><resource><data encoding="base64">
${Buffer.from(picture).toString('base64')}
</data><mime>image/png</mime><width>1</width><resource-attributes><file-name>map.png</file-name></resource-attributes></resource><resource><data encoding="base64">JVBERg==</data><mime>application/pdf</mime><resource-attributes><file-name>ticket.pdf</file-name></resource-attributes></resource></note>`;

/** One embedded file has no content, the other isn't in the export. */
export const EVERNOTE_WITHOUT_FILES = `<note><title>Map</title><content><![CDATA[<?xml version="1.0" encoding="UTF-8" standalone="no"?>
<!DOCTYPE en-note SYSTEM "http://xml.evernote.com/pub/enml2.dtd">
<en-note><div>To the hut</div><en-media type="image/png" hash="0a"/><en-media type="application/pdf" hash="0b"/><en-media hash="0a" type="image/png"/></en-note>]]></content><created>20210506T070809Z</created><resource><data encoding="base64"></data><mime>image/png</mime><resource-attributes><file-name>map.png</file-name></resource-attributes></resource></note>`;

/** A note as Evernote 10 exports it: checklists as styles, tasks after the text. */
export const EVERNOTE_10 = `<note>
    <title>Groceries</title>
    <created>20230102T030405Z</created>
    <updated>20230102T030405Z</updated>
    <note-attributes></note-attributes>
    <content>
      <![CDATA[<?xml version="1.0" encoding="UTF-8" standalone="no"?><!DOCTYPE en-note SYSTEM "http://xml.evernote.com/pub/enml2.dtd"><en-note><ul style="--en-todo:true;"><li style="--en-checked:false;"><div>Milk</div></li><li style="--en-checked:true;"><div>Bread</div></li></ul></en-note>      ]]>
    </content>
    <task><title>Pay the bill</title><created>20230102T030405Z</created><taskStatus>completed</taskStatus></task>
  </note>`;

export const container = (opf: string): string =>
  `<?xml version="1.0"?><container version="1.0" xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="${opf}" media-type="application/oebps-package+xml"/></rootfiles></container>`;

export const epubOf = (opf: string, chapters: { readonly [path: string]: string }): EntryToWrite[] => [
  { path: 'META-INF/container.xml', data: container('content.opf') },
  {
    path: 'content.opf',
    data: `<package version="3.0" xmlns:dc="http://purl.org/dc/elements/1.1/">${opf}</package>`,
  },
  ...Object.entries(chapters).map(([path, data]) => ({ path, data })),
];

export const epub = (): Bytes =>
  writeZip([
    { path: 'mimetype', data: 'application/epub+zip', stored: true },
    { path: 'META-INF/container.xml', data: container('OEBPS/content.opf') },
    {
      path: 'OEBPS/content.opf',
      data: '<?xml version="1.0"?><package xmlns="http://www.idpf.org/2007/opf" version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Tales &amp; Tides</dc:title><dc:creator>M. Sea</dc:creator><dc:language>en</dc:language><dc:date>2019-03-04</dc:date></metadata><manifest><item id="c2" href="text/two%20b.xhtml" media-type="application/xhtml+xml"/><item id="c1" href="text/one.xhtml" media-type="application/xhtml+xml"/><item id="t" href="title.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="t"/><itemref idref="c1"/><itemref idref="c2"/></spine></package>',
    },
    {
      path: 'OEBPS/title.xhtml',
      data: '<html xmlns="http://www.w3.org/1999/xhtml"><body><img src="x.png"/></body></html>',
    },
    {
      path: 'OEBPS/text/one.xhtml',
      data: '<?xml version="1.0"?><html><head><title>One</title></head><body><h1>The Ebb</h1><p>Water leaves.</p></body></html>',
    },
    {
      path: 'OEBPS/text/two b.xhtml',
      data: '<html><head><title>The Flood</title></head><body><p>Water comes back.</p></body></html>',
    },
  ]);

/** An EPUB 2 book with all files in the root. */
export const epub2 = (page = '<body><h2>Es war einmal</h2><p>ein König.</p></body>'): Bytes =>
  writeZip([
    { path: 'mimetype', data: 'application/epub+zip', stored: true },
    { path: 'META-INF/container.xml', data: container('content.opf') },
    {
      path: 'content.opf',
      data: '<package version="2.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Märchen</dc:title><dc:language>de</dc:language></metadata><manifest><item id="a" href="a.html" media-type="application/xhtml+xml"/></manifest><spine toc="ncx"><itemref idref="a"/></spine></package>',
    },
    { path: 'a.html', data: `<html>${page}</html>` },
  ]);

export const epubWithNotes = (): Bytes =>
  writeZip([
    { path: 'mimetype', data: 'application/epub+zip', stored: true },
    { path: 'META-INF/container.xml', data: container('content.opf') },
    {
      path: 'content.opf',
      data: '<package version="3.0"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>Tides</dc:title></metadata><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/><item id="b" href="b.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/><itemref idref="b" linear="no"/></spine></package>',
    },
    {
      path: 'a.xhtml',
      data: `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml" xmlns:epub="http://www.idpf.org/2007/ops"><body>
<article><h1>Ebb<aside epub:type="note"><p>As sailors say.</p></aside> and flow</h1>
<p>Water leaves<a epub:type="noteref" href="#n1">1</a> the <i>shore<aside epub:type="footnote" role="doc-footnote"><p>Or the bank.</p></aside></i> slowly<sup><a role="doc-noteref" href="b.xhtml#n2">[2]</a></sup>.</p>
<aside class="sidebar"><p>A tide has two ends.</p></aside><p>${'Then it returns. '.repeat(12)}</p></article>
<aside epub:type="footnote" id="n1" hidden="hidden"><p>1 At new moon.</p></aside>
<footer><p>Written at sea.</p></footer></body></html>`,
    },
    {
      path: 'b.xhtml',
      data: '<html xmlns:epub="http://www.idpf.org/2007/ops"><body><section epub:type="endnotes"><h2>Notes</h2><ol><li epub:type="endnote" id="n2"><p>See the tables.</p></li><li epub:type="endnote"><p>So they say.</p></li></ol></section></body></html>',
    },
  ]);

const paragraph = (text: string, style = ''): string =>
  `<w:p>${style === '' ? '' : `<w:pPr><w:pStyle w:val="${style}"/></w:pPr>`}<w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

export const docxOf = (body: string, core = ''): EntryToWrite[] => [
  {
    path: '[Content_Types].xml',
    data: '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
  },
  {
    path: '_rels/.rels',
    data: '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
  },
  {
    path: 'word/document.xml',
    data: `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
  },
  {
    path: 'word/styles.xml',
    data: '<?xml version="1.0"?><w:styles xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:style w:type="paragraph" w:styleId="Heading1"><w:name w:val="heading 1"/></w:style><w:style w:type="paragraph" w:styleId="berschrift2"><w:name w:val="heading 2"/></w:style></w:styles>',
  },
  ...(core === '' ? [] : [{ path: 'docProps/core.xml', data: core }]),
];

export const docx = (body: string, core = ''): Bytes => writeZip(docxOf(body, core));

export const WORD_BODY =
  paragraph('Field notes', 'Heading1') +
  paragraph('The heron &amp; the eel.') +
  `<w:tbl><w:tr><w:tc>${paragraph('Bird')}</w:tc><w:tc>${paragraph('Count')}</w:tc></w:tr></w:tbl>` +
  paragraph('Abschnitt', 'berschrift2') +
  paragraph('Der Reiher.');

export const WORD_CORE =
  '<?xml version="1.0"?><cp:coreProperties xmlns:cp="http://schemas.openxmlformats.org/package/2006/metadata/core-properties" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"><dc:title>Herons &amp; eels</dc:title><dc:creator>Ada</dc:creator><dcterms:created xsi:type="dcterms:W3CDTF">2021-05-06T07:08:09Z</dcterms:created><dcterms:modified xsi:type="dcterms:W3CDTF">2022-05-06T07:08:09Z</dcterms:modified></cp:coreProperties>';

export interface PdfPage {
  /** A reader must read a column to its end before the next one. */
  columns: readonly (readonly string[])[];
  size?: number;
  turned?: boolean;
  chapter?: string;
}

export async function pdf(
  pages: readonly PdfPage[],
  info: { title?: string; author?: string; objectStreams?: boolean } = {},
): Promise<Bytes> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  if (info.title) document.setTitle(info.title);
  if (info.author) document.setAuthor(info.author);
  document.setCreationDate(new Date(Date.UTC(2021, 4, 6, 7, 8, 9)));
  document.setModificationDate(new Date(Date.UTC(2022, 4, 6, 7, 8, 9)));
  for (const { columns, size = 11, turned } of pages) {
    const page = document.addPage([595, 842]);
    for (const [column, lines] of columns.entries()) {
      for (const [line, text] of lines.entries()) {
        const x = 50 + (column * 500) / columns.length;
        if (text !== '') page.drawText(text, { x, y: 780 - line * size * 1.3, size, font });
      }
    }
    if (turned) page.setRotation({ type: 'degrees', angle: 90 } as Parameters<typeof page.setRotation>[0]);
  }
  addOutline(document, pages);
  return new Uint8Array(await document.save({ useObjectStreams: info.objectStreams ?? true }));
}

function addOutline(document: PDFDocument, pages: readonly PdfPage[]): void {
  const { context } = document;
  const chapters = pages.flatMap(({ chapter }, index) => (chapter === undefined ? [] : [{ chapter, index }]));
  if (chapters.length === 0) return;
  const root = context.nextRef();
  const refs = chapters.map(() => context.nextRef());
  for (const [at, { chapter, index }] of chapters.entries()) {
    const entry = context.obj({});
    entry.set(PDFName.of('Title'), PDFString.of(chapter));
    entry.set(PDFName.of('Parent'), root);
    entry.set(PDFName.of('Dest'), context.obj([document.getPage(index).ref, PDFName.of('Fit')]));
    if (refs[at + 1]) entry.set(PDFName.of('Next'), refs[at + 1]!);
    if (at > 0) entry.set(PDFName.of('Prev'), refs[at - 1]!);
    context.assign(refs[at]!, entry);
  }
  const outlines = context.obj({});
  outlines.set(PDFName.of('First'), refs[0]!);
  outlines.set(PDFName.of('Last'), refs.at(-1)!);
  outlines.set(PDFName.of('Count'), PDFNumber.of(chapters.length));
  context.assign(root, outlines);
  document.catalog.set(PDFName.of('Outlines'), root);
}

/** Its password isn't empty. */
export function encryptedPdf(): Bytes {
  const parts = [
    '%PDF-1.4\n',
    '1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n',
    '2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n',
    `3 0 obj<</Filter/Standard/V 1/R 2/P -4/O<${'41'.repeat(32)}>/U<${'42'.repeat(32)}>>>endobj\n`,
  ];
  const offsets = parts.map((_, at) => parts.slice(0, at).join('').length);
  const at = parts.join('').length;
  const rows = offsets.slice(1).map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`);
  return bytesOf(
    `${parts.join('')}xref\n0 4\n0000000000 65535 f \n${rows.join('')}trailer<</Size 4/Root 1 0 R/Encrypt 3 0 R/ID[<00><00>]>>\nstartxref\n${at}\n%%EOF\n`,
  );
}
