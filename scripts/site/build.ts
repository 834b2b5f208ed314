/** `npm run site` builds one static folder for any host and path. Needs `npm run build` first. */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import MarkdownIt from 'markdown-it';
import sharp from 'sharp';
import { QUERY_GRAMMAR } from '../../src/core/query/grammar.ts';
import { buildExamples } from '../examples.mjs';
import { ROOT } from '../setup.mjs';
import { addAnchors, type Section, sectionsOf } from './sections.ts';

const SOURCE = import.meta.dirname;

interface DocumentPage {
  source: string;
  target: string;
  title: string;
}

/** Every other Markdown file of `docs` becomes a page too. */
const MENU: readonly DocumentPage[] = [
  { source: 'README.md', target: 'docs/index.html', title: 'Guide' },
  { source: 'docs/START.md', target: 'docs/START.html', title: 'Start here' },
  { source: 'docs/FAQ.md', target: 'docs/FAQ.html', title: 'Questions' },
  { source: 'docs/REFERENCE.md', target: 'docs/REFERENCE.html', title: 'Reference' },
  { source: 'docs/USING.md', target: 'docs/USING.html', title: 'In your build' },
  { source: 'docs/guides/notes-app.md', target: 'docs/guides/notes-app.html', title: 'Notes app' },
  { source: 'docs/guides/extension.md', target: 'docs/guides/extension.html', title: 'Extension' },
  { source: 'docs/guides/bring-your-notes.md', target: 'docs/guides/bring-your-notes.html', title: 'Bring your notes' },
  { source: 'docs/guides/readers.md', target: 'docs/guides/readers.html', title: 'Readers' },
  { source: 'docs/guides/chat-memory.md', target: 'docs/guides/chat-memory.html', title: 'Chat memory' },
  { source: 'docs/guides/frameworks.md', target: 'docs/guides/frameworks.html', title: 'Frameworks' },
  { source: 'docs/guides/theming.md', target: 'docs/guides/theming.html', title: 'Theming' },
  { source: 'docs/guides/privacy.md', target: 'docs/guides/privacy.html', title: 'Privacy' },
  { source: 'docs/guides/languages.md', target: 'docs/guides/languages.html', title: 'Languages' },
  { source: 'docs/guides/large-stores.md', target: 'docs/guides/large-stores.html', title: 'Large stores' },
  { source: 'docs/SYNC.md', target: 'docs/SYNC.html', title: 'Sync' },
  { source: 'docs/api/README.md', target: 'docs/api/index.html', title: 'API' },
  { source: 'docs/RANKING.md', target: 'docs/RANKING.html', title: 'Ranking' },
  { source: 'docs/EVALUATION.md', target: 'docs/EVALUATION.html', title: 'Evaluation' },
  { source: 'docs/LABELS.md', target: 'docs/LABELS.html', title: 'Labels' },
  { source: 'docs/BENCHMARK.md', target: 'docs/BENCHMARK.html', title: 'Benchmark' },
  { source: 'docs/DURABILITY.md', target: 'docs/DURABILITY.html', title: 'Durability' },
  { source: 'SECURITY.md', target: 'docs/SECURITY.html', title: 'Security' },
  { source: 'docs/ARCHITECTURE.md', target: 'docs/ARCHITECTURE.html', title: 'Architecture' },
  { source: 'docs/BEHAVIOUR.md', target: 'docs/BEHAVIOUR.html', title: 'Behaviour' },
  { source: 'CONTRIBUTING.md', target: 'docs/CONTRIBUTING.html', title: 'Contributing' },
  { source: 'CHANGELOG.md', target: 'docs/CHANGELOG.html', title: 'Changes' },
];

const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

function layout({ title, body, depth }: { title: string; body: string; depth: number }): string {
  const root = depth === 0 ? './' : '../'.repeat(depth);
  return (
    readFileSync(join(SOURCE, 'layout.html'), 'utf8')
      .replaceAll('{{root}}', root)
      // Pages without an element don't load it.
      .replace(
        '{{scripts}}',
        body.includes('<hybrid-search') ? `<script type="module" src="${root}hybrid-search/define.js"></script>` : '',
      )
      .replaceAll('{{title}}', () => escapeHtml(title))
      .replace('{{body}}', () => body)
  );
}

/** Shows HTML in the Markdown as text, except for the markers of generated tables. */
async function renderDocument(
  sources: string,
  page: DocumentPage,
  others: ReadonlyMap<string, string>,
): Promise<{ body: string; sections: Section[] }> {
  const markdown = new MarkdownIt({ html: false, linkify: false });
  const folder = dirname(page.source);
  const targetFolder = dirname(page.target);
  const images = await imageSizes(join(sources, page.source));
  const local = (href: string): string => {
    if (/^[a-z]+:|^#/i.test(href)) return href;
    const [path = '', hash] = href.split('#', 2);
    const target = others.get(join(folder, path));
    // Links to code and data in the repository lose their address, because the site doesn't have these files.
    return target === undefined ? '' : relative(targetFolder, target) + (hash === undefined ? '' : `#${hash}`);
  };
  markdown.core.ruler.push('site-links', (state) => {
    for (const token of state.tokens.flatMap((each) => each.children ?? [])) {
      const name = token.type === 'link_open' ? 'href' : token.type === 'image' ? 'src' : null;
      if (name === null) continue;
      const given = token.attrGet(name) ?? '';
      const target = local(given);
      // Reserves space for a picture, so nothing jumps when it loads.
      for (const [side, pixels] of Object.entries(images.get(given) ?? {})) token.attrSet(side, String(pixels));
      if (target !== '') token.attrSet(name, target);
      else if (name === 'href') token.attrs = [];
    }
  });
  markdown.core.ruler.push('anchors', ({ tokens }) => addAnchors(tokens));
  // Wide tables and long lines of code can be scrolled, so they must be focusable.
  markdown.renderer.rules.table_open = () => '<div class="wide" tabindex="0" role="group" aria-label="Table"><table>';
  markdown.renderer.rules.table_close = () => '</table></div>';
  // If diagrams shrank to the width of a phone, their text would be unreadable.
  const image = markdown.renderer.rules.image!;
  markdown.renderer.rules.image = (tokens, index, ...rest) => {
    const picture = image(tokens, index, ...rest);
    return tokens[index]!.attrGet('src')!.endsWith('.svg')
      ? `<span class="wide" tabindex="0" role="group" aria-label="Diagram">${picture}</span>`
      : picture;
  };
  markdown.renderer.rules.th_open = () => '<th scope="col">';
  const code = (text: string): string =>
    `<pre tabindex="0" role="group" aria-label="Code"><code>${escapeHtml(text)}</code></pre>`;
  markdown.renderer.rules.fence = (tokens, index) => code(tokens[index]!.content);
  markdown.renderer.rules.code_block = markdown.renderer.rules.fence;
  const text = readFileSync(join(sources, page.source), 'utf8').replace(/<!--[\s\S]*?-->\n?/g, '');
  const tokens = markdown.parse(text, {});
  const sections = sectionsOf(tokens, page.target, page.title);
  const body = markdown.renderer.render(tokens, markdown.options, {}).replaceAll('<th scope="col"></th>', '<td></td>');
  return { body: body.includes('<h1') ? body : `<h1>${escapeHtml(page.title)}</h1>\n${body}`, sections };
}

async function imageSizes(source: string): Promise<Map<string, { width: number; height: number }>> {
  const text = readFileSync(source, 'utf8');
  const sizes = new Map<string, { width: number; height: number }>();
  for (const [, path = ''] of text.matchAll(/!\[[^\]]*\]\(([^)\s]+)/g)) {
    const file = join(dirname(source), path);
    if (!existsSync(file)) continue;
    const { width, height, pageHeight = height } = await sharp(file).metadata();
    sizes.set(path, { width, height: pageHeight });
  }
  return sizes;
}

/** Browsing shows the newest notes first, so the sections' times descend in the order of the menu. */
const FIRST_TIME = Date.UTC(2026, 0, 31);

const KINDS: readonly [RegExp, string][] = [
  [/^docs\/api\//, 'API'],
  [/^docs\/decisions\//, 'decision'],
  [/^docs\/(?:measurements\/|evaluation\/|soak\/|BENCHMARK|EVALUATION|PEERS)/, 'measurement'],
  [/^docs\/(?:REFERENCE|BEHAVIOUR|PROMISES|ENGINES|STATES|SYNC-FORMAT)\b/, 'reference'],
  [/^docs\/(?:RANKING|LABELS|DURABILITY|ARCHITECTURE|SCALE|SECURITY|FAQ)\b/, 'explanation'],
  [/^docs\/(?:CONTRIBUTING|CHANGELOG)\b/, 'project'],
];

/** The hash in the file's name keeps caches from serving an older list for this version. */
function writeSections(site: string, sections: readonly Section[]): void {
  const lines = sections.map(({ url, path, text }, index) => {
    const type = KINDS.find(([pattern]) => pattern.test(url))?.[1] ?? 'guide';
    const createdAt = FIRST_TIME - index * 1000;
    return JSON.stringify({ id: url, url, title: path.join(' › '), text, type, lang: 'en', createdAt });
  });
  const list = `${lines.join('\n')}\n`;
  const version = createHash('sha256').update(list).digest('hex').slice(0, 16);
  writeFileSync(join(site, `sections-${version}.jsonl`), list);
  writeFileSync(join(site, 'sections.json'), JSON.stringify({ version, count: lines.length }));
}

async function writeDocuments(site: string, sources: string): Promise<void> {
  const inFolder = readdirSync(join(sources, 'docs'), { recursive: true, encoding: 'utf8' })
    .map((path) => `docs/${path.replaceAll('\\', '/')}`)
    .sort();
  const listed = new Set(MENU.map(({ source }) => source));
  const others = inFolder
    .filter((source) => source.endsWith('.md') && !listed.has(source))
    .map((source) => ({ source, target: source.replace(/\.md$/, '.html'), title: basename(source, '.md') }));
  const pages = [...MENU, ...others];
  const files = inFolder.filter((name) => /\.(png|svg|webp|gif)$/.test(name));
  const targets = new Map([
    ...pages.map(({ source, target }) => [source, target] as const),
    ...files.map((file) => [file, file] as const),
  ]);
  for (const file of files) {
    mkdirSync(dirname(join(site, file)), { recursive: true });
    cpSync(join(sources, file), join(site, file));
  }
  const found: Section[] = [];
  for (const page of pages) {
    const menu = MENU.map(({ target, title }) => {
      const current = target === page.target ? ' aria-current="page"' : '';
      return `<li><a href="${relative(dirname(page.target), target)}"${current}>${title}</a></li>`;
    }).join('');
    const { body, sections } = await renderDocument(sources, page, targets);
    found.push(...sections);
    const article = `<div class="document"><nav aria-label="Documentation"><ul>${menu}</ul></nav><article>${body}</article></div>`;
    const path = join(site, page.target);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, layout({ title: page.title, body: article, depth: page.target.split('/').length - 1 }));
  }
  writeSections(site, found);
}

/** @param sources folder with the Markdown */
export async function writePages(site: string, sources = ROOT): Promise<void> {
  for (const file of ['site.css', 'site.js', 'search.css', 'search.js']) cpSync(join(SOURCE, file), join(site, file));
  const grammar = QUERY_GRAMMAR.map(
    ({ operator, example, meaning }) =>
      `<tr><td><code>${escapeHtml(operator)}</code></td><td><button type="button" data-query="${escapeHtml(example)}">${escapeHtml(example)}</button></td><td>${escapeHtml(meaning)}</td></tr>`,
  ).join('\n');
  for (const [name, title] of [
    ['index', 'Search over personal memory, in the browser'],
    ['examples', 'Examples'],
    ['parts', 'Parts'],
    ['theming', 'Theming'],
    ['query', 'Query language'],
  ] as const) {
    const body = readFileSync(join(SOURCE, `${name}.html`), 'utf8').replace('{{grammar}}', () => grammar);
    writeFileSync(join(site, `${name}.html`), layout({ title, body, depth: 0 }));
  }
  await writeDocuments(site, sources);
}

export async function buildSite(site = join(ROOT, 'website')): Promise<string> {
  const examples = process.env.EXAMPLES ?? buildExamples();
  rmSync(site, { recursive: true, force: true });
  mkdirSync(join(site, 'examples'), { recursive: true });
  for (const name of ['chat', 'notes'])
    cpSync(join(examples, name, 'dist'), join(site, 'examples', name), { recursive: true });
  // The folder made by `hybrid-search-assets` has everything needed: the element, its runtime and its models.
  cpSync(join(examples, 'notes', 'dist', 'hybrid-search'), join(site, 'hybrid-search'), { recursive: true });
  cpSync(join(ROOT, 'public', 'samples'), join(site, 'samples'), { recursive: true });
  await writePages(site);
  return site;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  if (!existsSync(join(ROOT, 'dist', 'files.json'))) throw new Error('npm run build first');
  console.log(relative(process.cwd(), await buildSite()));
}
