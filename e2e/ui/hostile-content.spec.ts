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
const WRAPPINGS = ['X', 'a X b', '# X', '> X', '- X', '**X**', '[X](https://evil.example/)', '\u0000X', 'X\nX', '"X"'];
const CODES = ['window.hurt=1', 'alert(1)', 'fetch("https://evil.example/")'];

/** A payload without CODE is the same for each of `CODES`. */
const payloads = [
  ...new Set(
    CORES.flatMap((core) =>
      WRAPPINGS.flatMap((wrapping) => CODES.map((code) => wrapping.replaceAll('X', core.replaceAll('CODE', code)))),
    ),
  ),
];

/** Any other tag must have come from a note. */
const OWN = new Set(
  'a article b bdi blockquote br button caption circle code dd details div dl dt em fieldset footer form h2 h3 header hs-filter-bar hs-import-found hs-import-list hs-import-panel hs-mapping-table hs-memory-form hs-memory-view hs-source-list hs-status-bar hs-why-panel hybrid-search-box hybrid-search-editor hybrid-search-filters hybrid-search-import hybrid-search-reader hybrid-search-results hybrid-search-status i input kbd label legend li main mark p path rect section slot small span strong style summary svg table tbody td textarea th time tr ul'.split(
    ' ',
  ),
);
const TEMPLATE = `<template slot="row"><b data-text="title"></b><p data-text="passage"></p><i data-text="metadata.by.name"></i>
  <small data-text="metadata.list"></small><em data-text="source"></em><span data-text="url"></span></template>`;

test.beforeEach(async ({ page, baseUrl }) => {
  expect(payloads.length).toBeGreaterThanOrEqual(500);
  const seen: string[] = [];
  page.on('request', (request) => {
    if (/evil|javascript/.test(request.url())) seen.push(request.url());
  });
  page.on('dialog', (dialog) => {
    seen.push(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on('framenavigated', (frame) => {
    if (!frame.url().startsWith(baseUrl) && frame.url() !== 'about:blank') seen.push(`went to ${frame.url()}`);
  });
  harm = seen;
  const notes: FakeNote[] = payloads.map((payload, i) => ({
    id: `${i} ${payload}`,
    ...(i % 2 === 0 && { title: payload }),
    text: `${payload} zzz`,
    tags: [payload.slice(0, 60)],
    source: payload,
    type: payload,
    url: payload,
    metadata: { by: { name: payload }, list: [payload, payload], [payload]: payload },
  }));
  await openElement(page, baseUrl, notes, { limit: '100' });
  await page.evaluate(watch, [...OWN]);
});

let harm: string[] = [];

declare global {
  interface Window {
    look(): Promise<void>;
    strange: Set<string>;
    answered(query: string): Promise<void>;
  }
}

function watch(own: readonly string[]): void {
  const known = new Set(own);
  window.strange = new Set();
  const visit = (root: ShadowRoot): void => {
    for (const node of root.querySelectorAll('*')) {
      if (!known.has(node.localName)) window.strange.add(node.localName);
      for (const { name, value } of node.attributes)
        if (name.startsWith('on') || /^\s*javascript:/i.test(value)) window.strange.add(`${node.localName} ${name}`);
      if (node.shadowRoot) visit(node.shadowRoot);
    }
  };
  const { element } = window;
  window.look = async () => {
    await element.updateComplete;
    await new Promise((resolve) => setTimeout(resolve));
    visit(element.shadowRoot!);
  };
  window.answered = async (query) => {
    if (element.query === query) return;
    const answer = new Promise<void>((resolve) => {
      const hear = (event: HTMLElementEventMap['hs-search']): void => {
        if (event.query !== query) return;
        element.removeEventListener('hs-search', hear);
        resolve();
      };
      element.addEventListener('hs-search', hear);
    });
    element.query = query;
    await answer;
  };
}

test.afterEach(async ({ page }) => {
  expect(await page.evaluate(() => [...window.strange])).toEqual([]);
  expect(harm).toEqual([]);
  expect(await page.evaluate(() => 'hurt' in window)).toBe(false);
});

test('five hundred hostile payloads stay text in rows, as the element and as the page draws them', async ({ page }) => {
  const shown = await page.evaluate(
    async ([template, count]) => {
      const { element } = window;
      const rows = () => element.shadowRoot!.querySelectorAll('.row');
      await window.answered('zzz');
      await window.look();
      while (rows().length < count) {
        // The button is drawn after the last row.
        element.shadowRoot!.querySelector<HTMLElement>('.load-more button')?.click();
        await window.look();
      }
      element.innerHTML = template;
      while (!rows()[0]!.querySelector('.own')) await window.look();
      await window.look();
      return [...rows()].map((row) => row.querySelector('i')!.textContent);
    },
    [TEMPLATE, payloads.length] as const,
  );
  expect(shown).toEqual(payloads);
});

test('each payload stays text when it is searched for, opened, explained and edited', async ({ page }) => {
  const read = await page.evaluate(async (texts) => {
    const { element, fake } = window;
    const root = element.shadowRoot!;
    const click = (selector: string): void => root.querySelector<HTMLElement>(selector)!.click();
    element.limit = 5;
    const found: (string | undefined)[] = [];
    for (const [i, text] of texts.entries()) {
      const query = `${text} `;
      fake.semantic[query] = [`${i} ${text}`];
      await window.answered(query);
      await window.look();
      click('[role=option]');
      await window.look();
      if (i % 10 === 0) {
        click('[data-action=why]');
        await window.look();
        click('[data-action=edit]');
        await window.look();
        while (!root.querySelector('hs-memory-form')?.shadowRoot?.querySelector('textarea')) await window.look();
        found.push(root.querySelector('hs-memory-form')!.shadowRoot!.querySelector('textarea')!.value);
      }
    }
    element.query = '';
    await window.look();
    return found;
  }, payloads);
  const edited = payloads.filter((_, i) => i % 10 === 0);
  // A text field normalises line ends.
  expect(read).toEqual(edited.map((payload) => `${payload} zzz`));
});

test('file names, and messages about them, stay text', async ({ page }) => {
  const said = await page.evaluate(async (texts) => {
    const root = window.element.shadowRoot!;
    const told: string[] = [];
    for (let i = 0; i < texts.length; i += 100) {
      const names = texts.slice(i, i + 100).map((text) => `${text}.json`);
      const data = new DataTransfer();
      for (const name of names) data.items.add(new File(['text'], name));
      const init = { bubbles: true, cancelable: true, composed: true };
      root.querySelector('.list')!.dispatchEvent(new ClipboardEvent('paste', { ...init, clipboardData: data }));
      let lines: string[] = [];
      // The list of the previous batch stays until this one has been read.
      while (lines.length === 0 || told.includes(lines[0]!)) {
        await window.look();
        const panel = root.querySelector('hs-import-panel')?.shadowRoot;
        const found = panel?.querySelector('hs-import-found')?.shadowRoot;
        found?.querySelector<HTMLElement>('.confirm')?.click();
        lines = [...(panel?.querySelectorAll('.problems .where') ?? [])].map((where) => where.textContent ?? '');
      }
      told.push(...lines);
    }
    return told;
  }, payloads);
  expect(said.length).toBeGreaterThanOrEqual(250);
  expect(said.some((line) => line.includes('<img src=x onerror='))).toBe(true);
});
