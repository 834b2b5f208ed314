import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { messageOf, PROBLEM_SENTENCES } from '../core/import/problem-sentences.ts';
import type { ImportRow } from '../core/import/report.ts';
import type { MemoryInput } from '../core/record/memory.ts';
import { DOT_PNG } from '../testing/app-exports.ts';
import { readZip, writeZip } from '../testing/archive-writer.ts';
import {
  bytesOf,
  docx,
  EVERNOTE_10,
  EVERNOTE_WITHOUT_FILES,
  encryptedPdf,
  enex,
  epub,
  epub2,
  epubWithNotes,
  evernoteNote,
  HTML_MAIL,
  MAIL,
  MBOX,
  MHT,
  MHTML,
  type PdfPage,
  pdf,
  TAKEOUT_MBOX,
  WORD_BODY,
  WORD_CORE,
} from '../testing/document-samples.ts';
import { wordWithPicture } from '../testing/illustrated-samples.ts';
import { importLocally, localDocuments } from '../testing/local-documents.ts';
import { outlinedPdf, scannedPdf } from '../testing/scanned-pdf.ts';
import { seededRandom } from '../testing/seeded-random.ts';

type Content = string | Uint8Array<ArrayBuffer>;

async function take(files: { readonly [path: string]: Content }, url?: string) {
  const entries = Object.entries(files).map(([path, content]) => ({
    path,
    file: new File([content], path, { lastModified: Date.UTC(2024, 1, 2) }),
    ...(url !== undefined && { url }),
  }));
  const { inputs, report } = await importLocally(entries);
  for (const problem of report.problems) expect(Object.keys(PROBLEM_SENTENCES)).toContain(problem.reason);
  for (const problem of report.problems) expect(messageOf(problem)).not.toMatch(/[{}]|undefined|NaN/);
  return {
    inputs,
    contents: report.contents,
    problems: report.problems.map(({ file, code }) => [file, code]),
    reasons: report.problems.map(({ file, reason, values }) => [
      file,
      reason,
      ...(values?.count ? [values.count] : []),
    ]),
  };
}

/** Returns the files of an archive as text. */
async function unzipped(archive: Uint8Array<ArrayBuffer>): Promise<{ path: string; data: string }[]> {
  return (await readZip(archive)).map(({ path, data }) => ({ path, data: new TextDecoder().decode(data) }));
}

const ENTITIES =
  '<!DOCTYPE a [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]>';

const only = async (path: string, content: Content): Promise<MemoryInput> => {
  const { inputs, problems } = await take({ [path]: content });
  expect(problems).toEqual([]);
  expect(inputs).toHaveLength(1);
  return inputs[0]!;
};

const textOf = async (html: string): Promise<string> => (await only('a.html', `<!doctype html><body>${html}`)).text;

async function inkOf(picture: ArrayBuffer) {
  const { data, info } = await sharp(picture).grayscale().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const sum = { x: 0, y: 0, count: 0 };
  for (let at = 0; at < data.length; at++) {
    if (data[at]! >= 100) continue;
    sum.x += at % width;
    sum.y += Math.floor(at / width);
    sum.count++;
  }
  const isTop = sum.y / sum.count < height / 2;
  const isLeft = sum.x / sum.count < width / 2;
  return { width, height, corner: `${isTop ? 'top' : 'bottom'} ${isLeft ? 'left' : 'right'}` };
}

describe('web pages', () => {
  test("turns a page's metadata into fields", async () => {
    const page = `<!DOCTYPE html><html lang="en-GB"><head>
      <!-- Page saved with SingleFile  url: https://garden.example/beans  saved date: Mon -->
      <meta charset="utf-8"><title> Sowing
      beans </title><meta name="author" content="Ada"><meta property="og:site_name" content="Garden">
      <meta property="article:published_time" content="2021-05-06T07:08:09Z">
      <meta property="article:modified_time" content="2021-06-06T07:08:09Z"><meta name="Description" content="How to.">
      <script>var hidden = "<p>no</p>";</script><style>p{}</style></head>
      <body><nav><a href="/">Home</a></nav><main><h1>Sowing <em>beans</em></h1>
      <p>After the frost &mdash; in <a href="https://soil.example/a?b=1&amp;c=2">warm soil</a>.</p>
      <p style="display: none">Hidden</p><aside>Related</aside><p>${'Water them well. '.repeat(10)}</p></main><footer>Imprint</footer></body></html>`;
    expect(await only('saved/page.html', page)).toMatchObject({
      title: 'Sowing beans',
      text: `# Sowing beans\n\nAfter the frost — in [warm soil](https://soil.example/a?b=1&c=2).\n\n${'Water them well. '.repeat(10).trim()}`,
      lang: 'en-GB',
      url: 'https://garden.example/beans',
      links: ['https://soil.example/a?b=1&c=2'],
      source: 'import',
      createdAt: Date.UTC(2021, 4, 6, 7, 8, 9),
      updatedAt: Date.UTC(2021, 5, 6, 7, 8, 9),
      metadata: { path: 'saved/page.html', author: 'Ada', site: 'Garden', description: 'How to.' },
    });
  });

  test.each([
    ['lists', '<ul><li>One<li>Two<ol><li>a</li><li><p>b</p></li></ol></ul>', '- One\n- Two\n  1. a\n  2. b'],
    ['a table', '<table><tr><th>Name<th>Age</tr><tr><td>Ann<td>7</tr></table><p>End', 'Name | Age\nAnn | 7\n\nEnd'],
    ['paragraphs in cells', '<table><tr><td><p>A</p><td><p>B</p><p>C</p></table>', 'A | B\nC'],
    ['code', '<pre>\n  a &lt; b\n    c\n</pre><p>Run <code>ls</code>', '```\n  a < b\n    c\n```\n\nRun `ls`'],
    ['quotes and lines', '<blockquote><p>One<br>two</p></blockquote>Three', '> One\n> two\n\nThree'],
    [
      'tasks',
      '<ul><li><input type="checkbox" checked>Done<li><input type="checkbox">Open</ul>',
      '- [x] Done\n- [ ] Open',
    ],
    ['white space', '<p>A <b> b </b>\n\n c</p>  <div>d</div>', 'A b c\n\nd'],
    ['a page that is all menu', '<nav><a href="x">Home</a></nav>', 'Home'],
    ['what is left open', '<p>One<p>Two<div>Three', 'One\n\nTwo\n\nThree'],
    ['an empty heading', '<h2></h2><p>Text</p>', 'Text'],
  ])('%s', async (_, html, text) => {
    expect(await textOf(html)).toBe(text);
  });

  test('keeps pictures inside the page and next to it', async () => {
    const data = Buffer.from(DOT_PNG).toString('base64');
    const { inputs, problems } = await take({
      'site/page_files/dot.png': DOT_PNG,
      'site/page.htm': `<html><body><p>Two dots <img src="data:image/png;base64,${data}" alt="first"><img src="page_files/dot.png" alt="second"></p></body></html>`,
    });
    expect(problems).toEqual([]);
    expect(inputs[0]!.images?.map(({ alt, mimeType }) => [alt, mimeType])).toEqual([
      ['first', 'image/png'],
      ['second', 'image/png'],
    ]);
  });

  test('reports pictures that a note has no room for', async () => {
    const image = (bytes: Uint8Array) =>
      `<img src="data:image/png;base64,${Buffer.from(bytes).toString('base64')}" alt="inside">`;
    const full = image(DOT_PNG).repeat(8);
    const page = (inside: string) => `<html><body><p>Dots ${inside}<img src="dot.png" alt="beside"></p></body></html>`;
    const { inputs, problems } = await take({
      'dot.png': DOT_PNG,
      'full.html': page(full),
      'large.html': page(image(new Uint8Array(8 * 1_048_576))),
      'more.html': page(image(DOT_PNG) + full).replace(/<img src="dot.png"[^>]*>/, ''),
    });
    expect(inputs.map(({ images }) => images?.map(({ alt }) => alt))).toEqual([
      Array(8).fill('inside'),
      ['beside'],
      Array(8).fill('inside'),
    ]);
    expect(problems).toEqual([
      ['full.html', 'unreadable'],
      ['large.html', 'left-out'],
      ['more.html', 'left-out'],
    ]);
  });

  test.each<[string, Content]>([
    ['UTF-16 with a mark', new Uint8Array(Buffer.from('\ufeff<html><body>Grüße</body></html>', 'utf16le'))],
    [
      'a named encoding',
      new Uint8Array(Buffer.from('<html><meta charset=iso-8859-1><body>Grüße</body></html>', 'latin1')),
    ],
    ['no name and no UTF-8', new Uint8Array(Buffer.from('<html><body>Grüße</body></html>', 'latin1'))],
    ['a name that is none', '<html><meta charset="x-none"><body>Grüße</body></html>'],
  ])('%s', async (_, bytes) => {
    expect((await only('a.html', bytes)).text).toBe('Grüße');
  });

  test('reports an endlessly nested page and an empty one', async () => {
    const { inputs, problems } = await take({
      'deep.html': `<html>${'<div>'.repeat(100_000)}x`,
      'empty.html': '<html><script>1</script></html>',
      'fine.html': '<html>Fine',
    });
    expect(problems).toEqual([
      ['deep.html', 'bad-document'],
      ['empty.html', 'empty'],
    ]);
    expect(inputs.map(({ text }) => text)).toEqual(['Fine']);
  });

  test('splits a page longer than a memory into several', async () => {
    const { inputs } = await take({
      'long.html': `<html><title>Long</title><body>${'<p>Some words of it.</p>'.repeat(70_000)}`,
    });
    expect(inputs.map(({ title }) => title)).toEqual(['Long', 'Long (2)']);
    expect(new Set(inputs.map(({ id }) => id)).size).toBe(2);
  });
});

describe('mail', () => {
  const grüße = {
    title: 'Grüße aus Köln',
    text: 'Die Straße ist lang und breit.',
    type: 'mail',
    thread: 'mail:<root@b.example>',
    source: 'import',
    owner: 'Ann Ärmel',
    createdAt: Date.UTC(2021, 4, 6, 7, 8, 9),
    metadata: {
      app: 'mail',
      from: ['Ann Ärmel <ann@a.example>'],
      to: ['Ben <ben@b.example>', 'cleo@c.example'],
      cc: ['dan@d.example'],
      messageId: '<two@a.example>',
      files: ['plan.pdf'],
    },
  };
  const offers = {
    title: 'A long subject',
    text: 'Offers of May: [beans](https://n.example/x)',
    thread: 'mail:<news@n.example>',
    owner: 'news@n.example',
  };

  test('reads one message per file, as text or HTML', async () => {
    expect(await only('a.eml', MAIL)).toMatchObject(grüße);
    expect(await only('without-ending', HTML_MAIL)).toMatchObject(offers);
  });

  test('reads the HTML if the plain text leaves out most of it', async () => {
    const withPlain = (plain: string) =>
      [
        'From: news@n.example\nSubject: May\nMIME-Version: 1.0\nContent-Type: multipart/alternative; boundary=b\n',
        `--b\nContent-Type: text/plain\n\n${plain}\n`,
        '--b\nContent-Type: text/html\n\n<h1>May</h1><p>Beans are sown once the soil is warm, about the tenth.</p>',
        '<p>Read <a href="https://n.example/may">the calendar</a> before you sow.</p>\n--b--\n',
      ].join('\n');
    const stub = await only('stub.eml', withPlain('Open in a browser'));
    expect(stub.text).toContain('Beans are sown once the soil is warm');
    expect(stub.links).toEqual(['https://n.example/may']);
    const whole = 'May\n\nBeans are sown once the soil is warm, about the tenth.\n\nRead the calendar before you sow.';
    expect((await only('whole.eml', withPlain(whole))).text).toBe(whole);
  });

  test('reads the same messages from a mailbox with the same ids', async () => {
    const { inputs, problems, contents } = await take({ 'all.mbox': MBOX });
    expect(problems).toEqual([]);
    expect(inputs).toMatchObject([
      { ...grüße, text: expect.stringContaining('Die Straße ist lang und breit.') },
      offers,
    ]);
    expect(contents).toMatchObject([{ format: 'mail', files: 1, memories: 2, threads: 2 }]);
    expect([inputs[0]!.id, inputs[1]!.id]).toEqual([
      (await only('a.eml', MAIL)).id,
      (await only('b.eml', HTML_MAIL)).id,
    ]);
  });

  test('reads labels of Gmail as tags, links of HTML, and answers as one thread', async () => {
    const { inputs, problems } = await take({ 'All mail.mbox': TAKEOUT_MBOX });
    expect(problems).toEqual([]);
    expect(inputs.map(({ text, tags, links, thread }) => ({ text, tags, links, thread }))).toEqual([
      {
        text: 'See [the plan](https://beds.example/plan?a=1&b=2) or [ask](mailto:cy@c.example)',
        tags: ['Posteingang', 'Wichtig', 'Haus, Garten', 'Grüße/Köln'],
        links: ['https://beds.example/plan?a=1&b=2', 'mailto:cy@c.example'],
        thread: 'mail:<root@a.example>',
      },
      { text: 'Fine.', tags: ['Inbox', 'Opened'], links: [], thread: 'mail:<root@a.example>' },
      { text: 'Good.', tags: [], links: [], thread: 'mail:<root@a.example>' },
    ]);
  });

  test('a line of a message that begins with "From" and has a time does not end it', async () => {
    const box = (separator: string) =>
      `${separator}\nSubject: Shop\n\nHello Ann,\nFrom Monday on, we open at 09:30 again.\nBring beans.\n\n${separator}\nSubject: Two\n\nBye\n`;
    for (const separator of [
      'From - Thu May 06 07:08:09 2021',
      'From 1698855555@xxx Thu May 06 07:08:09 +0000 2021',
      'From ann at a.example  Thu May  6 07:08:09 2021',
      'From ann@a.example Thu, 6 May 2021 07:08:09 +0200',
    ]) {
      const { inputs, problems } = await take({ 'a.mbox': box(separator) });
      expect(problems).toEqual([]);
      expect(inputs.map(({ text }) => text)).toEqual([
        'Hello Ann,\nFrom Monday on, we open at 09:30 again.\nBring beans.',
        'Bye',
      ]);
    }
    const other = await take({ 'a.mbox': 'From ann 2021-05-06 07:08\n\nOne\n\nFrom ben 2021-05-06 07:09\n\nTwo\n' });
    expect(other.inputs.map(({ text }) => text)).toEqual(['One', 'Two']);
  });

  test('a long line stays in its message, even if what looks like a separator begins a piece of 1 MB', async () => {
    const head = (subject: string) => `From a@a.example Thu May  6 07:08:09 2021\nSubject: ${subject}\n\n`;
    const first = `${head('First')}${'word\n'.repeat(209_000)}`;
    const second = head('Second');
    const before = 'x'.repeat(1_048_576 - first.length - second.length);
    const text = `${first}${second}${before}From b@a.example Thu May  6 07:08:09 2021 ${'y'.repeat(400)}\n`;
    const { inputs, problems } = await take({ 'line.mbox': text });
    expect([inputs.map(({ title }) => title), problems]).toEqual([['First', 'Second'], []]);
    expect(inputs[1]!.text).toHaveLength(before.length + 442);
  });

  test('finds messages wherever a long mailbox is cut into pieces', async () => {
    const message = (n: number) =>
      `From a@a.example Thu May  6 07:08:09 2021\nSubject: ${n}\nMessage-ID: <${n}@a>\n\n${'Word '.repeat(n % 97)}\nFrom here on\n`;
    const { inputs } = await take({ 'long.mbox': Array.from({ length: 9_000 }, (_, n) => message(n)).join('') });
    expect(inputs.map(({ title }) => title)).toEqual(Array.from({ length: 9_000 }, (_, n) => String(n)));
    expect(inputs.every(({ text }) => text.endsWith('From here on'))).toBe(true);
  });

  test('keeps a note that begins with a line or two like headers a note', async () => {
    const { contents } = await take({ 'a.md': 'From: the sea\nTo: the hills\nDate: never\n\nText' });
    expect(contents[0]!.format).toBe('markdown');
  });
});

describe('pages saved in one file', () => {
  test.each([
    [
      'page.mhtml',
      MHTML,
      { title: 'Sowing beans', text: 'Sow after the frost — deep.', lang: 'en', url: 'https://garden.example/beans' },
    ],
    ['page.mht', MHT, { title: 'Peas', text: '# Peas\n\nFrüh säen.', createdAt: Date.UTC(2021, 4, 6, 7, 8, 9) }],
  ])('%s', async (path, content, fields) => {
    expect(await only(path, content)).toMatchObject(fields);
  });
});

describe('Evernote', () => {
  test('copies of a note that were changed all stay', async () => {
    const copies = ['Sow beans', 'Sow peas', 'Sow leeks'].map(
      (text) =>
        `<note><title>Beds</title><created>20210506T070809Z</created><content><![CDATA[<en-note>${text}</en-note>]]></content></note>`,
    );
    const { inputs } = await take({ 'notes.enex': enex(...copies) });
    expect(inputs.map(({ text }) => text)).toEqual(['Sow beans', 'Sow peas', 'Sow leeks']);
    expect(new Set(inputs.map(({ id }) => id)).size).toBe(3);
    // A note that has no copies keeps the id that earlier imports gave it.
    const [alone] = (await take({ 'notes.enex': enex(copies[0]!) })).inputs;
    expect(alone!.id).toBe(inputs[0]!.id);
  });

  test('a copy in another file replaces nothing, unless its words are the same', async () => {
    const beds = (text: string) =>
      enex(
        `<note><title>Beds</title><created>20210506T070809Z</created><content><![CDATA[<en-note>${text}</en-note>]]></content></note>`,
      );
    const files = { 'a.enex': beds('Sow beans'), 'b.enex': beds('Sow peas'), 'c.enex': beds('Sow beans') };
    const { inputs } = await take(files);
    const [beans, peas, same] = inputs.map(({ id }) => id);
    expect(peas).not.toBe(beans);
    expect(same).toBe(beans);
    // Imported again, changed notes keep their ids, and a note without copies keeps its id in a renamed file.
    const changed = await take({ ...files, 'b.enex': beds('Sow peas and leeks') });
    expect(changed.inputs.map(({ id }) => id)).toEqual([beans, peas, beans]);
    const renamed = await take({ 'a (1).enex': beds('Sow broad beans') });
    expect(renamed.inputs[0]!.id).toBe(beans);
  });

  test('reads text, tags, dates, checklists, pictures and the source', async () => {
    const { inputs, problems } = await take({ 'notes.enex': enex(evernoteNote(DOT_PNG), EVERNOTE_10) });
    expect(problems).toEqual([]);
    expect(inputs).toMatchObject([
      {
        title: 'Packing & plans',
        text: '- [x] Tent\n- [ ] Stove\n\nSee [trail](https://trail.example/)',
        tags: ['travel', 'to do'],
        url: 'https://clip.example/',
        links: ['https://trail.example/'],
        source: 'import',
        createdAt: Date.UTC(2021, 4, 6, 7, 8, 9),
        updatedAt: Date.UTC(2021, 5, 7, 8, 9, 10),
        images: [{ mimeType: 'image/png', alt: 'map.png' }],
        metadata: { app: 'evernote', author: 'Ada', latitude: 52.5, longitude: 13.4, files: ['map.png', 'ticket.pdf'] },
      },
      {
        title: 'Groceries',
        text: '- [ ] Milk\n- [x] Bread\n\n- [x] Pay the bill',
        createdAt: Date.UTC(2023, 0, 2, 3, 4, 5),
      },
    ]);
  });

  const note = (content: string) => enex(`<note><title>Tasks</title><content><![CDATA[${content}]]></content></note>`);

  test('reads a list of many tasks', async () => {
    const { text } = await only('many.enex', note(`<en-note>${'<en-todo/>x<br/>'.repeat(600)}</en-note>`));
    expect(text.match(/\[ \] x/g)).toHaveLength(600);
  });

  test('leaves encrypted passages out and reports them', async () => {
    const secret = '<en-crypt cipher="AES" length="128" hint="pet">RU5DMO1kFqI=</en-crypt>';
    const { inputs, problems } = await take({ 'a.enex': note(`<en-note><div>Open ${secret}end</div></en-note>`) });
    expect(inputs.map(({ text }) => text)).toEqual(['Open end']);
    expect(problems).toEqual([['a.enex', 'left-out']]);
  });

  test('reports files that a note shows and the export lacks, and keeps the note', async () => {
    const { inputs, problems } = await take({ 'a.enex': enex(EVERNOTE_10, EVERNOTE_WITHOUT_FILES) });
    expect(inputs.map(({ title, text }) => [title, text]).at(-1)).toEqual(['Map', 'To the hut']);
    expect(problems).toEqual([
      ['a.enex', 'file-not-found'],
      ['a.enex', 'file-not-found'],
    ]);
  });

  test('rejects custom entities, and reads the notes before a cut', async () => {
    const bomb = enex(EVERNOTE_10).replace(
      /<!DOCTYPE en-export[^>]*>/,
      '<!DOCTYPE en-export [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]>',
    );
    expect((await take({ 'bomb.enex': bomb })).problems).toEqual([['bomb.enex', 'bad-document']]);
    const cut = await take({ 'cut.enex': enex(EVERNOTE_10, evernoteNote(DOT_PNG)).slice(0, -900) });
    expect(cut.inputs.map(({ title }) => title)).toEqual(['Groceries']);
    expect(cut.problems).toEqual([['cut.enex', 'bad-document']]);
  });
});

describe('books', () => {
  test.each([
    [
      'EPUB 3',
      epub(),
      [
        {
          title: 'Tales & Tides – The Ebb',
          text: '# The Ebb\n\nWater leaves.',
          lang: 'en',
          metadata: {
            book: 'Tales & Tides',
            author: 'M. Sea',
            place: { kind: 'chapter', number: 1, heading: 'The Ebb' },
          },
        },
        {
          title: 'Tales & Tides – The Flood',
          text: 'Water comes back.',
          metadata: { place: { kind: 'chapter', number: 2, heading: 'The Flood' } },
        },
      ],
    ],
    [
      'EPUB 2 with empty elements',
      epub2('<head><title/><script src="x.js"/><style/></head><body><p>Once<a id="p1"/>, a king.</p></body>'),
      [{ title: 'Märchen', text: 'Once, a king.' }],
    ],
    ['EPUB 2', epub2(), [{ title: 'Märchen – Es war einmal', text: '## Es war einmal\n\nein König.', lang: 'de' }]],
  ])('%s', async (_, bytes, chapters) => {
    const { inputs, problems } = await take({ 'book.epub': bytes });
    expect(problems).toEqual([]);
    expect(inputs).toMatchObject(chapters);
  });
});

test("books don't expand custom entities, and read a file only once", async () => {
  const files = await unzipped(epub2('<body><p>Once &a; &c; a king.</p></body>'));
  const repeated = files.map(({ path, data }) => ({
    path,
    data:
      (path === 'mimetype' ? '' : ENTITIES) + data.replace('<itemref idref="a"/>', '$&<itemref idref="a"/>'.repeat(99)),
  }));
  const { inputs, problems } = await take({ 'book.epub': writeZip(repeated) });
  expect(problems).toEqual([]);
  expect(inputs.map(({ title, text }) => [title, text])).toEqual([['Märchen', 'Once &a; &c; a king.']]);
});

test('books keep footnotes as paragraphs of their own, and sidebars and footers in the text', async () => {
  const { inputs, problems } = await take({ 'book.epub': epubWithNotes() });
  expect(problems).toEqual([]);
  expect(inputs.map(({ text }) => text.split('\n\n'))).toEqual([
    [
      '# Ebb and flow',
      'Water leaves[1] the shore slowly[2].',
      'A tide has two ends.',
      'Then it returns. '.repeat(12).trim(),
      'Written at sea.',
      'As sailors say.',
      'Or the bank.',
      '1 At new moon.',
    ],
    ['## Notes', '1. See the tables.\n2. So they say.'],
  ]);
});

describe('Word documents', () => {
  test.each([
    [
      'with properties',
      WORD_CORE,
      {
        title: 'Herons & eels',
        createdAt: Date.UTC(2021, 4, 6, 7, 8, 9),
        updatedAt: Date.UTC(2022, 4, 6, 7, 8, 9),
        metadata: { author: 'Ada' },
      },
    ],
    ['without', '', { title: 'notes', updatedAt: Date.UTC(2024, 1, 2) }],
  ])('%s', async (_, core, fields) => {
    expect(await only('notes.docx', docx(WORD_BODY, core))).toMatchObject({
      text: '# Field notes\n\nThe heron & the eel.\n\nBird | Count\n\n## Abschnitt\n\nDer Reiher.',
      ...fields,
    });
  });

  test('refuses custom entities in any part, and elements in elements without end', async () => {
    const files = await unzipped(docx(WORD_BODY, WORD_CORE));
    const withBomb = (path: string) =>
      writeZip(
        files.map((file) =>
          file.path === path
            ? { path, data: file.data.replace(/^<\?xml[^>]*>/, `$&${ENTITIES}`).replace(/Ada|heron/, '&c;') }
            : file,
        ),
      );
    const { inputs, reasons } = await take({
      'document.docx': withBomb('word/document.xml'),
      'core.docx': withBomb('docProps/core.xml'),
      'relations.docx': withBomb('_rels/.rels'),
      'deep.docx': docx('<w:x>'.repeat(100_000)),
      'wide.docx': docx(`<w:p ${Array.from({ length: 100_000 }, (_, n) => `a${n}="b"`).join(' ')}/>`),
      'a.md': 'Kept',
    });
    expect(inputs.map(({ text }) => text)).toEqual(['Kept']);
    expect(reasons).toEqual([
      ['document.docx', 'defines-entities'],
      ['core.docx', 'defines-entities'],
      ['relations.docx', 'defines-entities'],
      ['deep.docx', 'too-deep'],
      ['wide.docx', 'damaged-document'],
    ]);
  });

  test('a picture that is shown a thousand times is read only as often as a note has room for', async () => {
    const files = await unzipped(wordWithPicture(DOT_PNG));
    const shown = files.map((file) =>
      file.path === 'word/document.xml'
        ? { ...file, data: file.data.replace(/<w:r><w:drawing>.*<\/w:drawing><\/w:r>/, (run) => run.repeat(1_000)) }
        : file.path.endsWith('.png')
          ? { path: file.path, data: DOT_PNG }
          : file,
    );
    const { inputs, reasons } = await take({ 'many.docx': writeZip(shown) });
    expect(inputs[0]!.images).toHaveLength(8);
    expect(reasons).toEqual([['many.docx', 'pictures-left-out', 992]]);
  });

  test('reports a damaged document and a spreadsheet', async () => {
    const { problems } = await take({ 'a.docx': docx('<w:p><w:r>'), 'b.docx': docx(WORD_BODY).slice(0, 900) });
    expect(problems).toEqual([
      ['a.docx', 'bad-document'],
      ['b.docx', 'bad-archive'],
    ]);
  });
});

describe('PDF', () => {
  test('reads every word of a hundred pages in order', async () => {
    const random = seededRandom(34);
    const WORDS = 'heron eel tide ebb flood marsh reed oar keel rope salt wind gull dune sand pier buoy mast'.split(
      ' ',
    );
    const line = (): string => Array.from({ length: 6 }, () => WORDS[Math.floor(random() * WORDS.length)]).join(' ');
    const shapes: readonly Partial<PdfPage>[] = [{}, { size: 8 }, { turned: true }, { size: 16 }];
    for (let file = 0; file < 25; file++) {
      const pages = shapes.map((shape): PdfPage => {
        const columns = Array.from({ length: 1 + (file % 2) }, () => Array.from({ length: 3 + (file % 20) }, line));
        return { ...shape, columns };
      });
      const { inputs, problems } = await take({ 'made.pdf': await pdf(pages, { objectStreams: file % 3 > 0 }) });
      expect(problems).toEqual([]);
      const words = (text: string): string => text.replace(/\s+/g, ' ').trim();
      expect(inputs.map(({ text }) => words(text))).toEqual(
        pages.map(({ columns }) => words(columns.flat().join(' '))),
      );
    }
  });

  test('reads page by page, with the heading from the outline', async () => {
    const bytes = await pdf(
      [
        { columns: [['A tale of tides']], chapter: 'Ebb' },
        { columns: [['Water leaves the exam-', 'ple shore slowly.', '', '', 'Then it returns.']] },
        { columns: [[]] },
        { columns: [['Last page.']], chapter: 'Flood', turned: true },
      ],
      { title: 'Tides', author: 'M. Sea' },
    );
    const { inputs, problems } = await take({ 'tides.pdf': bytes });
    expect(problems).toEqual([['tides.pdf', 'empty']]);
    expect(inputs).toMatchObject([
      {
        title: 'Tides',
        text: 'A tale of tides',
        createdAt: Date.UTC(2021, 4, 6, 7, 8, 9),
        updatedAt: Date.UTC(2022, 4, 6, 7, 8, 9),
        metadata: { author: 'M. Sea', place: { kind: 'page', number: 1, of: 4, heading: 'Ebb' } },
      },
      {
        text: 'Water leaves the example shore slowly.\n\nThen it returns.',
        metadata: { place: { number: 2, heading: 'Ebb' } },
      },
      { text: 'Last page.', metadata: { place: { number: 4, heading: 'Flood' } } },
    ]);
  });

  test('a document leads to the address it was fetched from, and in a PDF to the page', async () => {
    const bytes = await pdf([{ columns: [['Ebb']] }, { columns: [['Flood']] }], { title: 'Tides' });
    const { inputs } = await take({ 'tides.pdf': bytes }, 'https://example.org/tides.pdf');
    expect(inputs.map(({ url }) => url)).toEqual([
      'https://example.org/tides.pdf#page=1',
      'https://example.org/tides.pdf#page=2',
    ]);
    const own = '<!doctype html><link rel="canonical" href="https://example.org/own"><body>Text';
    const pages = await take({ 'own.html': own, 'bare.html': '<!doctype html><body>Text' }, 'https://example.org/a');
    expect(pages.inputs.map(({ url }) => url)).toEqual(['https://example.org/own', 'https://example.org/a']);
  });

  test('takes scanned pages as upright pictures, and those with little text of their own', async () => {
    const bytes = await scannedPdf(
      [
        { lines: ['Harbour'] },
        { lines: ['Fax'], form: 'fax' },
        { lines: ['Turned'], turned: true },
        { lines: ['Stamped'], stamp: 'Page 4' },
        { lines: [] },
        {
          lines: ['Behind'],
          stamp: 'A text of its own, long enough to be found by, so that nobody has to read the picture',
        },
      ],
      'Log',
    );
    const { inputs, problems, contents } = await take({ 'log.pdf': bytes });
    expect(problems).toEqual([['log.pdf', 'empty']]);
    expect(contents).toMatchObject([{ format: 'pdf', memories: 5, scans: 4 }]);
    expect(inputs.map(({ text }) => text)).toEqual([
      '1 / 6',
      '2 / 6',
      '3 / 6',
      'Page 4',
      'A text of its own, long enough to be found by, so that nobody has to read the picture',
    ]);
    for (const [at, { title, images = [], metadata }] of inputs.slice(0, 4).entries()) {
      expect(title).toBe('Log');
      expect(metadata).toMatchObject({ place: { kind: 'page', number: at + 1, of: 6 } });
      expect(images).toMatchObject([{ mimeType: 'image/jpeg', alt: `Log, ${at + 1} / 6` }]);
      expect(await inkOf(images[0]!.data)).toMatchObject({ width: 1_414, height: 2_000, corner: 'top left' });
    }
    expect(inputs[4]!.images).toBeUndefined();
  });

  test('takes a page whose letters are painted as outlines', async () => {
    const { inputs, contents } = await take({ 'drawn.pdf': await outlinedPdf() });
    expect(contents).toMatchObject([{ memories: 1, scans: 1 }]);
    expect(inputs[0]!.images).toHaveLength(1);
  });

  test('draws no pictures for a preview', async () => {
    const bytes = await scannedPdf([{ lines: ['Harbour'] }, { lines: [] }]);
    const rows: ImportRow[] = [];
    const input = { format: 'pdf', file: new Blob([bytes]), origin: { path: 'log.pdf' }, previewOnly: true } as const;
    for await (const some of localDocuments().read(input, new AbortController().signal)) rows.push(...some);
    expect(rows).toMatchObject([{ input: { text: '1 / 2' }, scan: true }, { code: 'empty' }]);
    expect(rows[0]).not.toHaveProperty('input.images');
  });

  test('reports encrypted and damaged files', async () => {
    const whole = await pdf([{ columns: [['Text']] }]);
    const { problems } = await take({
      'locked.pdf': encryptedPdf(),
      'cut.pdf': whole.slice(0, 200),
      'mark.pdf': bytesOf('%PDF-1.7'),
    });
    expect(problems).toEqual(['locked.pdf', 'cut.pdf', 'mark.pdf'].map((path) => [path, 'bad-document']));
  });
});

describe('any bytes', () => {
  const samples = async (): Promise<{ [path: string]: Uint8Array<ArrayBuffer> }> => ({
    'a.html': bytesOf('<!doctype html><html><body><table><tr><td><p>One</td></tr></table><ul><li>x</body></html>'),
    'a.mhtml': bytesOf(MHTML),
    'a.eml': bytesOf(MAIL),
    'a.mbox': bytesOf(MBOX),
    'a.enex': bytesOf(enex(evernoteNote(DOT_PNG), EVERNOTE_10)),
    'a.epub': epub(),
    'a.docx': docx(WORD_BODY, WORD_CORE),
    'a.pdf': await pdf([{ columns: [['Some text', 'of it']], chapter: 'One' }], { objectStreams: false }),
  });

  test("a document that's cut or changed anywhere doesn't affect others", async () => {
    const random = seededRandom(7);
    for (const [path, whole] of Object.entries(await samples())) {
      for (let round = 0; round < 40; round++) {
        const bytes = round % 2 ? whole.slice(0, Math.floor(random() * whole.length)) : whole.slice();
        for (let change = 0; change < round / 4; change++) bytes[Math.floor(random() * bytes.length)] = random() * 256;
        const { inputs, problems } = await take({ [path]: bytes, 'b.md': 'Kept' });
        expect(inputs.some(({ text }) => text === 'Kept')).toBe(true);
        for (const [, code] of problems) expect(code).not.toBe('unreadable');
      }
    }
  });

  test("doesn't unpack a zip bomb inside a document", async () => {
    const bomb = writeZip([
      { path: '[Content_Types].xml', data: '<Types/>' },
      { path: 'word/document.xml', data: new Uint8Array(40_000_000) },
    ]);
    expect((await take({ 'bomb.docx': bomb })).problems).toEqual([['bomb.docx', 'bad-archive']]);
  });

  test('keeps the paths of a book inside it', async () => {
    const climbing = writeZip([
      {
        path: 'META-INF/container.xml',
        data: '<container><rootfiles><rootfile full-path="../../etc/passwd"/></rootfiles></container>',
      },
      { path: '../../etc/passwd', data: '<package/>' },
    ]);
    expect((await take({ 'a.epub': climbing })).problems).toEqual([['a.epub', 'bad-document']]);
  });

  test('imports ten thousand pages of an archive', async () => {
    const pages = Array.from({ length: 10_000 }, (_, n) => ({
      path: `site/${n}.html`,
      data: `<html><p>Page ${n}`,
      stored: true,
    }));
    const { inputs, problems } = await take({ 'site.zip': writeZip(pages) });
    expect(problems).toEqual([]);
    expect(new Set(inputs.map(({ text }) => text)).size).toBe(10_000);
  });
});
