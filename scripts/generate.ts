/**
 * Generates files from docstrings and tables. `--api`: only `docs/api`. `--check`: writes nothing, fails if one is
 * stale.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { downloadBytes, MODEL_PROFILES } from '../src/core/model-profiles.ts';
import { OPTION_TABLE, TUNING_TABLE } from '../src/core/options/option-table.ts';
import { QUERY_GRAMMAR } from '../src/core/query/grammar.ts';
import { stateRows, transitionRows } from './durability-tables.ts';
import { dotPlot } from './plot.ts';
import { ROOT } from './setup.mjs';
import { promisesTable } from './soak-report.ts';

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

const {
  values: { check, api: apiAlone },
} = parseArgs({ options: { check: { type: 'boolean', default: false }, api: { type: 'boolean', default: false } } });
const API_FOLDER = 'docs/api';
let stale = false;

function put(path: string, content: string): void {
  const file = join(ROOT, path);
  let before = '';
  try {
    before = readFileSync(file, 'utf8');
  } catch {
    // The file doesn't exist before the first run.
  }
  if (before === content) return;
  if (check) {
    stale = true;
    console.error(`${path} is stale: run npm run docs`);
  } else {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    console.log(`wrote ${path}`);
  }
}

function remove(path: string): void {
  if (check) {
    stale = true;
    console.error(`${path} is no longer generated: run npm run docs`);
  } else {
    rmSync(join(ROOT, path));
    console.log(`removed ${path}`);
  }
}

const ELEMENT_SOURCES = [
  'src/ui/element/*.ts',
  'src/ui/session/part.ts',
  'src/ui/search/box/box.ts',
  'src/ui/search/parts.ts',
  'src/ui/notes/parts.ts',
  'src/ui/shared/error-event.ts',
  'src/ui/shared/events.ts',
];

function manifest(): { modules: { declarations?: Declaration[] }[] } {
  // The analyzer can only write below the working directory.
  const folder = mkdtempSync(join(ROOT, 'node_modules', '.manifest-'));
  const args = ['cem', 'analyze', '--litelement', '--globs', ...ELEMENT_SOURCES, '--outdir'];
  // The analyzer also writes that folder into package.json, which is restored afterwards.
  const manifestOfPackage = readFileSync(join(ROOT, 'package.json'));
  const result = spawnSync('npx', [...args, relative(ROOT, folder)], { cwd: ROOT, encoding: 'utf8' });
  writeFileSync(join(ROOT, 'package.json'), manifestOfPackage);
  if (result.status !== 0) throw new Error(`${result.stdout}${result.stderr}`);
  const json = JSON.parse(readFileSync(join(folder, 'custom-elements.json'), 'utf8'));
  rmSync(folder, { recursive: true });
  return json;
}

const cell = (text: string | undefined): string =>
  (text ?? '')
    .replaceAll('|', '\\|')
    .replaceAll('\n', ' ')
    .split('`')
    // Inside code, Markdown shows an entity as it's written.
    .map((piece, at) => (at % 2 === 0 ? piece.replaceAll('<', '&lt;') : piece))
    .join('`');
const table = (head: string[], rows: string[][]): string =>
  [
    `| ${head.join(' | ')} |`,
    `|${head.map(() => '---').join('|')}|`,
    ...rows.map((row) => `| ${row.join(' | ')} |`),
  ].join('\n');

function apiPages(): void {
  const folder = mkdtempSync(join(tmpdir(), 'hybrid-search-api-'));
  const npx = (...args: string[]): void => {
    const { status, stdout, stderr } = spawnSync('npx', args, { cwd: ROOT, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${stdout}${stderr}`);
  };
  // TypeDoc silently skips what it can't resolve. In a clone that was never built, it left out most pages.
  npx('tsc', '-b');
  npx('typedoc', '--out', folder);
  const filesOf = (root: string): string[] =>
    readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) => statSync(join(root, path)).isFile());
  const made = filesOf(folder);
  for (const path of made) put(join(API_FOLDER, path), readFileSync(join(folder, path), 'utf8'));
  for (const path of filesOf(join(ROOT, API_FOLDER)).filter((path) => !made.includes(path)))
    remove(join(API_FOLDER, path));
  rmSync(folder, { recursive: true });
}

if (apiAlone) {
  apiPages();
  process.exit(stale ? 1 : 0);
}

const elements = manifest();
const declared = elements.modules.flatMap((module) => module.declarations ?? []);
const element = declared.find(({ tagName }) => tagName === 'hybrid-search');
if (!element) throw new Error('no <hybrid-search> in the manifest');
const parts = declared.filter(({ tagName }) => tagName?.startsWith('hybrid-search-'));
// If an event is named like its class, the analyzer lists no name, or the name of the class's argument. Documented
// events begin with `hs-`, so only those are kept.
for (const tag of [element, ...parts]) tag.events = (tag.events ?? []).filter(({ name }) => name?.startsWith('hs-'));
for (const part of parts) describeShared(part, element);

/** Parts only name what they share with the element, so that each description is written once. */
function describeShared(part: Declaration, whole: Declaration): void {
  for (const kind of ['slots', 'events', 'cssParts'] as const) {
    const known = new Map((whole[kind] ?? []).map((entry) => [entry.name, entry]));
    part[kind] = (part[kind] ?? []).map((entry) =>
      entry.description ? entry : { ...entry, ...known.get(entry.name) },
    );
  }
  part.cssProperties = whole.cssProperties ?? [];
}

const slotName = (name: string): string => (name === '' ? 'default' : `\`${name}\``);

const range = (entry: (typeof OPTION_TABLE)[number]): string => {
  const limits = entry as { min?: number; max?: number; values?: readonly string[]; kind: string };
  if (limits.values) return limits.values.map((value) => `\`${value}\``).join(' ');
  return limits.min === undefined ? limits.kind : `${limits.min}–${limits.max}`;
};

const optionTable = (entries: typeof OPTION_TABLE): string =>
  table(
    ['option', 'default', 'range', 'meaning'],
    entries.map((entry) => [
      `\`${entry.name}\``,
      entry.default === null || String(entry.default) === '' ? '–' : `\`${String(entry.default)}\``,
      range(entry),
      cell(entry.meaning),
    ]),
  );

const SECTIONS: { [name: string]: string } = {
  'query-language': table(
    ['write', 'for example', 'it means'],
    QUERY_GRAMMAR.map((row) => [cell(`\`${row.operator}\``), cell(`\`${row.example}\``), cell(row.meaning)]),
  ),
  options: optionTable(OPTION_TABLE),
  tuning: optionTable(TUNING_TABLE),
  attributes: table(
    ['attribute', 'default', 'meaning'],
    (element.attributes ?? []).map((entry) => [
      `\`${entry.name}\``,
      entry.default ? cell(`\`${entry.default}\``) : '–',
      cell(entry.description),
    ]),
  ),
  parts: table(
    ['part', 'what it is', 'attributes'],
    parts.map((part) => [
      `\`<${part.tagName}>\``,
      cell(part.summary),
      (part.attributes ?? []).map(({ name }) => `\`${name}\``).join(' '),
    ]),
  ),
  'part-attributes': table(
    ['attribute', 'default', 'meaning'],
    [...new Map(parts.flatMap(({ attributes = [] }) => attributes.map((entry) => [entry.name, entry])))].map(
      ([name, entry]) => [`\`${name}\``, entry.default ? cell(`\`${entry.default}\``) : '–', cell(entry.description)],
    ),
  ),
  'part-slots': table(
    ['part', 'slot', 'what it takes'],
    parts.flatMap(({ tagName, slots = [] }) =>
      slots.map(({ name, description }) => [`\`<${tagName}>\``, slotName(name), cell(description)]),
    ),
  ),
  'part-styling': table(
    ['part', '`::part()` names'],
    parts.map(({ tagName, cssParts = [] }) => [
      `\`<${tagName}>\``,
      cssParts.map(({ name }) => `\`${name}\``).join(' '),
    ]),
  ),
  events: table(
    ['event', 'when'],
    (element.events ?? []).map((entry) => [`\`${entry.name}\``, cell(entry.description)]),
  ),
  slots: table(
    ['slot', 'what it takes'],
    (element.slots ?? []).map((entry) => [`\`${entry.name}\``, cell(entry.description)]),
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
      `${Math.round(downloadBytes(model) / 1_000_000)} MB`,
      cell(model.languages),
      cell(model.note),
    ]),
  ),
  promises: promisesTable(),
  states: table(['state', 'mode that a page sees', 'what it means', 'what it promises'], stateRows()),
  transitions: table(['from', 'event', 'to', 'when', 'test'], transitionRows()),
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

function publishedManifest(tags: readonly Declaration[]): object {
  const module = 'dist/hybrid-search.js';
  const typeOf = (event: string): string =>
    `${event.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`;
  // Users don't need to know which source file defines a member.
  const own = (members: ManifestMember[] = []): object[] =>
    members
      .filter(({ privacy }) => privacy !== 'private' && privacy !== 'protected')
      .map((member) => ({ ...member, inheritedFrom: undefined }));
  const published = tags.map((tag) => ({
    ...tag,
    superclass: { name: 'HTMLElement' },
    members: own(tag.members),
    attributes: own(tag.attributes),
    events: (tag.events ?? []).map((event) => ({ ...event, type: { text: typeOf(event.name) } })),
  }));
  const eventClasses = declared
    .filter(({ name, kind }) => kind === 'class' && /^Hs\w+Event$/.test(name))
    .map((event) => ({ ...event, superclass: { name: 'Event' } }));
  const declarations = [...published, ...eventClasses];
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
        exports: tags.map(({ name, tagName }) => ({
          kind: 'custom-element-definition',
          name: tagName,
          declaration: reference(name),
        })),
      },
    ],
  };
}

/** Returns the data for VS Code's `html.customData` and `css.customData`. */
function editorData(tags: readonly Declaration[]): [object, object] {
  const choices = (member: ManifestMember): string[] =>
    [...(member.type?.text ?? '').matchAll(/'([^']*)'/g)].map(([, value]) => value!);
  const properties = tags[0]?.cssProperties ?? [];
  return [
    {
      version: 1.1,
      tags: tags.map(({ tagName, summary = '', attributes = [] }) => ({
        name: tagName,
        description: summary,
        attributes: attributes.map((attribute) => ({
          name: attribute.name,
          description: attribute.description ?? '',
          ...(choices(attribute).length > 0 && { values: choices(attribute).map((name) => ({ name })) }),
          ...(attribute.type?.text === 'boolean' && { valueSet: 'v' }),
        })),
      })),
    },
    { version: 1.1, properties: properties.map(({ name, description = '' }) => ({ name, description })) },
  ];
}

function resultsPlot(): string {
  const series = ['keyword', 'semantic', 'rrf', 'linear', 'hybrid'];
  const lines = readFileSync(join(ROOT, 'docs', 'EVALUATION.md'), 'utf8').split('\n');
  const start = lines.findIndex((line) => line.startsWith('| set | documents | queries | keyword | semantic |'));
  if (start < 0) throw new Error('docs/EVALUATION.md has no table of results');
  const end = lines.findIndex((line, at) => at > start && !line.startsWith('|'));
  const rows = lines.slice(start + 2, end).map((line) => {
    const [name = '', , , ...values] = line
      .split('|')
      .slice(1)
      .map((each) => each.trim());
    return { name, values: values.slice(0, series.length).map(Number) };
  });
  return dotPlot('nDCG@10 of each arm alone and of the ways to fuse them', series, rows);
}

const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;
put('custom-elements.json', json(publishedManifest([element, ...parts])));
const [htmlData, cssData] = editorData([element, ...parts]);
put('vscode.html-custom-data.json', json(htmlData));
put('vscode.css-custom-data.json', json(cssData));
fill('docs/REFERENCE.md');
fill('docs/PROMISES.md');
fill('docs/DURABILITY.md');
fill('docs/guides/languages.md');
put('docs/evaluation/results.svg', resultsPlot());
// Comes last, because it first compiles everything.
apiPages();
if (stale) process.exit(1);
