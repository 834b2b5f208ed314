/** Writes type declarations from the manifest. They leave out private members, and they don't need `lit`. */
import { readFileSync } from 'node:fs';

interface Field {
  kind: string;
  name: string;
  privacy?: string;
  readonly?: boolean;
  attribute?: string;
  description?: string;
  type?: { text: string };
}
interface Manifest {
  modules: {
    declarations: { name: string; tagName?: string; summary?: string; members: Field[]; events?: Field[] }[];
  }[];
}

const manifest = JSON.parse(readFileSync('custom-elements.json', 'utf8')) as Manifest;
const declared = manifest.modules.flatMap(({ declarations }) => declarations);
const element = declared.find(({ tagName }) => tagName === 'hybrid-search');
if (!element) throw new Error('custom-elements.json has no <hybrid-search>');
const parts = declared.filter(({ tagName }) => tagName?.startsWith('hybrid-search-'));
const fieldsOf = ({ members = [] }: { members?: Field[] }): Field[] =>
  members.filter(({ kind, privacy, type }) => kind === 'field' && !privacy && type);
const events = (element.events ?? []).map(({ name, description = '' }) => ({
  name,
  description,
  type: `${name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`,
}));
const eventTypes = events.map(({ type }) => type).join(', ');

const attributesName = ({ name }: { name: string }): string => `${name.replace(/Element$/, '')}Attributes`;

const documented = (text: string | undefined, line: string): string => `  /** ${text ?? ''} */\n  ${line}\n`;

const classOf = (tag: (typeof declared)[number]): string => `
/** ${tag.summary} */
export declare class ${tag.name} extends HTMLElement {
${fieldsOf(tag)
  .map(({ name, type, readonly, description }) =>
    documented(description, `${readonly ? 'readonly ' : ''}${name}: ${type!.text};`),
  )
  .join('')}  /** Resolves when what was set last is shown. */
  readonly updateComplete: Promise<boolean>;
}
`;

/** @param source path to `src/` */
export const elementClasses = (source: string): string => `
import type { Filters, HybridSearchClient, ModelLoad, SearchClient, SortOrder } from '${source}client/public-types.ts';
import type { OwnStrings } from '${source}ui/strings/strings.ts';
${[element, ...parts].map(classOf).join('')}`;

const tagMap = (typeOf: (tag: (typeof declared)[number]) => string): string =>
  [element, ...parts].map((tag) => `    '${tag.tagName}': ${typeOf(tag)};\n`).join('');
const classNames = [element, ...parts].map(({ name }) => name).join(', ');

export const defineModule = `import type { ${classNames} } from './hybrid-search.js';

declare global {
  interface HTMLElementTagNameMap {
${tagMap(({ name }) => name)}  }
}
export {};
`;

/** String attributes for which the empty string has a meaning. */
const BARE: readonly string[] = ['deepLink', 'shortcut'];

const attributesOf = (tag: (typeof declared)[number]): string => `
/** The attributes of \`<${tag.tagName}>\`. */
export interface ${attributesName(tag)} {
${fieldsOf(tag)
  .filter(({ readonly }) => !readonly)
  .flatMap(({ name, attribute, description }) => {
    // JSX passes a bare attribute as `true`.
    const bare = BARE.includes(name) ? ' | boolean' : '';
    const type = `${tag.name}['${name}']${bare} | undefined`;
    const names = attribute && attribute !== name ? [`'${attribute}'`, name] : [name];
    return names.map((key) => documented(description, `${key}?: ${type};`));
  })
  .join('')}}
`;

/** Declares both attribute and property names, because frameworks differ in which they set. */
export const attributesModule = `import type { ${classNames} } from './hybrid-search.js';
${[element, ...parts].map(attributesOf).join('')}`;

const handlers = (prefix: string): string =>
  events
    .map(({ name, type, description }) => documented(description, `'${prefix}${name}'?: (event: ${type}) => void;`))
    .join('');

const heads = `import type { ${[element, ...parts].map(attributesName).join(', ')} } from './attributes.js';
import type { ${eventTypes}, ${classNames} } from './hybrid-search.js';
`;

/** For everything that uses the JSX types of React 19. */
export const reactModule = `${heads}import type { DetailedHTMLProps, HTMLAttributes } from 'react';

interface HybridSearchEvents {
${handlers('on')}}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
${tagMap((tag) => `DetailedHTMLProps<HTMLAttributes<${tag.name}>, ${tag.name}> & ${attributesName(tag)} & HybridSearchEvents`)}    }
  }
}
`;

const capitalized = (text: string): string => text[0]!.toUpperCase() + text.slice(1);

/** @param nameOf turns an event's name without `hs-` into the handler's name */
const vueHandlers = (nameOf: (event: string) => string): string =>
  handlers('').replace(/'hs-(\w+)'/g, (_, event: string) => `'${nameOf(event)}'`);

/** Vue's render functions use the event's name as it is, and its templates use camel case, so both are declared. */
export const vueModule = `${heads}import type { HTMLAttributes } from 'vue';

interface HybridSearchEvents {
${vueHandlers((event) => `onHs-${event}`)}${vueHandlers((event) => `onHs${capitalized(event)}`)}}

declare module 'vue' {
  interface GlobalComponents {
${tagMap((tag) => `new () => ${tag.name} & { $props: HTMLAttributes & ${attributesName(tag)} & HybridSearchEvents }`)}  }
}
`;

export const svelteModule = `${heads}import type { HTMLAttributes } from 'svelte/elements';

interface HybridSearchEvents {
${handlers('on')}}

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
${tagMap((tag) => `HTMLAttributes<${tag.name}> & ${attributesName(tag)} & HybridSearchEvents`)}  }
}
`;
