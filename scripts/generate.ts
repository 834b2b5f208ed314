/**
 * Writes what is derived: `custom-elements.json` and the editors' data from the element's TSDoc, and the README's tables
 * between their markers. With `--check` nothing is written and a stale file fails.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { MODEL_PROFILES } from '../src/core/options/model-profiles.ts';
import { OPTION_TABLE } from '../src/core/options/option-table.ts';
import { QUERY_GRAMMAR } from '../src/core/query/grammar.ts';
import { ROOT } from './setup.mjs';

interface ManifestMember {
  kind: string;
  name: string;
  description?: string;
  privacy?: string;
  default?: string;
  type?: { text: string };
}
interface Declaration {
  name: string;
  kind: string;
  summary?: string;
  tagName?: string;
  members?: ManifestMember[];
  attributes?: ManifestMember[];
  events?: ManifestMember[];
  slots?: ManifestMember[];
  cssParts?: ManifestMember[];
  cssProperties?: ManifestMember[];
}

const check = process.argv.includes('--check');
let stale = false;

function put(path: string, content: string): void {
  const file = join(ROOT, path);
  let before = '';
  try {
    before = readFileSync(file, 'utf8');
  } catch {
    // a first run has no file yet
  }
  if (before === content) return;
  if (check) {
    stale = true;
    console.error(`${path} is stale: run npm run docs`);
  } else {
    writeFileSync(file, content);
    console.log(`wrote ${path}`);
  }
}

function manifest(): { modules: { declarations?: Declaration[] }[] } {
  // The analyzer writes below the working directory only.
  const folder = mkdtempSync(join(ROOT, 'node_modules', '.manifest-'));
  const args = ['cem', 'analyze', '--litelement', '--globs', 'src/ui/element/*.ts', 'src/ui/events.ts', '--outdir'];
  // It also writes its folder into package.json, which is not its business.
  const manifestOfPackage = readFileSync(join(ROOT, 'package.json'));
  const result = spawnSync('npx', [...args, relative(ROOT, folder)], { cwd: ROOT, encoding: 'utf8' });
  writeFileSync(join(ROOT, 'package.json'), manifestOfPackage);
  if (result.status !== 0) throw new Error(`${result.stdout}${result.stderr}`);
  const json = JSON.parse(readFileSync(join(folder, 'custom-elements.json'), 'utf8'));
  rmSync(folder, { recursive: true });
  return json;
}

const cell = (text: string | undefined): string =>
  (text ?? '').replaceAll('|', '\\|').replaceAll('\n', ' ').replaceAll('<', '&lt;');
const table = (head: string[], rows: string[][]): string =>
  [
    `| ${head.join(' | ')} |`,
    `|${head.map(() => '---').join('|')}|`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n');

const elements = manifest();
const element = elements.modules
  .flatMap((module) => module.declarations ?? [])
  .find(({ tagName }) => tagName === 'hybrid-search');
if (!element) throw new Error('no <hybrid-search> in the manifest');
// The analyzer lists a dispatched event without a name where the class knows it: the documented ones say it all.
if (element.events) element.events = element.events.filter(({ name }) => name);

const range = (entry: (typeof OPTION_TABLE)[number]): string => {
  const limits = entry as { min?: number; max?: number; values?: readonly string[]; kind: string };
  if (limits.values) return limits.values.map((value) => `\`${value}\``).join(' ');
  return limits.min === undefined ? limits.kind : `${limits.min}–${limits.max}`;
};

const SECTIONS: { [name: string]: string } = {
  'query-language': table(
    ['write', 'for example', 'it means'],
    QUERY_GRAMMAR.map((row) => [`\`${cell(row.operator)}\``, `\`${cell(row.example)}\``, cell(row.meaning)]),
  ),
  options: table(
    ['option', 'default', 'range', 'meaning'],
    OPTION_TABLE.map((entry) => [
      `\`${entry.name}\``,
      entry.default === null || String(entry.default) === '' ? '–' : `\`${String(entry.default)}\``,
      range(entry),
      cell(entry.meaning),
    ]),
  ),
  attributes: table(
    ['attribute', 'default', 'meaning'],
    (element.attributes ?? []).map((entry) => [
      `\`${entry.name}\``,
      entry.default ? `\`${cell(entry.default)}\`` : '–',
      cell(entry.description),
    ]),
  ),
  events: table(
    ['event', 'when'],
    (element.events ?? []).map((entry) => [`\`${entry.name}\``, cell(entry.description)]),
  ),
  styling: table(
    ['property or part', 'meaning'],
    [...(element.cssProperties ?? []), ...(element.cssParts ?? [])].map((entry) => [
      entry.name.startsWith('--') ? `\`${entry.name}\`` : `\`::part(${entry.name})\``,
      cell(entry.description),
    ]),
  ),
  models: table(
    ['model', 'download', 'languages', 'good at'],
    MODEL_PROFILES.map((model) => [
      `\`${model.id}\``,
      `${Math.round(model.bytes / 1_000_000)} MB`,
      cell(model.languages),
      cell(model.note),
    ]),
  ),
};

function fill(path: string): void {
  let text = readFileSync(join(ROOT, path), 'utf8');
  for (const [name, content] of Object.entries(SECTIONS)) {
    text = text.replace(
      new RegExp(`(<!-- ${name}:start -->\n)[\\s\\S]*?(<!-- ${name}:end -->)`, 'g'),
      (_, start: string, end: string) => `${start}${content}\n${end}`,
    );
  }
  put(path, text);
}

/** What is published, by its published path: the element and its events, without what is private. */
function publishedManifest(declared: Declaration): object {
  const module = 'dist/hybrid-search.js';
  const typeOf = (event: string): string =>
    `${event.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`;
  // Where the sources keep a member is no one else's business.
  const own = (members: ManifestMember[] = []): object[] =>
    members.filter(({ privacy }) => privacy !== 'private').map((member) => ({ ...member, inheritedFrom: undefined }));
  const tag = {
    ...declared,
    superclass: { name: 'HTMLElement' },
    members: own(declared.members),
    attributes: own(declared.attributes),
    events: (declared.events ?? []).map((event) => ({ ...event, type: { text: typeOf(event.name) } })),
  };
  const eventClasses = elements.modules
    .flatMap(({ declarations }) => declarations ?? [])
    .filter(({ name, kind }) => kind === 'class' && /^Hs\w+Event$/.test(name))
    .map((event) => ({ ...event, superclass: { name: 'Event' } }));
  const declarations = [tag, ...eventClasses];
  const reference = (name: string): object => ({ name, module });
  return {
    schemaVersion: '1.0.0',
    modules: [
      {
        kind: 'javascript-module',
        path: module,
        declarations,
        exports: declarations.map(({ name }) => ({ kind: 'js', name, declaration: reference(name) })),
      },
      {
        kind: 'javascript-module',
        path: 'dist/define.js',
        declarations: [],
        exports: [{ kind: 'custom-element-definition', name: 'hybrid-search', declaration: reference(tag.name) }],
      },
    ],
  };
}

/** For VS Code's `html.customData` and `css.customData`. */
function editorData({
  summary = '',
  attributes = [],
  cssProperties = [],
  tagName = '',
}: Declaration): [object, object] {
  const choices = (member: ManifestMember): string[] =>
    [...(member.type?.text ?? '').matchAll(/'([^']*)'/g)].map(([, value]) => value!);
  return [
    {
      version: 1.1,
      tags: [
        {
          name: tagName,
          description: summary,
          attributes: attributes.map((attribute) => ({
            name: attribute.name,
            description: attribute.description ?? '',
            ...(choices(attribute).length > 0 && { values: choices(attribute).map((name) => ({ name })) }),
            ...(attribute.type?.text === 'boolean' && { valueSet: 'v' }),
          })),
        },
      ],
    },
    { version: 1.1, properties: cssProperties.map(({ name, description = '' }) => ({ name, description })) },
  ];
}

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;
put('custom-elements.json', json(publishedManifest(element)));
const [htmlData, cssData] = editorData(element);
put('vscode.html-custom-data.json', json(htmlData));
put('vscode.css-custom-data.json', json(cssData));
fill('README.md');
if (stale) process.exit(1);
