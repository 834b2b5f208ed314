/** Whatever stands in notes, file names and queries is text: nothing runs, nothing is fetched, no element appears. */
import { expect, test } from '../fixtures.ts';
import { type FakeNote, openElement } from './fake-client.ts';

const CORES = [
  '<img src=x onerror=CODE>',
  '<svg/onload=CODE>',
  '<script>CODE</script>',
  '"><iframe srcdoc="<script>parent.CODE</script>">',
  "'-CODE-'",
  '<a href="javascript:CODE">x</a>',
  '[x](javascript:CODE)',
  '![x](https://evil.example/p.png)',
  '<style>@import "https://evil.example/s.css"</style>',
  '<link rel=stylesheet href=https://evil.example/s.css>',
  '<math><mtext></mtext><mglyph><style><!--</style><img src onerror=CODE>',
  '$' + '{CODE}',
  '{{CODE}}',
  '<!--lit-part--><hs-why-panel></hs-why-panel>',
  '<template shadowrootmode=open><script>CODE</script></template>',
  '<base href=https://evil.example/>',
  '<meta http-equiv=refresh content="0;url=https://evil.example/">',
  '<form action=https://evil.example/><button autofocus onfocus=CODE>',
  '<details open ontoggle=CODE>',
  '`<img src=x onerror=CODE>`',
  '[[<img src=x onerror=CODE>|CODE]]',
  '\u202e<b>reversed</b>',
  '__proto__',
  'url(javascript:CODE)',
  '<object data=https://evil.example/o></object>',
] as const;
/** Where each payload stands, and what is put around it: 25 × 20 are the five hundred. */
const WRAPPINGS = ['X', 'a X b', '# X', '> X', '- X', '**X**', '[X](https://evil.example/)', '\u0000X', 'X\nX', '"X"'];

const payloads = CORES.flatMap((core) =>
  WRAPPINGS.flatMap((wrapping) =>
    ['window.hurt=1', 'alert(1)'].map((code) => wrapping.replaceAll('X', core.replaceAll('CODE', code))),
  ),
);

/** Tags that the templates of the element have; anything else came out of a note. */
const OWN = new Set(
  'a article aside b button circle code dd details div dl dt fieldset footer form h1 h2 h3 header hs-filter-bar hs-memory-form hs-memory-view hs-status-bar hs-why-panel i input kbd label legend li mark main p path rect section slot span strong style summary svg table tbody td textarea th time tr ul caption em pre blockquote ol hr'.split(
    ' ',
  ),
);

test('five hundred hostile payloads stay text in rows, open notes, forms and the box', async ({ page, baseUrl }) => {
  const fetched: string[] = [];
  page.on('request', (request) => {
    if (/evil|javascript/.test(request.url())) fetched.push(request.url());
  });
  page.on('dialog', (dialog) => {
    fetched.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  const notes: FakeNote[] = payloads.map((payload, i) => ({
    id: `${i} ${payload}`,
    ...(i % 2 === 0 && { title: payload }),
    text: `${payload} zzz`,
    tags: [payload.slice(0, 60)],
  }));
  await openElement(page, baseUrl, notes, { limit: '100' });
  const strange = await page.evaluate(
    async ([own, texts]) => {
      const known = new Set(own);
      const found = new Set<string>();
      const visit = (root: ShadowRoot): void => {
        for (const node of root.querySelectorAll('*')) {
          if (!known.has(node.localName)) found.add(node.localName);
          for (const { name, value } of node.attributes)
            if (name.startsWith('on') || /^\s*javascript:/i.test(value)) found.add(`${node.localName} ${name}`);
          if (node.shadowRoot) visit(node.shadowRoot);
        }
      };
      const { element } = window;
      const settled = async (): Promise<void> => {
        await element.updateComplete;
        // The fake client answers in microtasks: one task later the answer is rendered.
        await new Promise((resolve) => setTimeout(resolve));
        visit(element.shadowRoot!);
      };
      element.query = 'zzz';
      for (let page = 0; page < 5; page++) {
        await settled();
        element.shadowRoot!.querySelector<HTMLElement>('.load-more button')?.click();
      }
      for (let i = 0; i < texts.length; i += 10) {
        element.query = texts[i]!;
        await settled();
        element.shadowRoot!.querySelector<HTMLElement>('[role=option]')?.click();
        await settled();
      }
      return [...found];
    },
    [[...OWN], payloads] as const,
  );
  expect(strange).toEqual([]);
  expect(fetched).toEqual([]);
  expect(await page.evaluate(() => 'hurt' in window)).toBe(false);
});
