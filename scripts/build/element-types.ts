/**
 * Declarations of the element, from its manifest: they work without `lit`, and leave out what's private. Also what
 * templates of React, Vue and Svelte may write.
 */
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
const element = manifest.modules
  .flatMap(({ declarations }) => declarations)
  .find(({ tagName }) => tagName === 'hybrid-search');
if (!element) throw new Error('custom-elements.json has no <hybrid-search>');
const fields = element.members.filter(({ kind, privacy, type }) => kind === 'field' && privacy !== 'private' && type);
const events = (element.events ?? []).map(({ name, description = '' }) => ({
  name,
  description,
  type: `${name.replace(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase())}Event`,
}));
const eventTypes = events.map(({ type }) => type).join(', ');

const documented = (text: string | undefined, line: string): string => `  /** ${text ?? ''} */\n  ${line}\n`;

/** Replaces the element's module while declarations are rolled up. `source` leads to `src/`. */
export const elementClass = (source: string): string => `
import type { HybridSearchClient, ModelLoad } from '${source}client/public-types.ts';
import type { OwnStrings } from '${source}ui/strings/strings.ts';

/** ${element.summary} */
export declare class HybridSearchElement extends HTMLElement {
${fields
  .map(({ name, type, readonly, description }) =>
    documented(description, `${readonly ? 'readonly ' : ''}${name}: ${type!.text};`),
  )
  .join('')}  /** Resolves when what was set last is shown. */
  readonly updateComplete: Promise<boolean>;
}
`;

export const defineModule = `import type { HybridSearchElement } from './hybrid-search.js';

declare global {
  interface HTMLElementTagNameMap {
    'hybrid-search': HybridSearchElement;
  }
}
export {};
`;

/** Strings that mean something when they're empty. */
const BARE: readonly string[] = ['deepLink', 'shortcut'];

/** By attribute and by property name, because frameworks differ in which they set. */
export const attributesModule = `import type { HybridSearchElement } from './hybrid-search.js';

/** What may stand on the tag \`<hybrid-search>\`. */
export interface HybridSearchAttributes {
${fields
  .filter(({ readonly }) => !readonly)
  .flatMap(({ name, attribute, description }) => {
    // The bare attribute, which JSX passes as `true`.
    const bare = BARE.includes(name) ? ' | boolean' : '';
    const type = `HybridSearchElement['${name}']${bare} | undefined`;
    const names = attribute && attribute !== name ? [`'${attribute}'`, name] : [name];
    return names.map((key) => documented(description, `${key}?: ${type};`));
  })
  .join('')}}
`;

const handlers = (prefix: string): string =>
  events
    .map(({ name, type, description }) => documented(description, `'${prefix}${name}'?: (event: ${type}) => void;`))
    .join('');

const heads = `import type { HybridSearchAttributes } from './attributes.js';
import type { ${eventTypes}, HybridSearchElement } from './hybrid-search.js';
`;

/** React 19, and everything that shares its JSX. */
export const reactModule = `${heads}import type { DetailedHTMLProps, HTMLAttributes } from 'react';

interface HybridSearchEvents {
${handlers('on')}}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'hybrid-search': DetailedHTMLProps<HTMLAttributes<HybridSearchElement>, HybridSearchElement> &
        HybridSearchAttributes &
        HybridSearchEvents;
    }
  }
}
`;

const capitalized = (text: string): string => text[0]!.toUpperCase() + text.slice(1);

/** @param nameOf name of the event without its `hs-` */
const vueHandlers = (nameOf: (event: string) => string): string =>
  handlers('').replace(/'hs-(\w+)'/g, (_, event: string) => `'${nameOf(event)}'`);

/** A render function uses the event's name as it is, a template one camel-case word. So both are typed. */
export const vueModule = `${heads}import type { HTMLAttributes } from 'vue';

interface HybridSearchEvents {
${vueHandlers((event) => `onHs-${event}`)}${vueHandlers((event) => `onHs${capitalized(event)}`)}}

declare module 'vue' {
  interface GlobalComponents {
    'hybrid-search': new () => HybridSearchElement & {
      $props: HTMLAttributes & HybridSearchAttributes & HybridSearchEvents;
    };
  }
}
`;

export const svelteModule = `${heads}import type { HTMLAttributes } from 'svelte/elements';

interface HybridSearchEvents {
${handlers('on')}}

declare module 'svelte/elements' {
  interface SvelteHTMLElements {
    'hybrid-search': HTMLAttributes<HybridSearchElement> & HybridSearchAttributes & HybridSearchEvents;
  }
}
`;
