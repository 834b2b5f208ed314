import { expect, it } from 'vitest';
import { de } from '../../strings/de.ts';
import { sourceNames } from './source-names.ts';

it('names programs as they write themselves, and files and speakers in the language of the element', () => {
  expect(sourceNames(de)).toMatchObject({ chatgpt: 'ChatGPT', keep: 'Google Keep', import: 'Importe', user: 'Sie' });
});
