/** Documents as their programs write them, field by field, through the import that reads them. */
import { describe, expect, test } from 'vitest';
import type { ImportFile } from '../core/import/report.ts';
import type { MemoryInput } from '../core/record/memory.ts';
import { DOT_PNG } from '../testing/app-exports.ts';
import { localDocuments } from '../testing/local-documents.ts';
import { importFiles } from '../transfer/import-files.ts';

type Content = string | Uint8Array<ArrayBuffer>;

async function take(files: { readonly [path: string]: Content }) {
  const inputs: MemoryInput[] = [];
  const list: ImportFile[] = Object.entries(files).map(([path, content]) => ({
    path,
    file: new File([content], path, { lastModified: Date.UTC(2024, 1, 2) }),
  }));
  const report = await importFiles(
    { count: list.length, slices: [list] },
    {
      async upsertMany(batch) {
        inputs.push(...batch);
        return { added: batch.length, updated: 0, unchanged: 0 };
      },
    },
    { signal: new AbortController().signal, documents: localDocuments() },
  );
  return { inputs, contents: report.contents, problems: report.problems.map(({ file, code }) => [file, code]) };
}

const only = async (path: string, content: Content): Promise<MemoryInput> => {
  const { inputs, problems } = await take({ [path]: content });
  expect(problems).toEqual([]);
  expect(inputs).toHaveLength(1);
  return inputs[0]!;
};

const textOf = async (html: string): Promise<string> => (await only('a.html', `<!doctype html><body>${html}`)).text;

describe('web pages', () => {
  test('what a page says of itself becomes fields', async () => {
    const page = `<!DOCTYPE html><html lang="en-GB"><head>
      <!-- Page saved with SingleFile  url: https://garden.example/beans  saved date: Mon -->
      <meta charset="utf-8"><title> Sowing
      beans </title><meta name="author" content="Ada"><meta property="og:site_name" content="Garden">
      <meta property="article:published_time" content="2021-05-06T07:08:09Z"><meta name="Description" content="How to.">
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
      metadata: { path: 'saved/page.html', author: 'Ada', site: 'Garden', description: 'How to.' },
    });
  });

  test.each([
    ['lists', '<ul><li>One<li>Two<ol><li>a</li><li><p>b</p></li></ol></ul>', '- One\n- Two\n  1. a\n  2. b'],
    ['a table', '<table><tr><th>Name<th>Age</tr><tr><td>Ann<td>7</tr></table><p>End', 'Name | Age\nAnn | 7\n\nEnd'],
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

  test('pictures within the page and beside it are kept', async () => {
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

  test('a page that is nested without end is told, an empty one too', async () => {
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

  test('a page longer than a memory becomes several', async () => {
    const { inputs } = await take({
      'long.html': `<html><title>Long</title><body>${'<p>Some words of it.</p>'.repeat(70_000)}`,
    });
    expect(inputs.map(({ title }) => title)).toEqual(['Long', 'Long (2)']);
    expect(new Set(inputs.map(({ id }) => id)).size).toBe(2);
  });
});
