/** Removes white space from templates and styles. That saves 1 of 29 kB gzip, and the page looks the same. */
import type { Plugin } from 'vite';

const UI_MODULE = /\/src\/ui\/.*\.ts$/;

/** White space with a line break becomes a single line break, so text that keeps its line breaks loses none. */
export function flatTemplates(): Plugin {
  return {
    name: 'flat-templates',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!UI_MODULE.test(id)) return null;
      const flat = code.replace(/\n[ \t\n]+/g, '\n');
      return { code: id.endsWith('.styles.ts') ? withoutSpaces(flat) : flat, map: null };
    },
  };
}

/** Removes from styles: comments, the last semicolon of a rule, and spaces that neither a selector nor a sum needs. */
const withoutSpaces = (code: string): string =>
  code
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/;\s*\}/g, '}')
    .replace(/ \{/g, '{')
    .replace(/([:,]) /g, '$1')
    .replace(/\{\n/g, '{')
    .replace(/;\n(?=[-a-z])/g, ';')
    .replace(/([{},;])\n+/g, '$1')
    .replace(/(?<=[\s:(,-])0\.(?=\d)/g, '.')
    .replace(/\n+/g, '\n');
