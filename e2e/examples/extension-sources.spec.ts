/// <reference types="chrome" />
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serveFolder } from '../../scripts/serve.mjs';
import { pdf } from '../../src/testing/document-samples.ts';
import { test as base, expect } from './fixtures.ts';
import { clickButton, type Extension, extensionHome } from './unpacked-extension.ts';

const CHAT = `<!doctype html><html lang="en"><title>Harbour walls</title><nav>Older chats</nav><main>
  <div data-message-author-role="user" data-message-id="m1"><p>How old is the harbour?</p></div>
  <div data-message-author-role="assistant" data-message-id="m2"><p>It was dug in 1821.</p><button>Copy</button></div>
</main></html>`;

const test = base.extend<{ extension: Extension }>({
  // biome-ignore lint/correctness/noEmptyPattern: the runner wants a destructured first argument
  site: async ({}, use) => {
    const file = await pdf([{ columns: [['Water leaves the shore.']] }, { columns: [['Then the flood returns.']] }], {
      title: 'Tides',
    });
    const server = await serveFolder(tmpdir(), {
      pages: { '/chat': CHAT },
      routes: {
        '/tides.pdf': (_, response) => {
          response.setHeader('content-type', 'application/pdf');
          response.end(file);
        },
      },
    });
    await use(server.url);
    await server.close();
  },
  extension: async ({ built }, use) => {
    const home = extensionHome(built);
    const extension = await home.start();
    await use(extension);
    await extension.context.close();
    home.remove();
  },
});

test('a PDF tab is saved page by page, and a chat by its messages, with no more permission than a click gives', async ({
  extension,
  site,
}) => {
  const { context, origin } = extension;
  const popup = await context.newPage();
  await popup.goto(`${origin}popup.html`);
  const page = await context.newPage();
  for (const path of ['tides.pdf', 'chat']) {
    await page.goto(`${site}/${path}`);
    await clickButton(extension, page);
    await popup.evaluate(() => document.querySelector<HTMLButtonElement>('#save')!.click());
    await expect(popup.locator('#state')).toHaveText('Saved.');
    await popup.reload();
  }

  const rows = popup.getByRole('option');
  await popup.getByRole('searchbox').fill('flood returns');
  await expect(rows.first()).toContainText('Tides');
  await expect(rows.first()).toContainText('PDF · p. 2');
  const opened = context.waitForEvent('page');
  await rows.first().click();
  await (await opened).waitForURL(`${site}/tides.pdf#page=2`, { waitUntil: 'commit' });

  await popup.bringToFront();
  await popup.getByRole('searchbox').fill('dug in 1821');
  await expect(rows.first()).toContainText('Harbour walls');
  const messages = await popup.evaluate(async () => {
    const { value } = await chrome.runtime.sendMessage({ to: 'host', kind: 'call', call: 'list', args: [{}] });
    return value.memories.filter(({ type }: { type: string }) => type === 'conversation');
  });
  const thread = `page ${site}/chat`;
  expect(messages).toMatchObject([
    { id: `message ${site}/chat m2`, role: 'assistant', text: 'It was dug in 1821.', thread, url: `${site}/chat` },
    { id: `message ${site}/chat m1`, role: 'user', text: 'How old is the harbour?', thread, source: 'localhost' },
  ]);
});

const CHATS: { [marks: string]: { page: string; turns: object[] } } = {
  'roles and ids in attributes': {
    page: `<nav><div data-message-author-role="user">Older chat</div></nav><main>
      <article data-testid="conversation-turn-1"><h5 class="sr-only">You said:</h5>
        <div data-message-author-role="user" data-message-id="m1"><p>Print a list.</p><button>Edit</button></div></article>
      <article data-testid="conversation-turn-2"><div data-message-author-role="assistant" data-message-id="m2">
        <p>Like this:</p><pre><button>Copy</button><code>for x in list:\n    print(x)</code></pre></div></article></main>`,
    turns: [
      { role: 'user', id: 'm1', text: 'Print a list.' },
      { role: 'assistant', id: 'm2', text: 'Like this:\n\nfor x in list:\n    print(x)' },
    ],
  },
  'only the questions marked, by name': {
    page: `<aside><p>Many older chats, with a text that is longer than any of the messages of this one</p></aside>
      <div><header>Tides</header><div><div><div><span>AB</span><div data-testid="user-message"><p>How high?</p></div>
      <span>12:30</span></div></div><div><p>About three metres.</p></div>
      <div><div data-testid="user-message"><p>And at new moon?</p></div></div><div><p>Four, at most.</p></div>
      <fieldset><div contenteditable="true">Draft of the next</div></fieldset></div></div>`,
    turns: [
      { role: 'user', text: 'How high?' },
      { role: 'assistant', text: 'About three metres.' },
      { role: 'user', text: 'And at new moon?' },
      { role: 'assistant', text: 'Four, at most.' },
    ],
  },
  'elements named for what they show': {
    page: `<chat-window><user-query><user-query-content><p>Why salt?</p></user-query-content></user-query>
      <model-response><message-content><p>From rivers.</p></message-content></model-response></chat-window>`,
    turns: [
      { role: 'user', text: 'Why salt?' },
      { role: 'assistant', text: 'From rivers.' },
    ],
  },
  'names in another attribute': {
    page: `<div data-content="user-message">Which knot?</div><button data-content="user-message-menu">More</button>
      <div data-content="ai-message"><p>A bowline.</p></div><div data-content="ai-message" hidden>Not shown</div>`,
    turns: [
      { role: 'user', text: 'Which knot?' },
      { role: 'assistant', text: 'A bowline.' },
    ],
  },
  'articles labelled for screen readers': {
    page: `<div role="log"><div role="article" aria-label="You said"><p>Is it deep?</p></div>
      <div role="article" aria-label="Helper said"><p>Ten fathoms.</p></div></div>`,
    turns: [
      { role: 'user', text: 'Is it deep?' },
      { role: 'assistant', text: 'Ten fathoms.' },
    ],
  },
};
/** Pages that look like chats at first sight. */
const ARTICLES: { [what: string]: string } = {
  'a question without an answer': '<main><div data-message-author-role="user">A question only</div></main>',
  'comments with the names of their authors':
    '<main><p data-author="user">A question only</p><p data-author="M. Sea">Another comment</p></main>',
};

test('the messages of a chat page are found by roles, names and labels; other pages stay articles', async ({
  built,
  page,
}) => {
  const read = async (html: string): Promise<{ text: string; turns?: object[] }> => {
    await page.setContent(`<!doctype html><html lang="en"><title>Chat</title><body>${html}</body></html>`);
    await page.addScriptTag({ path: join(built, 'extension', 'dist', 'extract.js') });
    return page.evaluate('extract');
  };
  for (const [marks, { page: html, turns }] of Object.entries(CHATS))
    expect(await read(html), marks).toMatchObject({ title: 'Chat', text: '', lang: 'en', isPdf: false, turns });
  for (const [what, html] of Object.entries(ARTICLES)) {
    const { text, turns } = await read(html);
    expect(turns, what).toBeUndefined();
    expect(text, what).toContain('A question only');
  }
});
